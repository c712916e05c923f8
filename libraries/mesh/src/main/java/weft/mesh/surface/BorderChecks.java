// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weft.mesh.internal.BoxTree;
import weft.mesh.internal.SurfaceEdges;

/// Checks open borders for slits: points that are close to those of other borders, or inside their
/// edges.
final class BorderChecks {
  /// The largest distance that counts as close, over the diagonal of the surface.
  private static final double CLOSE = 1e-4;

  /// Points are no closer than this share of their edges, else the edges are just short.
  private static final double SHARE = 0.25;

  /// A distance that counts as zero, over the length of an edge.
  private static final double ON_EDGE = 1e-6;

  private final CheckedSurface checked;
  private final SurfaceEdges edges;
  private final double[] xyz;

  /// Sides of open borders.
  private final int[] sides;

  /// The length of the shortest border edge at each point; 0 if it is on no border.
  private final double[] shortest;

  BorderChecks(CheckedSurface checked) {
    this.checked = checked;
    this.edges = checked.edges;
    this.xyz = checked.surface.points();
    this.shortest = new double[checked.places.length];
    var found = new int[16];
    int count = 0;
    for (int edge = 0; edge < edges.count(); edge++) {
      int side = edges.side(edge, 0);
      if (edges.degree(edge) == 1 && checked.solid[side / 3]) {
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count++] = side;
        double length = checked.length(edges.from(side), edges.to(side));
        shorten(edges.from(side), length);
        shorten(edges.to(side), length);
      }
    }
    sides = Arrays.copyOf(found, count);
  }

  private void shorten(int point, double length) {
    shortest[point] = shortest[point] == 0 ? length : Math.min(shortest[point], length);
  }

  void run(List<Defect> defects) {
    if (sides.length == 0) {
      return;
    }
    var close = new DefectCollector(checked.surface, DefectKind.CLOSE_POINTS);
    var inside = new DefectCollector(checked.surface, DefectKind.T_JUNCTION);
    double largest = find(close, inside);
    close.addTo(
        defects,
        "1 point of an open border is close to another one, but not at its place",
        "%,d points of open borders are close to others, but not at their places",
        String.format(Locale.ROOT, "Weld them by a tolerance of %.2g.", 1.1 * largest));
    inside.addTo(
        defects,
        "1 point of an open border lies inside an edge of a border (a T-junction)",
        "%,d points of open borders lie inside edges of borders (T-junctions)",
        "Cut the triangle at that edge in two, so that the point is a corner of both.");
  }

  private BoxTree tree() {
    var boxes = new double[6 * sides.length];
    for (int i = 0; i < sides.length; i++) {
      for (int k = 0; k < 3; k++) {
        double a = xyz[3 * edges.from(sides[i]) + k];
        double b = xyz[3 * edges.to(sides[i]) + k];
        boxes[6 * i + k] = Math.min(a, b);
        boxes[6 * i + 3 + k] = Math.max(a, b);
      }
    }
    return new BoxTree(boxes);
  }

  /// Collects the points that are close to others, and those inside edges. Returns the largest
  /// distance to the nearest other point.
  private double find(DefectCollector close, DefectCollector inside) {
    BoxTree tree = tree();
    double near = CLOSE * checked.diagonal();
    double largest = 0;
    var box = new double[6];
    var search = new Search(near, close, inside);
    for (int p = 0; p < shortest.length; p++) {
      if (shortest[p] == 0) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        box[k] = xyz[3 * p + k] - near;
        box[3 + k] = xyz[3 * p + k] + near;
      }
      search.point = p;
      search.nearest = Double.POSITIVE_INFINITY;
      search.junction = false;
      tree.meeting(box, 0, search);
      if (search.nearest < Double.POSITIVE_INFINITY) {
        close.count(1);
        close.point(p);
        largest = Math.max(largest, search.nearest);
      } else if (search.junction) {
        inside.count(1);
        inside.point(p);
      }
    }
    return largest;
  }

  /// Compares a point with the border edges near it.
  private final class Search implements BoxTree.Visitor {
    private final double near;
    private final DefectCollector close;
    private final DefectCollector inside;
    private int point;
    private double nearest;
    private boolean junction;

    Search(double near, DefectCollector close, DefectCollector inside) {
      this.near = near;
      this.close = close;
      this.inside = inside;
    }

    @Override
    public void visit(int found) {
      int a = edges.from(sides[found]);
      int b = edges.to(sides[found]);
      if (a == point || b == point) {
        return;
      }
      compare(a, sides[found] / 3);
      compare(b, sides[found] / 3);
      if (isInside(point, a, b)) {
        junction = true;
        inside.triangle(sides[found] / 3);
      }
    }

    private void compare(int end, int triangle) {
      double length = checked.length(point, end);
      if (length <= near && length < SHARE * Math.min(shortest[point], shortest[end])) {
        nearest = Math.min(nearest, length);
        close.triangle(triangle);
      }
    }
  }

  private boolean isInside(int p, int a, int b) {
    double square = 0;
    double along = 0;
    for (int k = 0; k < 3; k++) {
      double e = xyz[3 * b + k] - xyz[3 * a + k];
      square += e * e;
      along += e * (xyz[3 * p + k] - xyz[3 * a + k]);
    }
    double part = along / square;
    if (!(part > ON_EDGE && part < 1 - ON_EDGE)) {
      return false;
    }
    double away = 0;
    for (int k = 0; k < 3; k++) {
      double d = xyz[3 * p + k] - xyz[3 * a + k] - part * (xyz[3 * b + k] - xyz[3 * a + k]);
      away += d * d;
    }
    return away <= ON_EDGE * ON_EDGE * square;
  }
}
