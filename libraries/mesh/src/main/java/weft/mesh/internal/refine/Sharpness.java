// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Which segments and facets meet others at angles too sharp for the refinement to end by itself.
///
/// @param segments segments that meet another below 60°, or two of whose facets meet below 70.5°
/// @param facets facets with such a segment
/// @param ends the six coordinates of each segment's ends
/// @param spread for each end of a segment how far from each other the places are, at a distance of
///   1 from the end, on this and on the nearest other segment that ends there
/// @param smallest the smallest angle between two segments or facets, in degrees
/// @param where six coordinates of the segment with that angle; empty if there is none
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record Sharpness(
    boolean[] segments,
    boolean[] facets,
    double[] ends,
    double[] spread,
    double smallest,
    double[] where) {
  /// Whether there is any.
  public boolean any() {
    for (boolean each : segments) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  /// How far a place on a segment is from the one that has the same distance from a common end on
  /// another segment.
  double spreadAt(int segment, double x, double y, double z) {
    double least = Double.POSITIVE_INFINITY;
    for (int end = 2 * segment; end < 2 * segment + 2; end++) {
      double u = ends[3 * end] - x;
      double v = ends[3 * end + 1] - y;
      double w = ends[3 * end + 2] - z;
      least = Math.min(least, spread[end] * Math.sqrt(u * u + v * v + w * w));
    }
    return least;
  }
}
