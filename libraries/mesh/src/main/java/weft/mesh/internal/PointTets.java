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
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
public record PointTets(
    int dimension, int[] corners, int[] links, int[] tetOf, int @Nullable [] same) {
  /// The number of tets.
  public int count() {
    return corners.length / 4;
  }

  /// The triangles of the hull, counterclockwise seen from outside.
  public int[] hull() {
    int count = 0;
    for (int link : links) {
      count += link < 0 ? 1 : 0;
    }
    int[] hull = new int[3 * count];
    int used = 0;
    for (int i = 0; i < links.length; i++) {
      if (links[i] < 0) {
        int f = 3 * (i & 3);
        int o = i & ~3;
        // Faces are counterclockwise seen from inside.
        hull[used++] = corners[o + Tets.faceCorner(f)];
        hull[used++] = corners[o + Tets.faceCorner(f + 2)];
        hull[used++] = corners[o + Tets.faceCorner(f + 1)];
      }
    }
    return hull;
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
