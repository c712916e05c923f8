// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;

/// Copies of the tets that regions have lent to one attempt to insert a point: those that fall, and
/// those beside them. Corners are vertices of the region that makes the attempt.
///
/// ```
/// add what regions lend → missing: what they name beside it, and nobody has lent yet
/// nothing missing → commit: the new tets, and where they are
/// ```
public final class CavityPatch {
  private int count;
  private int[] regions = new int[64];
  private int[] tets = new int[64];
  private int[] corners = new int[256];
  private boolean[] falls = new boolean[64];

  /// Tets that are beside fallen ones: their regions and their places there.
  private int[] besides = new int[32];

  private int besideCount;

  /// Slots for new tets: their regions and their places there, −1 for one that was given.
  private int[] free = new int[32];

  private int freeCount;

  /// An empty patch.
  public CavityPatch() {}

  /// Adds a copy.
  public void add(int region, int tet, boolean fallen, int a, int b, int c, int d) {
    if (count == tets.length) {
      regions = Arrays.copyOf(regions, 2 * count);
      tets = Arrays.copyOf(tets, 2 * count);
      corners = Arrays.copyOf(corners, 8 * count);
      falls = Arrays.copyOf(falls, 2 * count);
    }
    regions[count] = region;
    tets[count] = tet;
    falls[count] = fallen;
    corners[4 * count] = a;
    corners[4 * count + 1] = b;
    corners[4 * count + 2] = c;
    corners[4 * count + 3] = d;
    count++;
  }

  /// Notes that a tet of another region is beside one that falls.
  public void addBeside(int region, int tet) {
    if (find(region, tet, false)) {
      return;
    }
    if (2 * besideCount == besides.length) {
      besides = Arrays.copyOf(besides, 2 * besides.length);
    }
    besides[2 * besideCount] = region;
    besides[2 * besideCount + 1] = tet;
    besideCount++;
  }

  /// Adds the tets of a claim of the region that makes the attempt, from the one that is `from`.
  public void add(int region, RegionMesh mesh, Claim claim, int from) {
    for (int i = from; i < claim.count(); i++) {
      int t = claim.tet(i);
      add(
          region,
          t,
          claim.isInConflict(i),
          mesh.corner(t, 0),
          mesh.corner(t, 1),
          mesh.corner(t, 2),
          mesh.corner(t, 3));
      for (int f = 0; f < 4 && claim.isInConflict(i); f++) {
        int next = mesh.link(t, f) >> 2;
        if (mesh.isHalo(next)) {
          addBeside(mesh.haloRegion(next), mesh.haloLink(next) >> 2);
        }
      }
    }
  }

  private boolean find(int region, int tet, boolean lent) {
    if (lent) {
      for (int i = 0; i < count; i++) {
        if (tets[i] == tet && regions[i] == region) {
          return true;
        }
      }
      return false;
    }
    for (int i = 0; i < besideCount; i++) {
      if (besides[2 * i + 1] == tet && besides[2 * i] == region) {
        return true;
      }
    }
    return false;
  }

  /// The tets that are needed and not lent: two for each, its region and its place there, by
  /// regions.
  public int[] missing() {
    long[] found = new long[besideCount];
    int size = 0;
    for (int i = 0; i < besideCount; i++) {
      if (!find(besides[2 * i], besides[2 * i + 1], true)) {
        found[size++] = (long) besides[2 * i] << 32 | besides[2 * i + 1];
      }
    }
    Arrays.sort(found, 0, size);
    int[] missing = new int[2 * size];
    for (int i = 0; i < size; i++) {
      missing[2 * i] = (int) (found[i] >> 32);
      missing[2 * i + 1] = (int) found[i];
    }
    return missing;
  }

  /// The number of copies.
  public int tets() {
    return count;
  }

  /// The region of a copy.
  public int region(int i) {
    return regions[i];
  }

  /// Where it is there.
  public int tet(int i) {
    return tets[i];
  }

  /// Whether it falls.
  public boolean falls(int i) {
    return falls[i];
  }

  /// A corner of a copy.
  public int corner(int i, int corner) {
    return corners[4 * i + corner];
  }

  /// The tets of a region that fall.
  public int[] fallen(int region) {
    int[] fallen = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (regions[i] == region && falls[i]) {
        fallen[size++] = tets[i];
      }
    }
    return Arrays.copyOf(fallen, size);
  }

  /// Notes that a region keeps a slot for a new tet.
  public void addSpare(int region, int slot) {
    if (2 * freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * free.length);
    }
    free[2 * freeCount] = region;
    free[2 * freeCount + 1] = slot;
    freeCount++;
  }

  /// The number of slots that regions keep for new tets.
  public int spares() {
    return freeCount;
  }

  /// The region of such a slot.
  public int spareRegion(int i) {
    return free[2 * i];
  }

  /// Its place there.
  public int spare(int i) {
    return free[2 * i + 1];
  }

  /// From now on, the slots of tets that fall are for new ones, too.
  void beginSlots() {
    for (int i = 0; i < count; i++) {
      if (falls[i]) {
        addSpare(regions[i], tets[i]);
      }
    }
  }

  /// A slot of a region for a new tet; −1 if it has none left.
  int takeSlot(int region) {
    for (int i = freeCount - 1; i >= 0; i--) {
      if (free[2 * i] == region && free[2 * i + 1] >= 0) {
        int slot = free[2 * i + 1];
        free[2 * i + 1] = -1;
        return slot;
      }
    }
    return -1;
  }

  /// Fills the cavity in `mesh`, the region that has made the attempt, and returns the new tets, so
  /// that the other regions can be told. They are valid until the next attempt of this rank.
  ///
  /// @param self the number of that region
  public PatchFilling commit(int self, RegionMesh mesh, long attempt, int point) {
    return mesh.fill(self, this, attempt, point);
  }
}
