// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import weft.mesh.internal.EdgeTable;
import weft.mesh.internal.Tets;

/// The new tets that fill the cavity of a patch: one at each face of its border, with the point as
/// corner 3. Each gets a region and a slot there:
///
/// ```
/// region   that which its place belongs to, if it has lent tets to the attempt, and has a slot left
///          else that which made the attempt
/// slot     that of a tet that falls there, then one that is kept there for the attempt
/// ```
///
/// So borders of regions stay where they were at first, and do not become rougher.
public final class PatchFilling {
  private final EdgeTable edges;
  private final Tets tets = new Tets(64);
  private CavityPatch patch = new CavityPatch();
  private int point;
  private int count;
  private int[] all = new int[0];
  private int[] regions = new int[0];
  private int[] slots = new int[0];

  /// The copy behind each face, and its face: `4 * copy + face`.
  private int[] behind = new int[0];

  /// Of each region that has lent tets, the next of its slots to give.
  private int[] table = new int[64];

  private int[] next = new int[64];

  PatchFilling(EdgeTable edges) {
    this.edges = edges;
  }

  /// The number of new tets.
  public int count() {
    return count;
  }

  /// The region of a new tet.
  public int region(int i) {
    return regions[i];
  }

  /// Its slot there.
  public int slot(int i) {
    return slots[i];
  }

  /// A corner of it, a vertex of the region that makes the attempt.
  public int corner(int i, int corner) {
    return tets.vertex[4 * i + corner];
  }

  /// The region of the tet beyond one of its faces.
  public int regionBeyond(int i, int face) {
    return face == 3 ? patch.region(behind[i] >> 2) : regions[tets.link[4 * i + face] >> 2];
  }

  /// Where that tet is there: `4 * slot + face`.
  public int linkBeyond(int i, int face) {
    if (face == 3) {
      return 4 * patch.tet(behind[i] >> 2) + (behind[i] & 3);
    }
    int link = tets.link[4 * i + face];
    return 4 * slots[link >> 2] + (link & 3);
  }

  /// The corner of that tet that is not on the face.
  public int apexBeyond(int i, int face) {
    return face == 3
        ? patch.corner(behind[i] >> 2, behind[i] & 3)
        : tets.vertex[tets.link[4 * i + face]];
  }

  /// Finds the new tets of a patch from which nothing is missing.
  void find(CavityPatch patch, RegionMesh mesh, int self, int point) {
    this.patch = patch;
    this.point = point;
    findBorder();
    edges.connect(tets, all, count);
    place(mesh, self);
  }

  // The border.

  /// Matches faces by their vertices: a face of a tet that falls is inside, or on the border, where
  /// a tet that does not fall is behind it.
  private void findBorder() {
    int copies = patch.tets();
    int falling = 0;
    for (int i = 0; i < copies; i++) {
      falling += patch.falls(i) ? 1 : 0;
    }
    int size = Integer.highestOneBit(8 * falling + 8) * 2;
    if (table.length < size) {
      table = new int[size];
    }
    if (next.length < 4 * copies) {
      next = new int[8 * copies];
    }
    Arrays.fill(table, 0, size, 0);
    int mask = size - 1;
    int open = 0;
    for (int i = 0; i < 4 * copies; i++) {
      if (patch.falls(i >> 2)) {
        int place = find(mask, i);
        if (table[place] == 0) {
          table[place] = i + 1;
          next[i] = NOTHING;
          open++;
        } else {
          next[table[place] - 1] = INSIDE;
          next[i] = INSIDE;
          open--;
        }
      }
    }
    for (int i = 0; i < 4 * copies; i++) {
      if (!patch.falls(i >> 2)) {
        int place = find(mask, i);
        if (table[place] != 0) {
          next[table[place] - 1] = i;
        }
      }
    }
    list(open);
  }

  private static final int NOTHING = -1;
  private static final int INSIDE = -2;

  private void list(int open) {
    if (all.length < open) {
      all = new int[2 * open];
      Arrays.setAll(all, i -> i);
      regions = new int[2 * open];
      slots = new int[2 * open];
      behind = new int[2 * open];
    }
    tets.clear();
    tets.reserve(open);
    count = 0;
    for (int i = 0; i < 4 * patch.tets(); i++) {
      if (patch.falls(i >> 2) && next[i] != INSIDE) {
        if (next[i] == NOTHING) {
          throw new IllegalStateException("a face of a cavity has no tet behind it");
        }
        int f = 3 * (i & 3);
        behind[count] = next[i];
        tets.set(
            count++,
            patch.corner(i >> 2, Tets.faceCorner(f)),
            patch.corner(i >> 2, Tets.faceCorner(f + 1)),
            patch.corner(i >> 2, Tets.faceCorner(f + 2)),
            point);
      }
    }
  }

  /// The place of a face with the same vertices, or the free one where it belongs.
  private int find(int mask, int face) {
    int place = (int) (key(face) * 0x9e3779b97f4a7c15L >>> 40) & mask;
    while (table[place] != 0 && !isSame(table[place] - 1, face)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /// A number of the three vertices of a face, in any order.
  private long key(int face) {
    long sum = 0;
    long mixed = 0;
    for (int i = 0; i < 4; i++) {
      if (i != (face & 3)) {
        long v = patch.corner(face >> 2, i) + 1L;
        sum += v;
        mixed ^= v * v * 0xbf58476d1ce4e5b9L;
      }
    }
    return sum + mixed;
  }

  private boolean isSame(int a, int b) {
    for (int i = 0; i < 4; i++) {
      if (i != (a & 3) && !hasCorner(b, patch.corner(a >> 2, i))) {
        return false;
      }
    }
    return true;
  }

  private boolean hasCorner(int face, int vertex) {
    for (int i = 0; i < 4; i++) {
      if (i != (face & 3) && patch.corner(face >> 2, i) == vertex) {
        return true;
      }
    }
    return false;
  }

  // Regions and slots.

  private void place(RegionMesh mesh, int self) {
    patch.beginSlots();
    for (int i = 0; i < count; i++) {
      int home = mesh.home(tets.vertex, 4 * i);
      int slot = patch.takeSlot(home);
      if (slot < 0 && home != self) {
        home = self;
        slot = patch.takeSlot(home);
      }
      regions[i] = home;
      slots[i] = slot < 0 ? mesh.takeSlot() : slot;
    }
  }
}
