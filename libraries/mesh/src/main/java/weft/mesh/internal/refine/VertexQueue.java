// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Edges or triangles that wait, first in, first out. For edges the third vertex is 0.
final class VertexQueue {
  private int[] entries = new int[3 * 64];
  private int head;
  private int size;

  /// The vertices of the last entry that [#next] took.
  int a;

  int b;
  int c;

  VertexQueue() {}

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void add(int a, int b, int c) {
    int places = entries.length / 3;
    if (size == places) {
      int[] longer = new int[2 * entries.length];
      for (int i = 0; i < size; i++) {
        System.arraycopy(entries, 3 * ((head + i) % places), longer, 3 * i, 3);
      }
      head = 0;
      entries = longer;
      places *= 2;
    }
    int at = 3 * ((head + size++) % places);
    entries[at] = a;
    entries[at + 1] = b;
    entries[at + 2] = c;
  }

  /// Takes the next entry, if there is one.
  boolean next() {
    if (size == 0) {
      return false;
    }
    a = entries[3 * head];
    b = entries[3 * head + 1];
    c = entries[3 * head + 2];
    head = (head + 1) % (entries.length / 3);
    size--;
    return true;
  }
}
