// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.domain.Domain;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.Sharpness;
import weft.mesh.internal.refine.TetShape;
import weft.mesh.internal.refine.WishedSizes;

/// Says before a refinement what it will make.
final class Estimator {
  /// Tets for each largest volume, as refinement makes them.
  private static final double PER_VOLUME = 2.1;

  /// By how much edges grow over a distance, where the bound of shapes alone makes them small;
  /// fitted to surfaces.
  private static final double GROWTH = 0.45;

  private static final double TETS_PER_SECOND = 400_000;

  /// Parts of an edge of a tet, when its size is asked for at places spread over it.
  private static final int PARTS = 8;

  private final ConstrainedTets mesh;
  private final WishedSizes sizes;
  private final WorkClock clock;
  private final boolean isAll;
  private final TetShape shape = new TetShape();

  /// The shortest edge at each vertex.
  private final double[] spacing;

  /// Begins.
  ///
  /// @param isAll whether the estimate is all that is wanted: else the work goes on with what is
  ///   known when the clock ends it
  Estimator(ConstrainedTets mesh, WishedSizes sizes, WorkClock clock, boolean isAll) {
    this.mesh = mesh;
    this.sizes = sizes;
    this.clock = clock;
    this.isAll = isAll;
    spacing = spacing(mesh);
  }

  private static double[] spacing(ConstrainedTets mesh) {
    double[] squares = new double[mesh.vertices];
    Arrays.fill(squares, Double.POSITIVE_INFINITY);
    int[] v = mesh.tets.vertex;
    for (int t = 0; t < mesh.tets.slots; t++) {
      for (int e = 0; e < 16 && mesh.isReal(t); e++) {
        int a = v[4 * t + e / 4];
        int b = v[4 * t + e % 4];
        if (a < b) {
          double square = mesh.distance2(a, b);
          squares[a] = Math.min(squares[a], square);
          squares[b] = Math.min(squares[b], square);
        }
      }
    }
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }

  MeshingEstimate estimate(Domain domain, Sharpness sharpness) {
    double expected = 0;
    for (int t = 0; t < mesh.tets.slots; t++) {
      if (isAll) {
        clock.check(t, mesh.tets.slots - t);
      } else if (!clock.goesOn(t, mesh.tets.slots - t)) {
        break;
      }
      if (mesh.isReal(t)) {
        expected += Math.max(1, expected(t));
      }
    }
    long count = (long) Math.min(1e15, expected);
    double shortest = domain.shortest();
    double[] shortestAt = {};
    for (int i = 0; i < domain.segments().length && shortestAt.length == 0; i += 2) {
      double[] line = line(domain.xyz(), domain.segments()[i], domain.segments()[i + 1]);
      double x = line[0] - line[3];
      double y = line[1] - line[4];
      double z = line[2] - line[5];
      if (Math.sqrt(x * x + y * y + z * z) <= shortest) {
        shortestAt = line;
      }
    }
    return new MeshingEstimate(
        count,
        Mesher.TET_BYTES * count,
        count / TETS_PER_SECOND,
        sharpness.smallest(),
        sharpness.where(),
        shortest,
        shortestAt);
  }

  private static double[] line(double[] x, int a, int b) {
    return new double[] {
      x[3 * a], x[3 * a + 1], x[3 * a + 2], x[3 * b], x[3 * b + 1], x[3 * b + 2]
    };
  }

  /// The number of tets that a tet will become.
  private double expected(int t) {
    int[] v = mesh.tets.vertex;
    shape.of(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
    double byVolume = PER_VOLUME * shape.volume / sizes.volumeIn(mesh.material[t]);
    boolean isBad = shape.radius2 > sizes.bound() * sizes.bound() * shape.shortest2;
    double byShape = isBad ? shape.volume * density(t, (x, y, z) -> grown(t, x, y, z)) : 0;
    WishedSizes.EdgeLength edge = sizes.edge();
    double bySize = Math.max(byVolume, byShape);
    return edge == null ? bySize : Math.max(bySize, shape.volume * density(t, edge));
  }

  /// The edge length that the bound of shapes allows at a place: it grows from the spacing of the
  /// vertices by a share of the distance.
  private double grown(int t, double x, double y, double z) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 4 * t; i < 4 * t + 4; i++) {
      int v = mesh.tets.vertex[i];
      double u = mesh.xyz[3 * v] - x;
      double w = mesh.xyz[3 * v + 1] - y;
      double q = mesh.xyz[3 * v + 2] - z;
      least = Math.min(least, spacing[v] + GROWTH * Math.sqrt(u * u + w * w + q * q));
    }
    return least;
  }

  /// Tets in a volume of 1, as edge lengths at places inside of the tet ask for them.
  private double density(int t, WishedSizes.EdgeLength edge) {
    double sum = 0;
    int samples = 0;
    // The places have barycentric coordinates of whole parts.
    for (int i = 1; i <= PARTS - 3; i++) {
      for (int j = 1; i + j <= PARTS - 2; j++) {
        for (int k = 1; i + j + k <= PARTS - 1; k++) {
          double[] p = place(t, i, j, k);
          double h = edge.at(p[0], p[1], p[2]);
          sum += 1 / (WishedSizes.REGULAR * h * h * h);
          samples++;
        }
      }
    }
    return sum / samples;
  }

  private double[] place(int t, int... parts) {
    int[] v = mesh.tets.vertex;
    double[] p = new double[3];
    int rest = PARTS - parts[0] - parts[1] - parts[2];
    for (int c = 0; c < 12; c++) {
      double weight = (c < 9 ? parts[c / 3] : rest) / (double) PARTS;
      p[c % 3] += weight * mesh.xyz[3 * v[4 * t + c / 3] + c % 3];
    }
    return p;
  }
}
