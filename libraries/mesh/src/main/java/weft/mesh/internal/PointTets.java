// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import org.jspecify.annotations.Nullable;

/// The finished tets of points. Nothing changes it, so any thread may read it.
///
/// @param dimension of the smallest space that contains the points: −1 without points, up to 3
/// @param corners four points for each tet, in positive order
/// @param links what is beyond the face opposite each corner, `4 * tet + face`, or −1 at the hull
/// @param tetOf a tet of each point, or −1 for points that are no corner
/// @param same for each point the first one at its place; null if no two are at one place
public record PointTets(
    int dimension, int[] corners, int[] links, int[] tetOf, int @Nullable [] same) {
  /// The number of tets.
  public int count() {
    return corners.length / 4;
  }

  /// The corner of a tet that is this point, 0 to 3.
  int cornerOf(int tet, int point) {
    int i = 0;
    while (corners[4 * tet + i] != point) {
      i++;
    }
    return i;
  }
}
