// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.List;

/// What a file of a surface holds, and what is written to one.
///
/// @param points x, y and z of each point
/// @param triangles three point numbers for each triangle
/// @param groups the group of each triangle
/// @param groupNames the names of the groups
/// @param notes defects of the file itself
/// @param remarks what the reader did
@SuppressWarnings("ArrayRecordComponent") // never compared
record SurfaceArrays(
    double[] points,
    int[] triangles,
    int[] groups,
    List<String> groupNames,
    List<FileNote> notes,
    List<String> remarks) {

  int pointCount() {
    return points.length / 3;
  }

  int triangleCount() {
    return triangles.length / 3;
  }

  /// The coordinates of a corner, 0 to 2, of a triangle.
  double[] corner(int triangle, int corner) {
    int p = 3 * triangles[3 * triangle + corner];
    return new double[] {points[p], points[p + 1], points[p + 2]};
  }
}
