// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;

/// The tets of one region that one attempt has claimed. Nobody else looks at them until it ends.
public final class Claim {
  private final long attempt;
  private final int point;

  /// Marks the tets in the region.
  final int mark;

  private int[] tets = new int[32];
  private boolean[] inConflict = new boolean[32];
  private int count;

  /// Slots that are kept for new tets of the attempt.
  private int[] spares = new int[8];

  private int spareCount;

  Claim(long attempt, int point, int mark) {
    this.attempt = attempt;
    this.point = point;
    this.mark = mark;
  }

  /// The attempt.
  public long attempt() {
    return attempt;
  }

  /// The vertex that the attempt inserts.
  public int point() {
    return point;
  }

  /// The number of its tets.
  public int count() {
    return count;
  }

  /// One of them.
  public int tet(int i) {
    return tets[i];
  }

  /// Whether the point is in the sphere of that tet, so that the tet falls.
  public boolean isInConflict(int i) {
    return inConflict[i];
  }

  void setInConflict(int i, boolean is) {
    inConflict[i] = is;
  }

  void add(int tet) {
    if (count == tets.length) {
      tets = Arrays.copyOf(tets, 2 * count);
      inConflict = Arrays.copyOf(inConflict, 2 * count);
    }
    inConflict[count] = false;
    tets[count++] = tet;
  }

  /// The number of slots that are kept here for new tets of the attempt.
  public int spares() {
    return spareCount;
  }

  /// One of them.
  public int spare(int i) {
    return spares[i];
  }

  void addSpare(int slot) {
    if (spareCount == spares.length) {
      spares = Arrays.copyOf(spares, 2 * spareCount);
    }
    spares[spareCount++] = slot;
  }

  int removeLast() {
    return tets[--count];
  }
}
