// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes bodies of unit cells in a grid. Material 0 is empty.
final class Voxels {
  private final int[] n;
  private final int[] cells;
  private final Map<List<Integer>, Integer> corners = new LinkedHashMap<>();
  private final List<Body.Facet> facets = new ArrayList<>();

  private Voxels(int[] n, int[] cells) {
    this.n = n;
    this.cells = cells;
  }

  private int at(int x, int y, int z) {
    boolean inside = x >= 0 && y >= 0 && z >= 0 && x < n[0] && y < n[1] && z < n[2];
    return inside ? cells[(x * n[1] + y) * n[2] + z] : 0;
  }

  /// Markers are 1 to 6 for walls to nothing, by direction, and 7 inside.
  static Body body(int[] n, int[] cells) {
    var voxels = new Voxels(n, cells);
    List<Body.Place> places = new ArrayList<>();
    for (int x = -1; x < n[0]; x++) {
      for (int y = -1; y < n[1]; y++) {
        for (int z = -1; z < n[2]; z++) {
          int here = voxels.at(x, y, z);
          if (here > 0) {
            places.add(new Body.Place(x + 0.5, y + 0.375, z + 0.625, here));
          }
          for (int axis = 0; axis < 3; axis++) {
            int[] next = {x, y, z};
            next[axis]++;
            voxels.addWall(axis, next, here, voxels.at(next[0], next[1], next[2]));
          }
        }
      }
    }
    double[] xyz =
        voxels.corners.keySet().stream().flatMap(List::stream).mapToDouble(each -> each).toArray();
    return new Body(xyz, voxels.facets, new int[0], new double[0], places, 0);
  }

  private void addWall(int axis, int[] corner, int here, int beyond) {
    if (here == beyond) {
      return;
    }
    int[] loop = new int[4];
    for (int k = 0; k < 4; k++) {
      int[] at = corner.clone();
      at[(axis + 1) % 3] += k == 1 || k == 2 ? 1 : 0;
      at[(axis + 2) % 3] += k >= 2 ? 1 : 0;
      List<Integer> key = List.of(at[0], at[1], at[2]);
      corners.putIfAbsent(key, corners.size());
      loop[k] = corners.get(key);
    }
    int marker = here > 0 && beyond > 0 ? 7 : 2 * axis + (here > 0 ? 2 : 1);
    facets.add(new Body.Facet(marker, beyond, here, loop));
  }

  /// Fills a cell where parts touch in an edge or a point only.
  static boolean fillsPinched(int[] n, int[] cells) {
    var voxels = new Voxels(n, cells);
    boolean filled = false;
    for (int x = 0; x <= n[0]; x++) {
      for (int y = 0; y <= n[1]; y++) {
        for (int z = 0; z <= n[2]; z++) {
          filled |= voxels.fillsAround(x, y, z);
        }
      }
    }
    return filled;
  }

  /// Of the eight cells at a corner, the full ones must be connected by faces, and the empty ones.
  private boolean fillsAround(int x, int y, int z) {
    int full = 0;
    for (int i = 0; i < 8; i++) {
      if (at(x - 1 + (i & 1), y - 1 + (i >> 1 & 1), z - 1 + (i >> 2)) > 0) {
        full |= 1 << i;
      }
    }
    if (isConnected(full) && isConnected(255 - full)) {
      return false;
    }
    for (int i = 0; i < 8; i++) {
      int cx = x - 1 + (i & 1);
      int cy = y - 1 + (i >> 1 & 1);
      int cz = z - 1 + (i >> 2);
      boolean inside = cx >= 0 && cy >= 0 && cz >= 0 && cx < n[0] && cy < n[1] && cz < n[2];
      if (inside && (full >> i & 1) == 0) {
        cells[(cx * n[1] + cy) * n[2] + cz] = 1;
        return true;
      }
    }
    return false;
  }

  private static boolean isConnected(int set) {
    if (set == 0) {
      return true;
    }
    int reached = Integer.lowestOneBit(set);
    for (int turn = 0; turn < 8; turn++) {
      for (int i = 0; i < 8; i++) {
        if ((reached >> i & 1) != 0) {
          reached |= set & (1 << (i ^ 1) | 1 << (i ^ 2) | 1 << (i ^ 4));
        }
      }
    }
    return reached == set;
  }
}
