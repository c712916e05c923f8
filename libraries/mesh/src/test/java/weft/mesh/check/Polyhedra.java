// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Makes bodies of convex polyhedra with corners on a grid of integers.
public final class Polyhedra {
  private Polyhedra() {}

  /// A polyhedron in a polyhedron, up to three of them; each is of a material of its own, and the
  /// innermost may be a hole.
  static Body nested(SplittableRandom random) {
    int depth = 1 + random.nextInt(3);
    boolean hollow = depth > 1 && random.nextBoolean();
    double[] xyz = {};
    List<Body.Facet> facets = new ArrayList<>();
    List<Body.Place> places = new ArrayList<>();
    double[] holes = {};
    int radius = 4096;
    for (int d = 0; d < depth; d++) {
      double[] points = sphere(random, 4 + random.nextInt(12), radius);
      int offset = xyz.length / 3;
      List<int[]> hull = hull(points);
      int here = d == depth - 1 && hollow ? 0 : d + 1;
      int[] numbers = used(hull, points.length / 3);
      xyz = Arrays.copyOf(xyz, xyz.length + 3 * count(numbers));
      for (int p = 0; p < numbers.length; p++) {
        if (numbers[p] >= 0) {
          System.arraycopy(points, 3 * p, xyz, 3 * (offset + numbers[p]), 3);
        }
      }
      for (int[] triangle : hull) {
        int[] loop = Arrays.stream(triangle).map(v -> offset + numbers[v]).toArray();
        facets.add(new Body.Facet(d + 1, d, here, loop));
      }
      radius = (int) (inner(points, hull) * (0.5 + 0.4 * random.nextDouble()));
      if (here == 0) {
        holes = new double[] {0, 0, 0};
      } else if (d == depth - 1) {
        places.add(new Body.Place(0, 0, 0, here));
      } else {
        // Between this one and the next, which is in the ball of the new radius.
        places.add(new Body.Place(radius + 0.5, 0, 0, here));
      }
    }
    return new Body(xyz, facets, new int[0], holes, places, 0);
  }

  /// Points near a sphere about 0, whose hull contains 0.
  private static double[] sphere(SplittableRandom random, int count, int radius) {
    while (true) {
      double[] points = new double[3 * count];
      for (int p = 0; p < count; p++) {
        double z = 2 * random.nextDouble() - 1;
        double angle = 2 * Math.PI * random.nextDouble();
        double r = Math.sqrt(1 - z * z);
        points[3 * p] = Math.rint(radius * r * Math.cos(angle));
        points[3 * p + 1] = Math.rint(radius * r * Math.sin(angle));
        points[3 * p + 2] = Math.rint(radius * z);
        for (int k = 0; k < 3; k++) {
          // No negative zero.
          points[3 * p + k] += 0.0;
        }
      }
      List<int[]> hull = hull(points);
      if (!hull.isEmpty() && inner(points, hull) > 0.2 * radius) {
        return points;
      }
    }
  }

  /// The triangles of the convex hull, counterclockwise from outside, by trying all; none if four
  /// points of it are in a plane.
  private static List<int[]> hull(double[] points) {
    var exact = new ExactSigns(points);
    int count = points.length / 3;
    List<int[]> hull = new ArrayList<>();
    for (int a = 0; a < count; a++) {
      for (int b = a + 1; b < count; b++) {
        for (int c = a + 1; c < count; c++) {
          int worst = -1;
          for (int d = 0; d < count && c != b; d++) {
            if (d != a && d != b && d != c) {
              worst = Math.max(worst, exact.orient(a, b, c, d));
            }
          }
          if (c != b && worst == 0) {
            return List.of();
          }
          if (c != b && worst < 0) {
            hull.add(new int[] {a, b, c});
          }
        }
      }
    }
    return hull;
  }

  /// The distance of the nearest face from 0; negative if 0 is outside.
  private static double inner(double[] points, List<int[]> hull) {
    double least = Double.POSITIVE_INFINITY;
    for (int[] v : hull) {
      double[] n = BoundaryJudge.cross(points, v[0], v[1], v[2]);
      double dot = 0;
      for (int k = 0; k < 3; k++) {
        dot += n[k] * points[3 * v[0] + k];
      }
      least = Math.min(least, dot / BoundaryJudge.length(n));
    }
    return least;
  }

  private static int[] used(List<int[]> hull, int count) {
    int[] numbers = new int[count];
    Arrays.fill(numbers, -1);
    hull.forEach(v -> Arrays.stream(v).forEach(p -> numbers[p] = 0));
    int next = 0;
    for (int p = 0; p < count; p++) {
      numbers[p] = numbers[p] == 0 ? next++ : -1;
    }
    return numbers;
  }

  private static int count(int[] numbers) {
    return (int) Arrays.stream(numbers).filter(each -> each >= 0).count();
  }

  /// Two boxes that touch in a face, an edge, or a corner; of one material or of two.
  static Body touching(SplittableRandom random) {
    return touching(random, random.nextInt(3));
  }

  /// Two cells of a grid that differ in one coordinate and share a face, in two and share an edge,
  /// or in three and share a corner; stretched by whole numbers.
  static Body touching(SplittableRandom random, int differing) {
    int second = random.nextBoolean() ? 1 : 2;
    int[] cells = new int[8];
    cells[0] = 1;
    cells[differing == 0 ? 4 : differing == 1 ? 6 : 7] = differing == 0 ? 2 : second;
    Body cubes = Voxels.body(new int[] {2, 2, 2}, cells);
    double[] stretch = {1 + random.nextInt(4), 1 + random.nextInt(4), 1 + random.nextInt(4)};
    double[] xyz = cubes.xyz();
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] *= stretch[i % 3];
    }
    List<Body.Place> places =
        cubes.places().stream()
            .map(at ->
                new Body.Place(
                    at.x() * stretch[0], at.y() * stretch[1], at.z() * stretch[2], at.material()))
            .toList();
    return new Body(xyz, cubes.facets(), new int[0], new double[0], places, 0);
  }

  /// A cube with sides of `parts` by `parts` squares, each side with a marker of its own.
  public static Body squaredCube(int parts) {
    int[] cells = new int[parts * parts * parts];
    Arrays.fill(cells, 1);
    Body body = Voxels.body(new int[] {parts, parts, parts}, cells);
    return new Body(
        body.xyz(), body.facets(), new int[0], new double[0], body.places().subList(0, 1), 0);
  }
}
