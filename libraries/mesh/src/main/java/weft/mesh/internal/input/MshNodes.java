// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.content.WrongFileException;

/// The nodes, or the elements, of a file by their numbers.
final class MshNodes {
  private static final int DENSE = 1 << 22;

  /// Nodes with small numbers, which nearly all files have: their indices plus one.
  private int[] dense = new int[1 << 10];

  private final Map<Long, Integer> sparse = new HashMap<>();

  void put(long number, int index, FileBytes in) throws WrongFileException {
    if (number < 1) {
      throw in.wrong("a node or an element has the number " + number);
    }
    if (number >= DENSE) {
      sparse.put(number, index);
      return;
    }
    if (number >= dense.length) {
      dense = Arrays.copyOf(dense, (int) Math.min(DENSE, 2 * number));
    }
    dense[(int) number] = index + 1;
  }

  int index(long number, FileBytes in) throws WrongFileException {
    int index = indexOrNone(number);
    if (index < 0) {
      throw in.wrong("there is no node " + number);
    }
    return index;
  }

  /// The index, or −1 if there is none.
  int indexOrNone(long number) {
    if (number >= DENSE) {
      return sparse.getOrDefault(number, -1);
    }
    return number > 0 && number < dense.length ? dense[(int) number] - 1 : -1;
  }
}
