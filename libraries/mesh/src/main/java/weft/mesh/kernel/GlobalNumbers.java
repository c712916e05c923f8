// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;

/// The global numbers of vertices, and the vertex of each. Vertex 0 is the ghost, whose number is
/// −1.
public final class GlobalNumbers {
  static final long GHOST = -1;

  private long[] numbers = {GHOST, 0, 0, 0};
  private int count = 1;

  /// Vertices by a hash of their numbers; 0 for none.
  private int[] table = new int[16];

  /// The ghost alone.
  public GlobalNumbers() {}

  /// The number of vertices, with the ghost.
  public int count() {
    return count;
  }

  /// The global number of a vertex.
  public long number(int vertex) {
    return numbers[vertex];
  }

  /// The vertex of this number; −1 if there is none.
  public int find(long number) {
    if (number == GHOST) {
      return 0;
    }
    int vertex = table[place(number)];
    return vertex == 0 ? -1 : vertex;
  }

  /// Makes room for vertices that are to be added.
  void expect(int more) {
    int expected = count + more;
    if (expected > numbers.length) {
      numbers = Arrays.copyOf(numbers, expected);
    }
    if (2L * expected > table.length) {
      resize(Integer.highestOneBit(expected) * 4);
    }
  }

  private void resize(int size) {
    table = new int[size];
    for (int v = 1; v < count; v++) {
      table[place(numbers[v])] = v;
    }
  }

  /// Gives the next vertex a number that no other has.
  public void add(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = number;
    if (2 * count > table.length) {
      resize(2 * table.length);
    } else {
      table[place(number)] = count - 1;
    }
  }

  /// The place of this number in the table, or the free one where it belongs.
  private int place(long number) {
    int mask = table.length - 1;
    int place = (int) ((number + 1) * 0x9e3779b97f4a7c15L >>> 32) & mask;
    while (table[place] != 0 && numbers[table[place]] != number) {
      place = (place + 1) & mask;
    }
    return place;
  }

  long[] all() {
    return Arrays.copyOf(numbers, count);
  }
}
