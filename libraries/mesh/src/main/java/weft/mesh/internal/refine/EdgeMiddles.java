// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// The vertex in the middle of each edge that was divided.
final class EdgeMiddles {
  private long[] keys = new long[64];
  private int[] middles = new int[64];
  private int size;

  EdgeMiddles() {
    Arrays.fill(keys, -1);
  }

  void clear() {
    Arrays.fill(keys, -1);
    size = 0;
  }

  /// The middle of an edge, or −1 if it was not divided.
  int find(int a, int b) {
    long key = key(a, b);
    int i = place(key);
    return keys[i] == key ? middles[i] : -1;
  }

  void put(int a, int b, int middle) {
    if (2 * ++size > keys.length) {
      long[] oldKeys = keys;
      int[] old = middles;
      keys = new long[2 * oldKeys.length];
      middles = new int[keys.length];
      Arrays.fill(keys, -1);
      for (int i = 0; i < old.length; i++) {
        if (oldKeys[i] >= 0) {
          set(oldKeys[i], old[i]);
        }
      }
    }
    set(key(a, b), middle);
  }

  private void set(long key, int middle) {
    int i = place(key);
    keys[i] = key;
    middles[i] = middle;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int i = (int) (key * 0x9e3779b97f4a7c15L >>> 33) & mask;
    while (keys[i] != key && keys[i] >= 0) {
      i = (i + 1) & mask;
    }
    return i;
  }
}
