// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Finds the tets beyond the faces of tets.
public final class TetLinks {
  private static final int[][] FACE = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

  private TetLinks() {}

  /// The tets beyond the faces opposite the corners, four for each; −1 where there is none. No
  /// three tets may have one face.
  public static int[] of(int[] tets, int points) {
    int[] neighbours = new int[tets.length];
    Arrays.fill(neighbours, -1);
    // Faces that wait for their second tet, by their smallest corner.
    int[] first = new int[points];
    int[] next = new int[tets.length];
    Arrays.fill(first, -1);
    int[] a = new int[3];
    int[] b = new int[3];
    for (int place = 0; place < tets.length; place++) {
      sorted(tets, place, a);
      int before = -1;
      int found = first[a[0]];
      while (found >= 0) {
        sorted(tets, found, b);
        if (Arrays.equals(a, b)) {
          break;
        }
        before = found;
        found = next[found];
      }
      if (found < 0) {
        next[place] = first[a[0]];
        first[a[0]] = place;
        continue;
      }
      if (before < 0) {
        first[a[0]] = next[found];
      } else {
        next[before] = next[found];
      }
      neighbours[place] = found / 4;
      neighbours[found] = place / 4;
    }
    return neighbours;
  }

  private static void sorted(int[] tets, int place, int[] corners) {
    for (int k = 0; k < 3; k++) {
      corners[k] = tets[place / 4 * 4 + FACE[place % 4][k]];
    }
    Arrays.sort(corners);
  }
}
