// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import weft.memory.RecordLayout;

/// The names of one rank's handlers by number, for reports.
public final class HandlerNames {
  /// The beginning of the names that Weft's libraries give to their handlers.
  private static final String LIBRARIES = "weft ";

  private String[] names = {};

  /// The end of the numbers of the runtime's own handlers.
  private int own;

  HandlerNames() {}

  /// Names handler `number`, one of the runtime's own. They have the lowest numbers.
  public void setOwn(int number, String name) {
    own = Math.max(own, number + 1);
    set(number, name);
  }

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

  /// Whether the handler in a record's header is not the program's.
  boolean isWeftsOwn(long header) {
    return RecordLayout.handler(header) < own || nameOf(header).startsWith(LIBRARIES);
  }

  /// The name of the handler in a record's header.
  String nameOf(long header) {
    int number = RecordLayout.handler(header);
    return number < names.length ? names[number] : "number " + number;
  }
}
