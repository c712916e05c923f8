// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import weft.mesh.internal.Tets;

/// Copies of the tets that regions have lent to one attempt to insert a point: those that fall, and
/// those beside them. Corners are vertices of the region that makes the attempt.
///
/// ```
/// add what regions lend → missing: what they name beside it, and nobody has lent yet
/// nothing missing → commit: the border, and where the new tets are
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

  private int faceCount;
  private int[] faces = new int[0];
  private int[] faceRegions = new int[0];
  private int[] faceLinks = new int[0];
  private int[] faceApexes = new int[0];
  private int[] made = new int[0];

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

  /// Fills the cavity in `mesh`, the region that has made the attempt.
  ///
  /// @param self the number of that region
  public void commit(int self, RegionMesh mesh, long attempt, int point) {
    findBorder();
    mesh.fill(self, this, attempt, point);
  }

  // The border.

  /// Matches faces by their vertices: a face of a tet that falls is inside, or on the border, where
  /// a tet that does not fall is behind it.
  private void findBorder() {
    int falling = 0;
    for (int i = 0; i < count; i++) {
      falling += falls[i] ? 1 : 0;
    }
    int[] table = new int[Integer.highestOneBit(8 * falling + 8) * 2];
    int[] next = new int[4 * count];
    boolean[] inside = new boolean[4 * count];
    for (int i = 0; i < 4 * count; i++) {
      if (falls[i >> 2]) {
        int place = find(table, i);
        if (table[place] == 0) {
          table[place] = i + 1;
        } else {
          inside[table[place] - 1] = true;
          inside[i] = true;
        }
      }
    }
    int open = 0;
    for (int i = 0; i < 4 * count; i++) {
      next[i] = -1;
      if (falls[i >> 2] && !inside[i]) {
        open++;
      }
    }
    for (int i = 0; i < 4 * count; i++) {
      if (!falls[i >> 2]) {
        int place = find(table, i);
        if (table[place] != 0) {
          next[table[place] - 1] = i;
        }
      }
    }
    list(open, inside, next);
  }

  private void list(int open, boolean[] inside, int[] behind) {
    faces = new int[4 * open];
    faceRegions = new int[open];
    faceLinks = new int[open];
    faceApexes = new int[open];
    faceCount = 0;
    for (int i = 0; i < 4 * count; i++) {
      if (falls[i >> 2] && !inside[i]) {
        int other = behind[i];
        if (other < 0) {
          throw new IllegalStateException("a face of a cavity has no tet behind it");
        }
        int o = i & ~3;
        int f = 3 * (i & 3);
        faces[4 * faceCount] = corners[o + Tets.faceCorner(f)];
        faces[4 * faceCount + 1] = corners[o + Tets.faceCorner(f + 1)];
        faces[4 * faceCount + 2] = corners[o + Tets.faceCorner(f + 2)];
        faceRegions[faceCount] = regions[other >> 2];
        faceLinks[faceCount] = 4 * tets[other >> 2] + (other & 3);
        faceApexes[faceCount] = corners[other];
        faceCount++;
      }
    }
  }

  /// The place of a face with the same vertices, or the free one where it belongs.
  private int find(int[] table, int face) {
    int mask = table.length - 1;
    int place = (int) (key(face) * 0x9e3779b97f4a7c15L >>> 40) & mask;
    while (table[place] != 0 && !isSame(table[place] - 1, face)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /// A number of the three vertices of a face, in any order.
  private long key(int face) {
    int o = face & ~3;
    long sum = 0;
    long mixed = 0;
    for (int i = 0; i < 4; i++) {
      if (i != (face & 3)) {
        long v = corners[o + i] + 1L;
        sum += v;
        mixed ^= v * v * 0xbf58476d1ce4e5b9L;
      }
    }
    return sum + mixed;
  }

  private boolean isSame(int a, int b) {
    for (int i = 0; i < 4; i++) {
      if (i != (a & 3) && !hasCorner(b, corners[(a & ~3) + i])) {
        return false;
      }
    }
    return true;
  }

  private boolean hasCorner(int face, int vertex) {
    for (int i = 0; i < 4; i++) {
      if (i != (face & 3) && corners[(face & ~3) + i] == vertex) {
        return true;
      }
    }
    return false;
  }

  /// The number of faces on the border.
  public int faceCount() {
    return faceCount;
  }

  /// Four for each face: its vertices, counterclockwise seen from inside, and room for a link.
  int[] faces() {
    return faces;
  }

  /// The region of the tet behind a face of the border.
  public int faceRegion(int i) {
    return faceRegions[i];
  }

  /// Where that is there: `4 * slot + face`.
  public int faceLink(int i) {
    return faceLinks[i];
  }

  int faceApex(int i) {
    return faceApexes[i];
  }

  void filled(int[] made) {
    this.made = Arrays.copyOf(made, faceCount);
  }

  /// Where the new tet at a face is, in the region that has made the attempt: `4 * slot + face`.
  public int newLink(int i) {
    return 4 * made[i] + 3;
  }
}
