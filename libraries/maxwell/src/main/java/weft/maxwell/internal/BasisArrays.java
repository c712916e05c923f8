// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// The functions of a surface as arrays.
///
/// @param points x, y and z of each point
/// @param triangles three points of each triangle
/// @param size the number of functions
/// @param firsts the begin of each triangle's entries
/// @param entries the functions of each triangle: the number times 8, the opposite corner times 2,
///   and 1 where the current flows into the triangle
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BasisArrays(double[] points, int[] triangles, int size, int[] firsts, int[] entries) {
  int triangleCount() {
    return triangles.length / 3;
  }

  static int function(int entry) {
    return entry >> 3;
  }

  static int corner(int entry) {
    return entry >> 1 & 3;
  }

  static double sign(int entry) {
    return (entry & 1) == 0 ? 1 : -1;
  }
}
