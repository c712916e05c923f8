// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.List;
import weft.mesh.internal.SurfaceEdges;
import weft.mesh.internal.UnionFind;

/// Checks of edges: how many triangles each has, and at which angle two of them meet.
final class EdgeChecks {
  /// Neighbours that are nearer to one plane are merged when a volume is meshed.
  private static final double SMALL_ANGLE = Math.toRadians(0.1);

  /// What the rounding of coordinates to 32 bits, as in .stl, may turn a triangle by: this times
  /// the largest coordinate over its height.
  private static final double ROUNDING = 5e-7;

  /// In a curved surface, small angles have others beside them that are not much larger, below
  /// this.
  private static final double SHARP = Math.toRadians(15);

  private final CheckedSurface checked;
  private final SurfaceEdges edges;

  EdgeChecks(CheckedSurface checked) {
    this.checked = checked;
    this.edges = checked.edges;
  }

  void run(List<Defect> defects) {
    var open = new DefectCollector(checked.surface, DefectKind.OPEN_BORDER);
    var crowded = new DefectCollector(checked.surface, DefectKind.CROWDED_EDGE);
    for (int edge = 0; edge < edges.count(); edge++) {
      int degree = edges.degree(edge);
      if (degree != 2) {
        DefectCollector collector = degree == 1 ? open : crowded;
        collector.count(1);
        collector.edge(edges.from(edges.side(edge, 0)), edges.to(edges.side(edge, 0)));
        for (int i = 0; i < degree; i++) {
          collector.triangle(edges.side(edge, i) / 3);
        }
      }
    }
    long loops = open.count() == 0 ? 0 : borderParts();
    String parts = loops == 1 ? "1 border" : loops + " borders";
    open.addTo(
        defects,
        "1 edge belongs to one triangle only (an open border)",
        "%,d edges belong to one triangle only (" + parts + ")",
        "Fill the hole, or weld the surface by a tolerance if it is only a slit.");
    crowded.addTo(
        defects,
        "1 edge belongs to three or more triangles",
        "%,d edges belong to three or more triangles",
        "Remove the fins, or keep them if they are walls between materials.");
    checkAngles(defects);
  }

  /// The number of connected parts of all open borders.
  private long borderParts() {
    var parts = new UnionFind(edges.places.length);
    long points = 0;
    long joined = 0;
    var seen = new boolean[edges.places.length];
    for (int edge = 0; edge < edges.count(); edge++) {
      if (edges.degree(edge) == 1) {
        int side = edges.side(edge, 0);
        for (int point : new int[] {edges.from(side), edges.to(side)}) {
          points += seen[point] ? 0 : 1;
          seen[point] = true;
        }
        joined += parts.join(edges.from(side), edges.to(side)) ? 1 : 0;
      }
    }
    return points - joined;
  }

  private void checkAngles(List<Defect> defects) {
    var folds = new DefectCollector(checked.surface, DefectKind.FOLD);
    var straight = new DefectCollector(checked.surface, DefectKind.NEARLY_COPLANAR);
    double size = 0;
    for (int k = 0; k < 3; k++) {
      size = Math.max(size, Math.max(Math.abs(checked.least[k]), Math.abs(checked.most[k])));
    }
    // By how much neighbours deviate from a plane, for each side; infinite if it has no neighbour.
    var bends = new float[checked.corners.length];
    java.util.Arrays.fill(bends, Float.POSITIVE_INFINITY);
    var u = new double[3];
    var v = new double[3];
    for (int edge = 0; edge < edges.count(); edge++) {
      for (int i = 1; i < edges.degree(edge); i++) {
        for (int j = 0; j < i; j++) {
          int one = edges.side(edge, i);
          int other = edges.side(edge, j);
          if (!checked.solid[one / 3] || !checked.solid[other / 3]) {
            continue;
          }
          double rounding = ROUNDING * size * (1 / away(one, u) + 1 / away(other, v));
          double angle = angle(u, v);
          double bend = Math.PI - angle;
          bends[one] = Math.min(bends[one], bend > rounding ? (float) bend : 0);
          bends[other] = Math.min(bends[other], bends[one]);
          if (angle < SMALL_ANGLE && !isCoplanar(one, other)) {
            add(folds, one, other);
          }
        }
      }
    }
    int gentle = 0;
    for (int edge = 0; edge < edges.count(); edge++) {
      float bend = bends[edges.side(edge, 0)];
      gentle += bend > 0 && bend < SHARP ? 1 : 0;
    }
    // Where most edges bend gently, the surface is a curved one, and tiny bends are chance.
    boolean curved = 2 * gentle > edges.count();
    for (int edge = 0; edge < edges.count() && !curved; edge++) {
      int one = edges.side(edge, 0);
      if (edges.degree(edge) == 2 && bends[one] > 0 && bends[one] < SMALL_ANGLE) {
        int other = edges.side(edge, 1);
        if (!isCurved(one / 3, bends) && !isCurved(other / 3, bends) && !isCoplanar(one, other)) {
          add(straight, one, other);
        }
      }
    }
    folds.addTo(
        defects,
        "1 pair of neighbours is folded: the angle between them is less than 0.1°",
        "%,d pairs of neighbours are folded: the angle between them is less than 0.1°",
        "Remove the fold, or open it: no tetrahedra of any quality fit there.");
    straight.addTo(
        defects,
        "1 pair of neighbours is nearly in one plane: less than 0.1° from it, and not in it",
        "%,d pairs of neighbours are nearly in one plane: less than 0.1° from it, and not in it",
        "Move their points into one plane, if they are meant to be: meshing a volume merges them.");
  }

  private boolean isCoplanar(int one, int other) {
    return checked.pairs.isCoplanar(
        edges.from(one), edges.to(one), edges.opposite(one), edges.opposite(other));
  }

  private void add(DefectCollector collector, int one, int other) {
    collector.count(1);
    collector.edge(edges.from(one), edges.to(one));
    collector.triangle(one / 3);
    collector.triangle(other / 3);
  }

  /// Whether a triangle bends gently towards a neighbour.
  private static boolean isCurved(int t, float[] bends) {
    for (int side = 3 * t; side < 3 * t + 3; side++) {
      if (bends[side] >= SMALL_ANGLE && bends[side] < SHARP) {
        return true;
      }
    }
    return false;
  }

  /// The direction from an edge to the corner opposite to it, at a right angle to the edge. Returns
  /// its length: the height of the triangle.
  private double away(int side, double[] direction) {
    double[] xyz = checked.surface.points();
    int p = 3 * Math.min(edges.from(side), edges.to(side));
    int q = 3 * Math.max(edges.from(side), edges.to(side));
    int r = 3 * edges.opposite(side);
    double along = 0;
    double square = 0;
    for (int k = 0; k < 3; k++) {
      double e = xyz[q + k] - xyz[p + k];
      along += e * (xyz[r + k] - xyz[p + k]);
      square += e * e;
    }
    double height = 0;
    for (int k = 0; k < 3; k++) {
      direction[k] = xyz[r + k] - xyz[p + k] - along / square * (xyz[q + k] - xyz[p + k]);
      height += direction[k] * direction[k];
    }
    return Math.sqrt(height);
  }

  private static double angle(double[] u, double[] v) {
    double x = u[1] * v[2] - u[2] * v[1];
    double y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0];
    double dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    return Math.atan2(Math.sqrt(x * x + y * y + z * z), dot);
  }
}
