// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import weft.mesh.Delaunay;

/// The shape of each tet of a mesh.
@SuppressWarnings("ArrayRecordComponent") // never compared
record TetShapes(double[] volumes, double[] ratios, double[] dihedrals) {
  /// Computes volumes, ratios of the circumradius to the shortest edge, and smallest dihedral
  /// angles in degrees.
  static TetShapes of(Delaunay mesh) {
    int count = mesh.tetCount();
    var shapes = new TetShapes(new double[count], new double[count], new double[count]);
    double[][] p = new double[4][3];
    for (int t = 0; t < count; t++) {
      double shortest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
          p[i][k] = mesh.coordinate(mesh.corner(t, i), k);
        }
      }
      for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
          double[] edge = minus(p[j], p[i]);
          shortest = Math.min(shortest, Math.sqrt(dot(edge, edge)));
        }
      }
      double[] a = minus(p[1], p[0]);
      shapes.volumes[t] = dot(a, cross(minus(p[2], p[0]), minus(p[3], p[0]))) / 6;
      shapes.ratios[t] = mesh.circumradius(t) / shortest;
      shapes.dihedrals[t] = smallestDihedral(p);
    }
    return shapes;
  }

  /// The smallest angle between two faces, in degrees.
  private static double smallestDihedral(double[][] p) {
    double least = 180;
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        int k = 0;
        while (k == i || k == j) {
          k++;
        }
        double[] edge = minus(p[j], p[i]);
        double[] first = cross(edge, minus(p[k], p[i]));
        double[] second = cross(edge, minus(p[6 - i - j - k], p[i]));
        double sine = Math.sqrt(dot(cross(first, second), cross(first, second)));
        least = Math.min(least, Math.toDegrees(Math.atan2(sine, dot(first, second))));
      }
    }
    return least;
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
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
