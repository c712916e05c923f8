// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import org.jspecify.annotations.Nullable;

/// How large tets may be.
///
/// @param bound the largest circumradius over shortest edge
/// @param maxVolume the largest volume; infinite if there is none
/// @param volumes the largest volume in each region; infinite where there is none
/// @param edge the edge length wished for at a place; null if there is none
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record WishedSizes(
    double bound, double maxVolume, double[] volumes, @Nullable EdgeLength edge) {
  /// A circumradius of more than this share of the edge length wished for is too large; so the mean
  /// edge is about as long as wished.
  public static final double RADIUS = 0.7;

  /// An edge length at a place.
  @FunctionalInterface
  public interface EdgeLength {
    /// Returns a length that is positive, or infinite where any is good.
    double at(double x, double y, double z);
  }

  /// Volume of a regular tet over the cube of its edge.
  public static final double REGULAR = 0.1179;

  /// The edge length that is wished for at a place in a region; infinite if any is good.
  double lengthAt(int region, double x, double y, double z) {
    double length = StrictMath.cbrt(volumeIn(region) / REGULAR);
    return edge == null ? length : Math.min(length, edge.at(x, y, z));
  }

  /// The largest volume in a region.
  public double volumeIn(int region) {
    return region < volumes.length ? Math.min(maxVolume, volumes[region]) : maxVolume;
  }
}
