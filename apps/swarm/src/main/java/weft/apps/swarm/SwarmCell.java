// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;

/// A cell of the torus with its particles: a mobile object.
///
/// A step has two phases. In the first, the cell receives the particles of the eight cells around
/// it, and moves its own. In the second, it receives particles that have crossed its border.
///
/// A neighbour may be one phase ahead, never two, because it needs a message of this cell in each
/// phase.
final class SwarmCell {
  /// The doubles of a particle: its number and its position.
  static final int WIDTH = 3;

  static final int X = 1;
  static final int Y = 2;

  /// The number of adjacent cells.
  static final int AROUND = 8;

  /// The greatest movement of a particle in a step, in cells. It is less than 1, so a particle at
  /// most reaches an adjacent cell.
  private static final double FURTHEST = 0.45;

  /// The greatest push of one particle by another in a step.
  private static final double REPULSION = 2e-4;

  /// The cost of a particle without its pairs, in pairs: an estimate for copies and sorts.
  private static final long PARTICLE = 100;

  /// The cost of the messages of a step, in pairs, also an estimate.
  private static final long MESSAGES = 1_500;

  static final Codec<SwarmCell> CODEC =
      Codecs.of(
          "swarm-cell",
          (cell, out) -> {
            out.writeInt(cell.index);
            out.writeInt(cell.grid);
            out.writeInt(cell.phase);
            out.writeInt(cell.until);
            out.writeBoolean(cell.begun);
            out.writeLong(cell.pairs);
            cell.forecast.write(out);
            out.writeDoubles(cell.particles);
            for (List<double[]> parts : cell.come) {
              out.writeInt(parts.size());
              parts.forEach(out::writeDoubles);
            }
          },
          SwarmCell::read);

  final int index;
  private final int grid;

  /// Twice the number of completed steps, plus one between the two phases.
  private int phase;

  /// The step before which the cell pauses.
  private int until;

  /// Whether its particles have been sent to its neighbours in this step.
  private boolean begun;

  /// The pairs of particles in its last step.
  private long pairs;

  /// The forecast of the pairs in the next steps.
  private Forecast forecast = new Forecast();

  /// The particles in the order of their numbers, [#WIDTH] doubles each.
  private double[] particles = {};

  /// Messages that have arrived for this phase and for the next one.
  private final List<List<double[]>> come = List.of(new ArrayList<>(), new ArrayList<>());

  SwarmCell(int index, int grid) {
    this.index = index;
    this.grid = grid;
  }

  private static SwarmCell read(Reader in) {
    var cell = new SwarmCell(in.readInt(), in.readInt());
    cell.phase = in.readInt();
    cell.until = in.readInt();
    cell.begun = in.readBoolean();
    cell.pairs = in.readLong();
    cell.forecast = Forecast.read(in);
    cell.particles = in.readDoubles();
    for (List<double[]> parts : cell.come) {
      for (int i = in.readInt(); i > 0; i--) {
        parts.add(in.readDoubles());
      }
    }
    return cell;
  }

  /// Sets the particles, which are in the order of their numbers.
  void place(double[] all) {
    particles = all;
  }

  double[] particles() {
    return particles;
  }

  /// The pairs of particles in its last step.
  long pairs() {
    return pairs;
  }

  /// The predicted average of the pairs in the next `steps` steps.
  double pairsSoon(int steps) {
    return forecast.average(steps);
  }

  /// The predicted average cost of the next `steps` steps, in pairs of particles. It includes the
  /// particles, which are sent to eight cells and sorted there, and the sixteen messages of a step.
  double workSoon(int steps) {
    return pairsSoon(steps) + PARTICLE * (particles.length / WIDTH) + MESSAGES;
  }

  int phase() {
    return phase;
  }

  /// Lets the cell run until this step.
  void goOnUntil(int step) {
    until = step;
  }

  /// Whether a step may begin now. If so, marks it as begun.
  boolean begins() {
    if (begun || phase >= 2 * until) {
      return false;
    }
    begun = true;
    return true;
  }

  /// Stores the message that a neighbour sent in phase `of`.
  void take(int of, double[] values) {
    if (of != phase && of != phase + 1) {
      throw new IllegalStateException(
          "cell " + index + " is in phase " + phase + ", and a neighbour in " + of);
    }
    come.get(of & 1).add(values);
  }

