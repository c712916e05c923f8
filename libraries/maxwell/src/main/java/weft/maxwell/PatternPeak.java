// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Finds the direction of the greatest intensity, from one close to it.
final class PatternPeak {
  /// The accuracy of the direction, in radians; an intensity is wrong by about the square of it.
  private static final double FINE = 2e-4;

  /// The lobes that are tried: samples of a grid say only roughly which one is the greatest.
  private static final int STARTS = 8;

  private static final double NEIGHBOURS = 1.6;
  private static final int CLIMBS = 40;

  /// Steps to the top of a parabola at most.
  private static final double FARTHEST = 8;

  private final Function<List<Direction>, List<FarField>> fields;

  PatternPeak(Function<List<Direction>, List<FarField>> fields) {
    this.fields = fields;
  }

  /// Searches from the best directions of a grid, which lie in different lobes.
  ///
  /// @param power that is radiated together
  /// @param grid directions, and the intensity in each
  /// @param step between directions of the grid, in radians
  Radiation radiation(double power, List<Direction> grid, List<Double> intensities, double step) {
    Direction best = grid.getFirst();
    FarField field = fields.apply(List.of(best)).getFirst();
    for (Direction start : starts(grid, intensities, step)) {
      Direction found = climb(start, step / 2);
      FarField there = fields.apply(List.of(found)).getFirst();
      if (isMore(there, field)) {
        best = found;
        field = there;
      }
    }
    double[] s = best.vector();
    Direction opposite = direction(-s[0], -s[1], -s[2]);
    return new Radiation(power, best, field, fields.apply(List.of(opposite)).getFirst());
  }

  /// More than by rounding: where all directions are equal, the first one is the best.
  private static boolean isMore(FarField one, FarField other) {
    return one.intensity() > other.intensity() * (1 + 1e-9);
  }

  /// The best directions that are not neighbours.
  private static List<Direction> starts(
      List<Direction> grid, List<Double> intensities, double step) {
    List<Integer> order =
        IntStream.range(0, grid.size())
            .boxed()
            .sorted(Comparator.comparing(intensities::get).reversed())
            .toList();
    List<Direction> starts = new ArrayList<>();
    for (int i = 0; i < order.size() && starts.size() < STARTS; i++) {
      Direction each = grid.get(order.get(i));
      if (starts.stream().allMatch(it -> cosine(it, each) < Math.cos(NEIGHBOURS * step))) {
        starts.add(each);
      }
    }
    return starts;
  }

  private static double cosine(Direction a, Direction b) {
    double[] u = a.vector();
    double[] v = b.vector();
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }

  private Direction climb(Direction from, double step) {
    Direction best = from;
    FarField field = fields.apply(List.of(best)).getFirst();
    double length = step;
    for (int i = 0; i < CLIMBS && length > FINE; i++) {
      List<Direction> around = around(best, length);
      List<FarField> found = new ArrayList<>(fields.apply(around));
      Direction top = top(best, field, found, length);
      around.add(top);
      found.add(fields.apply(List.of(top)).getFirst());
      boolean moved = false;
      for (int n = 0; n < found.size(); n++) {
        if (isMore(found.get(n), field)) {
          best = around.get(n);
          field = found.get(n);
          moved = true;
        }
      }
      length = moved ? length : length / 2;
    }
    return best;
  }

  /// The top of the parabola through the intensities around a direction, at most some steps away:
  /// ridges of long antennas are flat, and would take many steps.
  private static Direction top(
      Direction middle, FarField field, List<FarField> around, double length) {
    double[] f = around.stream().mapToDouble(FarField::intensity).toArray();
    double here = 2 * field.intensity();
    double gu = (f[0] - f[4]) / 2;
    double gv = (f[2] - f[6]) / 2;
    double uu = f[0] + f[4] - here;
    double vv = f[2] + f[6] - here;
    double uv = (f[1] - f[3] + f[5] - f[7]) / 2;
    double determinant = uu * vv - uv * uv;
    if (!(determinant > 0 && uu < 0)) {
      return middle; // no top
    }
    double a = (uv * gv - vv * gu) / determinant;
    double b = (uv * gu - uu * gv) / determinant;
    double limit = length * Math.min(1, FARTHEST / Math.hypot(a, b));
    return beside(middle, limit * a, limit * b);
  }

  private static Direction beside(Direction middle, double a, double b) {
    double[] s = middle.vector();
    double[] u = middle.thetaVector();
    double[] v = middle.phiVector();
    return direction(
        s[0] + a * u[0] + b * v[0], s[1] + a * u[1] + b * v[1], s[2] + a * u[2] + b * v[2]);
  }

  private static List<Direction> around(Direction middle, double length) {
    List<Direction> around = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double a = length * Math.cos(i * Math.PI / 4);
      double b = length * Math.sin(i * Math.PI / 4);
      around.add(beside(middle, a, b));
    }
    return around;
  }

  private static Direction direction(double x, double y, double z) {
    double phi = Math.toDegrees(Math.atan2(y, x));
    double theta = Math.toDegrees(Math.atan2(Math.hypot(x, y), z));
    return new Direction(theta, phi < 0 ? phi + 360 : phi);
  }
}
