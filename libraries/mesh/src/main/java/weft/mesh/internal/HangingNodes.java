// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Finds vertices that lie in a face without being its corner, as finer tets beside a coarse one
/// have them.
public final class HangingNodes {
  /// A vertex that is nearer to a face than this share of its longest edge lies in it: the middle
  /// of an edge is rounded.
  private static final double NEAR = 1e-9;

  private HangingNodes() {}

  /// The first vertex that hangs; −1 if none does. Vertices at one place with a corner, as those on
  /// both sides of a crack, do not hang.
  ///
  /// @param faces three vertices for each face of the boundary
  public static int find(double[] xyz, int[] faces) {
    double[] boxes = new double[2 * faces.length];
    for (int f = 0; f < faces.length; f += 3) {
      double reach = reach(xyz, faces, f);
      for (int k = 0; k < 3; k++) {
        double a = xyz[3 * faces[f] + k];
        double b = xyz[3 * faces[f + 1] + k];
        double c = xyz[3 * faces[f + 2] + k];
        boxes[2 * f + k] = Math.min(a, Math.min(b, c)) - reach;
        boxes[2 * f + 3 + k] = Math.max(a, Math.max(b, c)) + reach;
      }
    }
    var tree = new BoxTree(boxes);
    boolean[] seen = new boolean[xyz.length / 3];
    double[] place = new double[6];
    int[] found = {-1};
    for (int v : faces) {
      if (!seen[v] && found[0] < 0) {
        seen[v] = true;
        System.arraycopy(xyz, 3 * v, place, 0, 3);
        System.arraycopy(xyz, 3 * v, place, 3, 3);
        tree.meeting(place, 0, face -> found[0] = hangs(xyz, faces, 3 * face, v) ? v : found[0]);
      }
    }
    return found[0];
  }

  private static double reach(double[] xyz, int[] faces, int f) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
      square = Math.max(square, square(xyz, faces[f + i], faces[f + (i + 1) % 3]));
    }
    return NEAR * Math.sqrt(square);
  }

  private static double square(double[] xyz, int a, int b) {
    double x = xyz[3 * a] - xyz[3 * b];
    double y = xyz[3 * a + 1] - xyz[3 * b + 1];
    double z = xyz[3 * a + 2] - xyz[3 * b + 2];
    return x * x + y * y + z * z;
  }

  private static boolean hangs(double[] xyz, int[] faces, int f, int v) {
    double reach = reach(xyz, faces, f);
    double[] normal = new double[3];
    double[][] from = new double[3][3];
    for (int i = 0; i < 3; i++) {
      if (square(xyz, faces[f + i], v) <= reach * reach) {
        return false;
      }
      for (int k = 0; k < 3; k++) {
        from[i][k] = xyz[3 * faces[f + i] + k] - xyz[3 * v + k];
      }
    }
    double[][] parts = new double[3][];
    for (int i = 0; i < 3; i++) {
      parts[i] = cross(from[i], from[(i + 1) % 3]);
      for (int k = 0; k < 3; k++) {
        normal[k] += parts[i][k];
      }
    }
    double length = Math.sqrt(dot(normal, normal));
    if (!(length > 0) || Math.abs(dot(normal, from[0])) > reach * length) {
      return false;
    }
    for (int i = 0; i < 3; i++) {
      // Twice the area of the triangle with an edge: its height above the edge is at least −reach.
      double edge = Math.sqrt(square(xyz, faces[f + i], faces[f + (i + 1) % 3]));
      if (dot(parts[i], normal) < -reach * edge * length) {
        return false;
      }
    }
    return true;
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
