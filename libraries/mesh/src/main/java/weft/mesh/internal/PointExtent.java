// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Finds points that extend over what all points extend over.
public final class PointExtent {
  private final double[] xyz;
  private final int[] order;
  private final Predicates predicates;

  private PointExtent(double[] xyz, int[] order, Predicates predicates) {
    this.xyz = xyz;
    this.order = order;
    this.predicates = predicates;
  }

  /// The places in `order` of points that are the corners of a tet; fewer if all points are in a
  /// plane, on a line, or at one place.
  public static int[] of(double[] xyz, int[] order, Predicates predicates) {
    var extent = new PointExtent(xyz, order, predicates);
    int[] found = new int[4];
    int size = 0;
    for (int i = 0; i < order.length && size < 4; i++) {
      if (extent.isFurther(found, size, i)) {
        found[size++] = i;
      }
    }
    return Arrays.copyOf(found, size);
  }

  private boolean isFurther(int[] found, int size, int i) {
    int p = order[i];
    return switch (size) {
      case 0 -> true;
      case 1 -> !isSame(order[found[0]], p);
      case 2 -> !isOnLine(order[found[0]], order[found[1]], p);
      default ->
          predicates.orient3d(xyz, order[found[0]], order[found[1]], order[found[2]], p) != 0;
    };
  }

  private boolean isSame(int a, int b) {
    return xyz[3 * a] == xyz[3 * b]
        && xyz[3 * a + 1] == xyz[3 * b + 1]
        && xyz[3 * a + 2] == xyz[3 * b + 2];
  }

  private boolean isOnLine(int a, int b, int c) {
    for (int k = 0; k < 3; k++) {
      int l = (k + 1) % 3;
      if (predicates.orient2d(
              xyz[3 * a + k],
              xyz[3 * a + l],
              xyz[3 * b + k],
              xyz[3 * b + l],
              xyz[3 * c + k],
              xyz[3 * c + l])
          != 0) {
        return false;
      }
    }
    return true;
  }
}
