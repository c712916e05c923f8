// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import weft.mesh.internal.Predicates;

/// The plane of the patch that is being recovered: which vertices are above, below and in it.
final class FacetPlane {
  private final RecoveryMesh mesh;
  private final Predicates exact;
  private byte[] side = new byte[64];
  private int[] stamps = new int[64];
  private int stamp;
  private int first;
  private int second;
  private int third;

  FacetPlane(RecoveryMesh mesh) {
    this.mesh = mesh;
    exact = mesh.kernel.predicates();
  }

  /// Begins with the plane of three vertices, counterclockwise seen from above.
  void set(int first, int second, int third) {
    this.first = first;
    this.second = second;
    this.third = third;
    stamp++;
    if (stamps.length < mesh.kernel.vertices()) {
      stamps = Arrays.copyOf(stamps, 2 * mesh.kernel.vertices());
      side = Arrays.copyOf(side, stamps.length);
    }
  }

  /// Says of a vertex that it is in the plane, which then is not computed.
  void noteInside(int v) {
    stamps[v] = stamp;
    side[v] = 0;
  }

  /// 1 if a vertex is above the plane, −1 if it is below, 0 if it is in the plane.
  int side(int v) {
    if (stamps[v] != stamp) {
      stamps[v] = stamp;
      side[v] = (byte) exact.orient3d(mesh.kernel.xyz(), first, second, third, v);
    }
    return side[v];
  }

  /// Whether `c` is left of the line from `a` to `b`, seen from above: 1 if so, −1 if it is right.
  ///
  /// @param off a vertex that is not in the plane
  int left(int a, int b, int c, int off) {
    return exact.orient3d(mesh.kernel.xyz(), a, b, c, off) * side(off);
  }
}
