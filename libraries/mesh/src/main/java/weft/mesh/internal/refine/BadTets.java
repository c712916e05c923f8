// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Tets to be divided, the worst first, by powers of two of how bad they are. Entries of tets that
/// are gone are known by their vertices.
final class BadTets {
  private static final int LEVELS = 64;

  private final ConstrainedTets mesh;
  private final int[][] queues = new int[LEVELS][];
  private final int[] heads = new int[LEVELS];
  private final int[] counts = new int[LEVELS];
  private int worst = -1;
  private int size;

  BadTets(ConstrainedTets mesh) {
    this.mesh = mesh;
    for (int i = 0; i < LEVELS; i++) {
      queues[i] = new int[0];
    }
  }

  /// The number of entries, also of tets that are gone.
  int size() {
    return size;
  }

  /// Adds a tet.
  ///
  /// @param badness more than 1
  void add(int t, double badness) {
    int level = Math.min(LEVELS - 1, Math.max(0, Math.getExponent(badness * badness * badness)));
    int[] queue = queues[level];
    if (2 * counts[level] == queue.length) {
      int[] longer = new int[Math.max(64, 2 * queue.length)];
      for (int i = 0; i < counts[level]; i++) {
        int from = 2 * ((heads[level] + i) % Math.max(1, queue.length / 2));
        longer[2 * i] = queue[from];
        longer[2 * i + 1] = queue[from + 1];
      }
      heads[level] = 0;
      queues[level] = longer;
      queue = longer;
    }
    int at = 2 * ((heads[level] + counts[level]++) & (queue.length / 2 - 1));
    queue[at] = t;
    queue[at + 1] = signature(t);
    worst = Math.max(worst, level);
    size++;
  }

  /// The next tet that is still there, or −1.
  int next() {
    while (worst >= 0) {
      while (counts[worst] > 0) {
        int[] queue = queues[worst];
        int at = 2 * heads[worst];
        heads[worst] = (heads[worst] + 1) & (queue.length / 2 - 1);
        counts[worst]--;
        size--;
        int t = queue[at];
        if (mesh.isReal(t) && queue[at + 1] == signature(t)) {
          return t;
        }
      }
      worst--;
    }
    return -1;
  }

  private int signature(int t) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    return ((vertex[o] * 31 + vertex[o + 1]) * 31 + vertex[o + 2]) * 31 + vertex[o + 3];
  }
}
