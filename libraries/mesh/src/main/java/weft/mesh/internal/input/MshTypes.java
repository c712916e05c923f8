// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

/// The types of elements that Gmsh has.
public final class MshTypes {
  private static final int[] NODES = {
    0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5,
    6, 20, 35, 56
  };

  private MshTypes() {}

  /// The number of nodes of a type of element; 0 if there is no such type.
  public static int nodes(int type) {
    return type > 0 && type < NODES.length ? NODES[type] : 0;
  }

  /// The number of corners of a flat element: 3 or 4; 0 for all others.
  public static int sides(int type) {
    return switch (type) {
      case 2, 9, 20, 21, 22, 23, 24, 25 -> 3;
      case 3, 10, 16 -> 4;
      default -> 0;
    };
  }

  /// Whether an element is a tet, of any order.
  public static boolean isTet(int type) {
    return type == 4 || type == 11 || (type >= 29 && type <= 31);
  }

  /// The dimension of an element.
  static int dimension(int type) {
    return switch (type) {
      case 15 -> 0;
      case 1, 8, 26, 27, 28 -> 1;
      default -> sides(type) > 0 ? 2 : 3;
    };
  }
}
