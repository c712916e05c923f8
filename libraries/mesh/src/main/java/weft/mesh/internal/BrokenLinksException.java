// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Locale;

/// Links of tets lead round, or to nowhere: an error of the library, which ends a walk that would
/// not end otherwise.
public final class BrokenLinksException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private BrokenLinksException(String message) {
    super(message);
  }

  /// The tets around an edge form no ring.
  public static BrokenLinksException around(double[] xyz, int a, int b) {
    return new BrokenLinksException(
        "the tets around the edge from %s to %s form no ring; this is an error of the mesher: please report it with the input"
            .formatted(place(xyz, a), place(xyz, b)));
  }

  /// The tets around the edge of two points form no ring.
  public static BrokenLinksException aroundPoints(int a, int b) {
    return new BrokenLinksException(
        "the tets around the edge from point %d to point %d form no ring; this is an error of the mesher: please report it with the input"
            .formatted(a, b));
  }

  /// A walk to a place does not arrive.
  public static BrokenLinksException towards(double x, double y, double z) {
    return new BrokenLinksException(
        "a walk through the tets to %s does not arrive; this is an error of the mesher: please report it with the input"
            .formatted(place(new double[] {x, y, z}, 0)));
  }

  /// A walk through the triangles of a facet does not arrive.
  ///
  /// @param x a coordinate of where it leads to
  /// @param y another coordinate
  public static BrokenLinksException inFacet(double x, double y) {
    return new BrokenLinksException(
        "a walk through the triangles of a facet to (%.6g, %.6g) in its plane does not arrive; this is an error of the mesher: please report it with the input"
            .formatted(x, y));
  }

  private static String place(double[] xyz, int v) {
    return v == Tets.GHOST && xyz.length > 3
        ? "(outside)"
        : String.format(
            Locale.ROOT, "(%.6g, %.6g, %.6g)", xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]);
  }
}
