// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import weft.memory.RecordLayout;

/// The names of one rank's handlers by number, for reports.
public final class HandlerNames {
  private String[] names = {};

  HandlerNames() {}

  /// Names handler `number`.
  public void set(int number, String name) {
    if (number >= names.length) {
      int known = names.length;
      names = Arrays.copyOf(names, Math.max(number + 1, 2 * known));
      Arrays.fill(names, known, names.length, "of Weft's own");
    }
    names[number] = name;
  }

  /// Passes each name with its number.
  public void forEach(ObjIntConsumer<String> consumer) {
    for (int number = 0; number < names.length; number++) {
      consumer.accept(names[number], number);
    }
  }

  /// The name of the handler in a record's header.
  String nameOf(long header) {
    int number = RecordLayout.handler(header);
    return number < names.length ? names[number] : "number " + number;
  }
}
