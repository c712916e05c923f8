// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The elements of a .msh, and its nodes by their numbers.
final class MshElements {
  /// The number of nodes of each type of element of Gmsh; 0 if there is no such type.
  private static final int[] NODES = {
    0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5,
    6, 20, 35, 56
  };

  private static final int DENSE = 1 << 22;

  /// Nodes with small numbers, which nearly all files have: their indices plus one.
  private int[] dense = new int[1 << 10];

  private final Map<Long, Integer> sparse = new HashMap<>();
  private long[] corners = new long[64];

  /// Points that are corners of an element of any kind, and those that are corners of triangles.
  private boolean[] used = new boolean[1 << 10];

  private int curved;

  static int nodes(int type) {
    return type > 0 && type < NODES.length ? NODES[type] : 0;
  }

  /// The number of corners of a flat element: 3 or 4; 0 for all others.
  static int sides(int type) {
    return switch (type) {
      case 2, 9, 20, 21, 22, 23, 24, 25 -> 3;
      case 3, 10, 16 -> 4;
      default -> 0;
    };
  }

  void node(long number, int index, FileBytes in) throws SurfaceFileException {
    if (number < 1) {
      throw in.wrong("a node has the number " + number);
    }
    if (number >= DENSE) {
      sparse.put(number, index);
      return;
    }
    if (number >= dense.length) {
      dense = Arrays.copyOf(dense, (int) Math.min(DENSE, 2 * number));
    }
    dense[(int) number] = index + 1;
  }

  long[] room(int nodes) {
    if (corners.length < nodes) {
      corners = new long[nodes];
    }
    return corners;
  }

  private int index(long number, FileBytes in) throws SurfaceFileException {
    Integer index =
        number >= DENSE
            ? sparse.get(number)
            : number > 0 && number < dense.length && dense[(int) number] > 0
                ? Integer.valueOf(dense[(int) number] - 1)
                : null;
    if (index == null) {
      throw in.wrong("there is no node " + number);
    }
    return index;
  }

  void add(int type, int nodes, FileBytes in, SurfaceBuilder out) throws SurfaceFileException {
    int sides = sides(type);
    var points = new int[4];
    for (int k = 0; k < nodes; k++) {
      int point = index(corners[k], in);
      if (k < sides) {
        points[k] = point;
      } else {
        if (point >= used.length) {
          used = Arrays.copyOf(used, Math.max(2 * used.length, point + 1));
        }
        used[point] = true;
      }
    }
    if (sides > 0) {
      out.face(points, sides);
      curved += nodes > sides ? 1 : 0;
    }
  }

  /// Removes the points that only other elements use, such as those inside a volume. Points that no
  /// element uses stay, as they are a defect.
  void dropOthers(SurfaceBuilder out) {
    if (curved > 0) {
      out.remark(
          String.format(
              java.util.Locale.ROOT,
              "Of %,d curved elements only the corners were taken.",
              curved));
    }
    int dropped = out.dropPoints(used);
    if (dropped > 0) {
      out.remark(
          String.format(
              java.util.Locale.ROOT,
              "%,d points that no triangle uses belong to other elements, and were left out.",
              dropped));
    }
  }
}
