// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;

/// Numbers some different values in the order in which they come. There are few of them.
final class SmallIndex {
  private int[] values = new int[32];
  private int count;

  int size() {
    return count;
  }

  int at(int index) {
    return values[index];
  }

  /// The index of a value, which is added if it is new.
  int add(int value) {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count] = value;
    return count++;
  }
}
