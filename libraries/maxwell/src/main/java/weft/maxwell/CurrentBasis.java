// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.Arrays;
import weft.maxwell.internal.EdgeOrder;
import weft.maxwell.internal.Enclosure;
import weft.maxwell.internal.SurfaceParts;
import weft.maxwell.internal.TriangleDistance;
import weft.mesh.surface.Surface;

/// The functions that describe a current on a surface: one for each edge between two triangles, T⁺
/// and T⁻. It flows from T⁺ to T⁻, is (x − S⁺)/2|T⁺| on the first and −(x − S⁻)/2|T⁻| on the second
/// one, where S is the corner opposite the edge, and zero elsewhere. A current of 1 crosses the
/// edge. An edge of n triangles has n − 1 functions, an edge of one has none. Source: S. M. Rao, D.
/// R. Wilton, A. W. Glisson, "Electromagnetic scattering by surfaces of arbitrary shape", 1982,
/// here without the factor of the edge's length.
public final class CurrentBasis {
  private final Surface surface;
  private final int[] plus;
  private final int[] minus;
  private final int[] plusCorner;
  private final int[] minusCorner;
  private final int[] first;
  private final int[] entries;
  private final SurfaceParts parts;

  private CurrentBasis(Surface surface, int[][] functions) {
    this.surface = surface;
    plus = functions[0];
    plusCorner = functions[1];
    minus = functions[2];
    minusCorner = functions[3];
    first = new int[surface.triangleCount() + 1];
    for (int j = 0; j < plus.length; j++) {
      first[plus[j] + 1]++;
      first[minus[j] + 1]++;
    }
    for (int t = 0; t < surface.triangleCount(); t++) {
      first[t + 1] += first[t];
    }
    entries = new int[2 * plus.length];
    int[] next = first.clone();
    for (int j = 0; j < plus.length; j++) {
      entries[next[plus[j]]++] = j << 3 | plusCorner[j] << 1;
      entries[next[minus[j]]++] = j << 3 | minusCorner[j] << 1 | 1;
    }
    parts = SurfaceParts.of(surface);
  }

  /// Makes the functions of a surface. Triangles that share an edge must have the same point
  /// numbers there: weld the surface before.
  ///
  /// @throws IllegalArgumentException if there is no edge of two triangles, or there are more than
  ///   100 million functions
  public static CurrentBasis of(Surface surface) {
    int[][] functions = EdgeOrder.functions(surface);
    if (functions[0].length == 0) {
      throw new IllegalArgumentException(
          "no two of the "
              + surface.triangleCount()
              + " triangles share an edge, so no current can flow; join points that are at the same"
              + " place (Surface.welded)");
    }
    return new CurrentBasis(surface, functions);
  }

  /// The number of functions, which are the unknowns.
  public int size() {
    return plus.length;
  }

  /// The surface.
  public Surface surface() {
    return surface;
  }

  /// The triangle from which the current of a function flows.
  public int from(int function) {
    return plus[function];
  }

  /// The triangle to which the current of a function flows.
  public int to(int function) {
    return minus[function];
  }

  /// A number of a function's edge: the same for all functions of an edge, and for no others.
  public int edge(int function) {
    return 3 * plus[function] + plusCorner[function];
  }

  /// The middle of a function's edge: x, y and z.
  public double[] middle(int function) {
    int[] triangles = surface.triangles();
    int t = plus[function];
    int a = triangles[3 * t + (plusCorner[function] + 1) % 3];
    int b = triangles[3 * t + (plusCorner[function] + 2) % 3];
    var middle = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      middle[axis] = (surface.points()[3 * a + axis] + surface.points()[3 * b + axis]) / 2;
    }
    return middle;
  }

  /// The length of a function's edge.
  public double length(int function) {
    int[] triangles = surface.triangles();
    int t = plus[function];
    return distance(
        triangles[3 * t + (plusCorner[function] + 1) % 3],
        triangles[3 * t + (plusCorner[function] + 2) % 3]);
  }

  private double distance(int a, int b) {
    double[] p = surface.points();
    double x = p[3 * a] - p[3 * b];
    double y = p[3 * a + 1] - p[3 * b + 1];
    double z = p[3 * a + 2] - p[3 * b + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /// The length of the longest side of a triangle.
  double longest(int triangle) {
    int[] corners = surface.triangles();
    double most = 0;
    for (int c = 0; c < 3; c++) {
      most =
          Math.max(most, distance(corners[3 * triangle + c], corners[3 * triangle + (c + 1) % 3]));
    }
    return most;
  }

  /// The centre of a triangle.
  double[] centre(int triangle) {
    double[] centre = new double[3];
    for (int c = 0; c < 3; c++) {
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] += surface.points()[3 * surface.triangles()[3 * triangle + c] + axis] / 3;
      }
    }
    return centre;
  }

  /// The length of the longest edge of all triangles.
  public double longestEdge() {
    return Arrays.stream(surface.edges())
        .mapToDouble(edge -> distance((int) (edge >>> 32), (int) edge))
        .max()
        .orElse(0);
  }

  /// The distance of a point from the nearest triangle.
  public double distance(double x, double y, double z) {
    double[] p = surface.points();
    int[] triangles = surface.triangles();
    double[] at = {x, y, z};
    double least = Double.POSITIVE_INFINITY;
    for (int t = 0; t < surface.triangleCount(); t++) {
      least =
          Math.min(
              least,
              TriangleDistance.square(
                  p, 3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2], at));
    }
    return Math.sqrt(least);
  }

  /// The number of parts: triangles that are connected by edges.
  public int parts() {
    return parts.count();
  }

  /// The part of a triangle, from 0.
  public int part(int triangle) {
    return parts.of(triangle);
  }

  /// Whether a part is closed: each of its edges has two triangles, which face the same way.
  public boolean isClosed(int part) {
    return parts.isClosed(part);
  }

  /// Whether a point is inside a closed part, whose front is outside.
  public boolean encloses(double x, double y, double z) {
    double[] p = surface.points();
    int[] triangles = surface.triangles();
    double[] at = {x, y, z};
    double turns = 0;
    for (int t = 0; t < surface.triangleCount(); t++) {
      if (isClosed(part(t))) {
        turns +=
            Enclosure.solidAngle(
                p, 3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2], at);
      }
    }
    return turns > 2 * Math.PI;
  }

  /// The functions of a triangle are `entry(i)` for i from `begin(t)` to `begin(t + 1)` − 1: the
  /// function's number times 8, the opposite corner times 2, and 1 where the triangle is T⁻.
  int begin(int triangle) {
    return first[triangle];
  }

  int[] firsts() {
    return first;
  }

  int[] entries() {
    return entries;
  }
}