  /// Whether the messages of all neighbours for this phase have arrived.
  boolean isComplete() {
    return begun && come.get(phase & 1).size() == AROUND;
  }

  /// Whether this is the first phase of a step, in which particles move.
  boolean isMoving() {
    return (phase & 1) == 0;
  }

  /// The neighbour in direction `way`, 0 to 7.
  int neighbour(int way) {
    int cell = way < 4 ? way : way + 1; // 4 is this cell
    int row = Math.floorMod(index / grid + cell / 3 - 1, grid);
    int column = Math.floorMod(index % grid + cell % 3 - 1, grid);
    return row * grid + column;
  }

  /// Moves the particles, and returns those that leave the cell, by direction.
  double[][] move() {
    List<double[]> near = come.get(0);
    double[] all = byNumber(near);
    near.clear();
    pairs = (long) (particles.length / WIDTH) * (all.length / WIDTH);
    forecast.add((double) pairs);
    double width = 1.0 / grid;
    var moved = new double[particles.length];
    var vortex = new Vortex(phase / 2);
    for (int i = 0; i < particles.length; i += WIDTH) {
      double x = particles[i + X];
      double y = particles[i + Y];
      double pushX = 0;
      double pushY = 0;
      for (int j = 0; j < all.length; j += WIDTH) {
        double dx = Vortex.near(x - all[j + X]);
        double dy = Vortex.near(y - all[j + Y]);
        double square = dx * dx + dy * dy;
        if (square < width * width && square > 0) {
          double push = REPULSION * (1 - Math.sqrt(square) / width);
          pushX += push * dx / width;
          pushY += push * dy / width;
        }
      }
      moved[i] = particles[i];
      moved[i + X] = wrap(x + bound(vortex.alongX(x, y) + pushX));
      moved[i + Y] = wrap(y + bound(vortex.alongY(x, y) + pushY));
    }
    particles = moved;
    phase++;
    return leave();
  }

  private double bound(double way) {
    double furthest = FURTHEST / grid;
    return Math.max(-furthest, Math.min(furthest, way));
  }

  /// Maps a coordinate onto the torus, from 0 to less than 1.
  private static double wrap(double at) {
    double wrapped = at - Math.floor(at);
    return wrapped < 1 ? wrapped : 0;
  }

  /// The cell of a point on the torus.
  static int cellOf(double x, double y, int grid) {
    return Math.min(grid - 1, (int) (y * grid)) * grid + Math.min(grid - 1, (int) (x * grid));
  }

  private double[][] leave() {
    var left = new double[AROUND][0];
    int kept = 0;
    for (int i = 0; i < particles.length; i += WIDTH) {
      int cell = cellOf(particles[i + X], particles[i + Y], grid);
      if (cell == index) {
        System.arraycopy(particles, i, particles, kept, WIDTH);
        kept += WIDTH;
        continue;
      }
      int way = 0;
      while (neighbour(way) != cell) {
        way++;
      }
      double[] longer = Arrays.copyOf(left[way], left[way].length + WIDTH);
      System.arraycopy(particles, i, longer, left[way].length, WIDTH);
      left[way] = longer;
    }
    particles = Arrays.copyOf(particles, kept);
    return left;
  }

  /// Adds the particles that have arrived, and ends the step.
  void settle() {
    List<double[]> parts = come.get(1);
    particles = byNumber(parts);
    parts.clear();
    phase++;
    begun = false;
  }

  /// This cell's particles and `parts`, in the order of their numbers, so that sums always have the
  /// same bits.
  private double[] byNumber(List<double[]> parts) {
    int count = particles.length;
    for (double[] part : parts) {
      count += part.length;
    }
    var all = Arrays.copyOf(particles, count);
    int at = particles.length;
    for (double[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    // Sort words that hold the number above the index in the array.
    var order = new long[count / WIDTH];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) all[i * WIDTH] << 32 | i;
    }
    Arrays.sort(order);
    var sorted = new double[count];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(all, (int) order[i] * WIDTH, sorted, i * WIDTH, WIDTH);
    }
    return sorted;
  }
}
