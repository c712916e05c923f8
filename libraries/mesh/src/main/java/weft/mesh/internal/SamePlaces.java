// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds points that are at the same place, by a hash table of their coordinates.
final class SamePlaces {
  private SamePlaces() {}

  /// For each point the lowest one at its place; null if no two points are at one place.
  static int @Nullable [] of(double[] xyz) {
    int count = xyz.length / 3;
    int[] table = new int[Integer.highestOneBit(Math.max(4, count)) * 4];
    Arrays.fill(table, -1);
    int[] same = new int[count];
    boolean found = false;
    for (int i = 0; i < count; i++) {
      int place = hash(xyz, i) & (table.length - 1);
      while (table[place] >= 0 && !isSame(xyz, table[place], i)) {
        place = (place + 1) & (table.length - 1);
      }
      if (table[place] < 0) {
        table[place] = i;
      } else {
        found = true;
      }
      same[i] = table[place];
    }
    return found ? same : null;
  }

  private static int hash(double[] xyz, int i) {
    long hash = 0;
    for (int k = 0; k < 3; k++) {
      // -0.0 + 0.0 is 0.0.
      hash = (hash ^ Double.doubleToLongBits(xyz[3 * i + k] + 0.0)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }

  private static boolean isSame(double[] xyz, int a, int b) {
    return xyz[3 * a] == xyz[3 * b]
        && xyz[3 * a + 1] == xyz[3 * b + 1]
        && xyz[3 * a + 2] == xyz[3 * b + 2];
  }
}
