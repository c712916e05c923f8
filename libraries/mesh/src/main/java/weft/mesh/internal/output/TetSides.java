// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.util.Arrays;
import weft.mesh.internal.content.MeshContent;

/// The sides of tets on which the triangles of a mesh are.
final class TetSides {
  private static final int[][] SIDE = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

  private final MeshContent mesh;
  private final int[] place;
  private final boolean[] inner;

  /// The first triangle of each smallest corner; the next one of each triangle.
  private final int[] first;

  private final int[] next;

  TetSides(MeshContent mesh) {
    this.mesh = mesh;
    place = new int[mesh.faceCount()];
    inner = new boolean[place.length];
    first = new int[mesh.pointCount()];
    next = new int[place.length];
    Arrays.fill(place, -1);
    Arrays.fill(first, -1);
    int[] corners = new int[3];
    for (int f = 0; f < place.length; f++) {
      System.arraycopy(mesh.faces(), mesh.faceWidth() * f, corners, 0, 3);
      Arrays.sort(corners);
      next[f] = first[corners[0]];
      first[corners[0]] = f;
    }
    int width = mesh.tetWidth();
    int[] other = new int[3];
    for (int t = 0; t < mesh.tetCount(); t++) {
      for (int side = 0; side < 4; side++) {
        for (int k = 0; k < 3; k++) {
          corners[k] = mesh.tets()[width * t + SIDE[side][k]];
        }
        Arrays.sort(corners);
        for (int f = first[corners[0]]; f >= 0; f = next[f]) {
          System.arraycopy(mesh.faces(), mesh.faceWidth() * f, other, 0, 3);
          Arrays.sort(other);
          if (Arrays.equals(corners, other)) {
            inner[f] = place[f] >= 0;
            place[f] = place[f] >= 0 ? place[f] : 4 * t + side;
          }
        }
      }
    }
  }

  /// The first tet that has a triangle, times 4, plus the corner opposite; −1 if none has it.
  int place(int face) {
    return place[face];
  }

  /// Whether tets are on both sides of a triangle.
  boolean isInner(int face) {
    return inner[face];
  }

  /// The corners of a triangle, counterclockwise seen from outside its tet.
  int corner(int face, int i) {
    if (place[face] < 0) {
      return mesh.faces()[mesh.faceWidth() * face + i];
    }
    // The table has them as seen from inside.
    int k = i == 0 ? 0 : 3 - i;
    return mesh.tets()[mesh.tetWidth() * (place[face] / 4) + SIDE[place[face] % 4][k]];
  }
}
