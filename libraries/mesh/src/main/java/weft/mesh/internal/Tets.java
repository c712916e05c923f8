// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Tets while they are made and removed, in arrays of primitives. Each has a slot `t`: its corners
/// are at `vertex[4 * t + i]`, and beyond the face opposite corner `i` is `link[4 * t + i]`, which
/// is `4 * neighbour + face of the neighbour`.
///
/// Vertex 0 is the ghost. Each triangle of the hull has a tet with the ghost beyond it, so that no
/// face is without a neighbour. The corners of all tets are in positive order, with the ghost taken
/// as a point far outside.
public final class Tets {
  public static final int GHOST = 0;

  /// The corners of the faces, three for each; seen from the corner opposite, counterclockwise.
  private static final int[] FACES = {1, 3, 2, 0, 2, 3, 0, 3, 1, 0, 1, 2};

  public static final byte LIVE = 0;
  public static final byte IN_CAVITY = 1;
  public static final byte FREE = 2;

  /// In a region: a copy of the face of a tet that is elsewhere, and its apex.
  public static final byte HALO = 3;

  /// In a region: a tet that is lent to an attempt to insert a point.
  public static final byte CLAIMED = 4;

  /// In a region: a slot that is kept for a new tet of an attempt.
  public static final byte SPARE = 5;

  /// Tets whose corners fit into one array.
  private static final int MOST = (Integer.MAX_VALUE - 64) / 4;

  public int[] vertex;
  public int[] link;
  public byte[] state;

  /// Slots that were used at any time.
  public int slots;

  private int[] free = new int[64];
  private int freed;

  public Tets(int expected) {
    vertex = new int[4 * expected];
    link = new int[4 * expected];
    state = new byte[expected];
  }

  /// The largest number of slots to expect for these points: 6.77 tets for each point that is
  /// random in space, and some that are on the hull or free.
  static int expected(int points) {
    return (int) Math.min(MOST, (long) (7.2 * points) + 200);
  }

  /// Corner `k % 3` of face `k / 3`, as a corner of the tet. Seen from the corner opposite, the
  /// three of a face are counterclockwise.
  public static int faceCorner(int k) {
    return FACES[k];
  }

  /// Makes room for more tets. Arrays that a caller has read before are old then.
  public void reserve(int more) {
    int needed = slots + more;
    if (needed <= state.length) {
      return;
    }
    if (needed > MOST) {
      throw new IllegalArgumentException(
          "these points have more than %d tets, which is as many as one triangulation holds; divide the points into parts"
              .formatted(MOST));
    }
    int capacity = (int) Math.min(MOST, Math.max(needed, state.length * 3L / 2));
    vertex = Arrays.copyOf(vertex, 4 * capacity);
    link = Arrays.copyOf(link, 4 * capacity);
    state = Arrays.copyOf(state, capacity);
  }

  /// A slot for a new tet. There must be room.
  public int take() {
    if (freed > 0) {
      return free[--freed];
    }
    return slots++;
  }

  public void free(int t) {
    if (freed == free.length) {
      free = Arrays.copyOf(free, 2 * freed);
    }
    state[t] = FREE;
    free[freed++] = t;
  }

  /// Frees all slots.
  public void clear() {
    slots = 0;
    freed = 0;
  }

  public void set(int t, int a, int b, int c, int d) {
    vertex[4 * t] = a;
    vertex[4 * t + 1] = b;
    vertex[4 * t + 2] = c;
    vertex[4 * t + 3] = d;
    state[t] = LIVE;
  }

  public void connect(int face, int other) {
    link[face] = other;
    link[other] = face;
  }

  /// Whether one of the corners of the tet is the ghost.
  public boolean isGhost(int t) {
    int o = 4 * t;
    // Only the ghost's number becomes negative.
    return ((vertex[o] - 1) | (vertex[o + 1] - 1) | (vertex[o + 2] - 1) | (vertex[o + 3] - 1)) < 0;
  }

  /// Checks a walk around an edge, which has as many steps as there are tets at most.
  ///
  /// @throws BrokenLinksException if there are more, with the place
  public void checkRing(int steps, double[] xyz, int a, int b) {
    if (steps > slots) {
      throw BrokenLinksException.around(xyz, a, b);
    }
  }

  /// Checks a walk to a place. It draws its faces by lot, so a long one is no error yet; but one of
  /// so many steps is.
  ///
  /// @throws BrokenLinksException if there are more, with the place
  public static void checkWalk(long steps, int tets, double x, double y, double z) {
    if (steps > 16L * tets + 100_000) {
      throw BrokenLinksException.towards(x, y, z);
    }
  }

  /// The number of tets that are not free, with ghosts.
  public int live() {
    return slots - freed;
  }

  /// The number of live tets without the ghost.
  public int count() {
    int count = 0;
    for (int t = 0; t < slots; t++) {
      if (state[t] == LIVE && !isGhost(t)) {
        count++;
      }
    }
    return count;
  }
}
