// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// The triangles of facets, or the pieces of segments, by their vertices in any order. Each has the
/// number of its feature and a tet that has it.
public final class FeatureTable {
  private static final int WIDTH = 5;
  private static final int FEATURE = 3;
  private static final int TET = 4;

  /// Three vertices in ascending order, of which the first is 0 for an edge; the feature; the tet.
  /// An entry is free if its last vertex is 0.
  private int[] entries = new int[WIDTH * 64];

  private int size;

  /// Makes an empty table.
  public FeatureTable() {}

  /// The number of entries.
  public int size() {
    return size;
  }

  /// The number of places; see [#isUsed].
  public int places() {
    return entries.length / WIDTH;
  }

  /// Whether there is an entry at this place.
  public boolean isUsed(int place) {
    return entries[WIDTH * place + 2] != 0;
  }

  /// A vertex of an entry, 0 to 2, in ascending order. Vertex 0 of an edge is 0.
  public int vertex(int place, int i) {
    return entries[WIDTH * place + i];
  }

  /// The feature of an entry.
  public int feature(int place) {
    return entries[WIDTH * place + FEATURE];
  }

  /// A tet of an entry, as the last caller of [#setTet] gave it.
  public int tet(int place) {
    return entries[WIDTH * place + TET];
  }

  /// Notes a tet.
  public void setTet(int place, int tet) {
    entries[WIDTH * place + TET] = tet;
  }

  /// The place of an edge, or −1.
  public int find(int a, int b) {
    return place(0, Math.min(a, b), Math.max(a, b));
  }

  /// The place of a triangle, or −1.
  public int find(int a, int b, int c) {
    int low = Math.min(a, Math.min(b, c));
    int high = Math.max(a, Math.max(b, c));
    return place(low, (a ^ b ^ c) ^ low ^ high, high);
  }

  private int place(int low, int middle, int high) {
    int i = probe(low, middle, high);
    return entries[WIDTH * i + 2] == 0 ? -1 : i;
  }

  /// Adds an edge, or changes what is known of it.
  public void put(int a, int b, int feature, int tet) {
    putSorted(0, Math.min(a, b), Math.max(a, b), feature, tet);
  }

  /// Adds a triangle, or changes what is known of it.
  public void put(int a, int b, int c, int feature, int tet) {
    int low = Math.min(a, Math.min(b, c));
    int high = Math.max(a, Math.max(b, c));
    putSorted(low, (a ^ b ^ c) ^ low ^ high, high, feature, tet);
  }

  private void putSorted(int low, int middle, int high, int feature, int tet) {
    int i = probe(low, middle, high);
    if (entries[WIDTH * i + 2] == 0) {
      size++;
      if (2 * size > places()) {
        grow();
        i = probe(low, middle, high);
      }
      entries[WIDTH * i] = low;
      entries[WIDTH * i + 1] = middle;
      entries[WIDTH * i + 2] = high;
    }
    entries[WIDTH * i + FEATURE] = feature;
    entries[WIDTH * i + TET] = tet;
  }

  private void grow() {
    int[] old = entries;
    entries = new int[2 * old.length];
    for (int o = 0; o < old.length; o += WIDTH) {
      if (old[o + 2] != 0) {
        int i = probe(old[o], old[o + 1], old[o + 2]);
        System.arraycopy(old, o, entries, WIDTH * i, WIDTH);
      }
    }
  }

  /// Removes an entry. Places of others may change.
  public void remove(int place) {
    int mask = places() - 1;
    size--;
    int hole = place;
    entries[WIDTH * hole + 2] = 0;
    for (int i = (hole + 1) & mask; entries[WIDTH * i + 2] != 0; i = (i + 1) & mask) {
      int home = home(entries[WIDTH * i], entries[WIDTH * i + 1], entries[WIDTH * i + 2]);
      // An entry moves back if its home is not between the hole and itself.
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        System.arraycopy(entries, WIDTH * i, entries, WIDTH * hole, WIDTH);
        entries[WIDTH * i + 2] = 0;
        hole = i;
      }
    }
  }

  private int probe(int low, int middle, int high) {
    int mask = places() - 1;
    int i = home(low, middle, high);
    while (entries[WIDTH * i + 2] != 0
        && (entries[WIDTH * i] != low
            || entries[WIDTH * i + 1] != middle
            || entries[WIDTH * i + 2] != high)) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private int home(int low, int middle, int high) {
    long hash = (low * 0x9e3779b97f4a7c15L ^ middle) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ hash >>> 32 ^ high) * 0x94d049bb133111ebL;
    return (int) (hash >>> 33) & places() - 1;
  }

  /// The places of all entries, in an order that depends on their vertices alone.
  public int[] sorted() {
    int[] all = new int[size];
    int used = 0;
    for (int i = 0; i < places(); i++) {
      if (isUsed(i)) {
        all[used++] = i;
      }
    }
    Integer[] boxed = Arrays.stream(all).boxed().toArray(Integer[]::new);
    Arrays.sort(
        boxed,
        (i, j) ->
            Arrays.compare(entries, WIDTH * i, WIDTH * i + 3, entries, WIDTH * j, WIDTH * j + 3));
    return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }
}
