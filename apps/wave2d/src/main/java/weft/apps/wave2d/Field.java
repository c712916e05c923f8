// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

/// The displacement in one rank's rectangle, and its steps by equation (2) of the τ-Lop supplement,
///
/// ```
/// new = 2 (1 - 2 C^2) now - before + C^2 (west + east + north + south)
/// ```
///
/// with a Courant number C for each cell. Cells outside the picture are always 0: a fixed edge,
/// which reflects.
///
/// Each row is an array with one ghost cell at each end, and there is a ghost row above and below.
/// Indices run from 1 to the width or height; the index before and the index after are ghosts.
/// There are two such fields, and a step overwrites the older one. So they are also a double buffer
/// for halos. Halos of the next step are put into the field that this step writes, whose ghosts are
/// not read.
final class Field {
  private final int width;
  private final int height;
  private final double[][][] fields;
  private final double[][] squares;
  private final Stencil stencil;
  private final int times;

  /// Receives the repeated results of a slow rank. It is as large as a field, so that writing them
  /// takes as long.
  private final double[][] spare;

  private int step;

  /// Creates a flat field of `width` by `height` cells, all with Courant number `courant`.
  Field(int width, int height, double courant) {
    this(width, height, courant, 1);
  }

  /// The same, on a rank that computes each row `times` times.
  Field(int width, int height, double courant, int times) {
    this.width = width;
    this.height = height;
    this.fields = new double[2][height + 2][width + 2];
    this.stencil = new Stencil(width);
    this.times = times;
    this.spare = times == 1 ? new double[0][] : new double[height + 2][width + 2];
    // All rows share one array while the speed is the same everywhere, which saves memory traffic.
    double[] same = new double[width + 2];
    java.util.Arrays.fill(same, courant * courant);
    this.squares = new double[height + 2][];
    java.util.Arrays.fill(squares, same);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /// The number of completed steps.
  int step() {
    return step;
  }

  /// Row `y` of the field of `step`, from 0 (the ghosts above) to `height() + 1`; cell x has index
  /// x + 1.
  double[] row(long step, int y) {
    return fields[(int) (step & 1)][y];
  }

  /// Goes on from `step`, whose rows and those before it have been set.
  void goOnFrom(int step) {
    this.step = step;
  }

  /// Row `y`, from 1, of the squared Courant numbers.
  double[] squares(int y) {
    return squares[y];
  }

  /// Row `y`, from 1, of the squared Courant numbers, for writing. After this call the row has its
  /// own array.
  double[] ownSquares(int y) {
    squares[y] = new double[width + 2];
    return squares[y];
  }

  /// Computes the cells of rows `from` to `to` that need no halo. Rows count from 1.
  void interior(int from, int to) {
    double[][] now = fields[step & 1];
    double[][] next = fields[(step + 1) & 1];
    int first = Math.max(2, from);
    int last = Math.min(height - 1, to);
    for (int y = first; y <= last; y++) {
      row(y, now, next, 2, width - 2);
    }
  }

  private void row(int y, double[][] now, double[][] next, int from, int count) {
    for (int again = 1; again < times; again++) {
      stencil.row(spare[y], now[y], now[y - 1], now[y + 1], squares[y], from, count);
    }
    stencil.row(next[y], now[y], now[y - 1], now[y + 1], squares[y], from, count);
  }

  /// Computes the cells at the four edges, whose halos must have arrived, and ends the step.
  void borderAndAdvance() {
    double[][] now = fields[step & 1];
    double[][] next = fields[(step + 1) & 1];
    row(1, now, next, 1, width);
    for (int y = 2; y < height; y++) {
      Stencil.cell(next[y], now[y], now[y - 1], now[y + 1], squares[y], 1);
      if (width > 1) {
        Stencil.cell(next[y], now[y], now[y - 1], now[y + 1], squares[y], width);
      }
    }
    if (height > 1) {
      row(height, now, next, 1, width);
    }
    if (step == 0) {
      fromRest(next);
    }
    step++;
  }

  /// At rest, the field before the first equals the one after it. So the stencil gives twice the
  /// new field if the field before is set to 0.
  private void fromRest(double[][] next) {
    for (int y = 1; y <= height; y++) {
      for (int x = 1; x <= width; x++) {
        next[y][x] *= 0.5;
      }
    }
  }

  /// This rectangle's part of the energy between the last step and the one before it. Leap-frog
  /// conserves the sum over all ranks exactly, except for rounding: half the sum of `(now -
  /// before)^2 / C^2 - now * (discrete Laplacian of before)`.
  ///
  /// It is correct only after a step, while the halos of the step before are intact.
  double energy() {
    double[][] now = fields[step & 1];
    double[][] before = fields[(step + 1) & 1];
    double sum = 0;
    for (int y = 1; y <= height; y++) {
      double[] u = before[y];
      for (int x = 1; x <= width; x++) {
        double square = squares[y][x];
        if (square > 0) {
          double change = now[y][x] - u[x];
          double around = u[x - 1] + u[x + 1] + before[y - 1][x] + before[y + 1][x];
          sum += change * change / square - now[y][x] * (around - 4 * u[x]);
        }
      }
    }
    return sum / 2;
  }
}
