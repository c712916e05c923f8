// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.List;

/// What is to be filled with tets: points, facets as triangles, segments, and points in regions and
/// holes.
///
/// @param xyz three coordinates for each point; no two points are at one place
/// @param triangles three points for each triangle; within a facet they have one orientation
/// @param facets the facet of each triangle
/// @param facetCount the number of facets
/// @param segments two points for each segment: borders of facets, and others
/// @param holes x, y, z of a point in each hole
/// @param regions a point in each region that is named
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record Domain(
    double[] xyz,
    int[] triangles,
    int[] facets,
    int facetCount,
    int[] segments,
    double[] holes,
    List<Region> regions) {
  /// A place in a region.
  ///
  /// @param number the material's
  /// @param maxVolume of a tet; infinite if none is given
  public record Region(double x, double y, double z, int number, double maxVolume) {}

  /// The number of points.
  public int pointCount() {
    return xyz.length / 3;
  }

  /// The length of the shortest segment; infinite if there are none.
  public double shortest() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < segments.length; i += 2) {
      least = Math.min(least, distance(segments[i], segments[i + 1]));
    }
    return least;
  }

  private double distance(int a, int b) {
    double x = xyz[3 * a] - xyz[3 * b];
    double y = xyz[3 * a + 1] - xyz[3 * b + 1];
    double z = xyz[3 * a + 2] - xyz[3 * b + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
