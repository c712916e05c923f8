// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Connects the tets that fill a cavity. All have their newest vertex at corner 3. Two that share
/// an edge of the cavity's border are neighbours, and have that edge in opposite directions.
///
/// The border is a closed surface. If it has few triangles, its vertices get numbers below 64, and
/// the edges are in a table of their pairs. A hash table takes the rest.
public final class EdgeTable {
  private static final int BITS = 6;

  /// A closed surface of n triangles without handles has n / 2 + 2 vertices.
  private static final int FEW = 2 * (1 << BITS) - 4;

  private final int[] table = new int[1 << (2 * BITS)];

  /// Numbers of vertices within the border.
  private int[] local;

  private long[] keys = new long[0];
  private int[] values = new int[0];

  /// Makes a table for vertices below this number.
  public EdgeTable(int vertices) {
    local = new int[vertices];
  }

  /// Makes room for vertices below this number.
  public void reserve(int vertices) {
    if (vertices > local.length) {
      local = Arrays.copyOf(local, vertices + vertices / 2);
    }
  }

  /// Links the first `count` of the tets `made` to each other.
  public void connect(Tets tets, int[] made, int count) {
    if (count <= FEW) {
      connectFew(tets.vertex, tets.link, made, count);
    } else {
      connectMany(tets, made, count);
    }
  }

  /// The same, also for a border of several surfaces, which has more vertices.
  public void connectMany(Tets tets, int[] made, int count) {
    connectMany(tets.vertex, tets.link, made, count);
  }

  private void connectFew(int[] vertex, int[] link, int[] made, int count) {
    int[] local = this.local;
    int[] table = this.table;
    for (int i = 0; i < count; i++) {
      int o = 4 * made[i];
      local[vertex[o]] = -1;
      local[vertex[o + 1]] = -1;
      local[vertex[o + 2]] = -1;
    }
    int numbered = 0;
    for (int i = 0; i < count; i++) {
      int o = 4 * made[i];
      int a = local[vertex[o]];
      if (a < 0) {
        a = numbered++;
        local[vertex[o]] = a;
      }
      int b = local[vertex[o + 1]];
      if (b < 0) {
        b = numbered++;
        local[vertex[o + 1]] = b;
      }
      int c = local[vertex[o + 2]];
      if (c < 0) {
        c = numbered++;
        local[vertex[o + 2]] = c;
      }
      table[b << BITS | c] = o;
      table[c << BITS | a] = o + 1;
      table[a << BITS | b] = o + 2;
    }
    for (int i = 0; i < count; i++) {
      int o = 4 * made[i];
      int a = local[vertex[o]];
      int b = local[vertex[o + 1]];
      int c = local[vertex[o + 2]];
      link[o] = table[c << BITS | b];
      link[o + 1] = table[a << BITS | c];
      link[o + 2] = table[b << BITS | a];
    }
  }

  private void connectMany(int[] vertex, int[] link, int[] made, int count) {
    int size = Integer.highestOneBit(6 * count) * 2;
    if (keys.length < size) {
      keys = new long[size];
      values = new int[size];
    }
    Arrays.fill(keys, -1);
    for (int i = 0; i < count; i++) {
      int o = 4 * made[i];
      for (int k = 0; k < 3; k++) {
        int place = find(edge(vertex[o + (k + 1) % 3], vertex[o + (k + 2) % 3]));
        keys[place] = edge(vertex[o + (k + 1) % 3], vertex[o + (k + 2) % 3]);
        values[place] = o + k;
      }
    }
    for (int i = 0; i < count; i++) {
      int o = 4 * made[i];
      for (int k = 0; k < 3; k++) {
        link[o + k] = values[find(edge(vertex[o + (k + 2) % 3], vertex[o + (k + 1) % 3]))];
      }
    }
  }

  private static long edge(int from, int to) {
    return (long) from << 32 | to;
  }

  /// The place of this key, or of the free entry where it belongs.
  private int find(long key) {
    int mask = keys.length - 1;
    long mixed = key * 0x9e3779b97f4a7c15L;
    int place = (int) (mixed >>> 40) & mask;
    while (keys[place] != key && keys[place] != -1) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
