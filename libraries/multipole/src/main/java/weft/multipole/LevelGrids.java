// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// The grids of a level, and the ways between them. Fields are kept and sent on the small grid, and
/// transferred on the full one, which has twice the modes.
final class LevelGrids {
  private final double k;
  private final double side;
  private final int components;
  private final SphereGrid small;
  private final SphereGrid full;

  LevelGrids(double k, double side, Truncation truncation, int components) {
    this.k = k;
    this.side = side;
    this.components = components;
    double kd = k * side * Math.sqrt(3);
    full = new SphereGrid(truncation.terms(kd));
    small = new SphereGrid(truncation.fieldTerms(kd));
  }

  SphereGrid small() {
    return small;
  }

  SphereGrid full() {
    return full;
  }

  /// The floats of a field as it is sent.
  int floats() {
    return 2 * components * small.samples();
  }

  /// Fields of several vectors, one after another.
  GridField smallField(int vectors) {
    return GridField.zeros(vectors * components * small.samples());
  }

  /// Likewise on the full grid.
  GridField fullField(int vectors) {
    return GridField.zeros(vectors * components * full.samples());
  }

  TransferFunctions functions() {
    return new TransferFunctions(full, k, side);
  }

  /// e^{ik s·(P − C)} on the small grid for the centre C of the child in an octant, and the centre
  /// P of this level's box.
  TransferFunction shift(int octant) {
    double[] s = small.directions();
    var shift = new TransferFunction(new float[small.samples()], new float[small.samples()]);
    for (int i = 0; i < small.samples(); i++) {
      double path = 0;
      for (int axis = 0; axis < 3; axis++) {
        path += s[3 * i + axis] * side / 4 * ((octant >> axis & 1) == 0 ? 1 : -1);
      }
      shift.re()[i] = (float) Math.cos(k * path);
      shift.im()[i] = (float) Math.sin(k * path);
    }
    return shift;
  }

  /// The operations of a transfer.
  double transferCost() {
    return 8.0 * components * full.samples();
  }

  /// The operations of a box besides: between the grids of this level and of the level below.
  double boxCost(SphereGrid below) {
    return 2.0 * components * (changeCost(small, full) + changeCost(below, small));
  }

  private static double changeCost(SphereGrid from, SphereGrid to) {
    double n = Math.max(from.size(), to.size());
    double m = Math.min(from.size(), to.size());
    // Matrices, or transforms along both angles; both are slower than products of long vectors.
    double matrices = 4 * (m * m * n / 2 + n * n * m / 4);
    double transforms = 2 * 5 * n * n * Math.log(n) / Math.log(2);
    return Math.min(matrices, transforms);
  }
}
