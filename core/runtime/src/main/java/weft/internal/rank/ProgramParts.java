// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The names of the parts of programs that ranks call, such as `the codec of "move"`, by number.
///
/// A rank notes the number of the part that it calls in one word, without a reference: a store of a
/// reference into an old object costs a fence with some collectors. The numbers are the same for
/// all ranks of this JVM, so that a part which ranks share, such as an operator, has one.
public final class ProgramParts {
  /// More names than any program has. Later ones share the number 0.
  private static final int MOST = 1 << 16;

  private static final Map<String, Integer> NUMBERS = new HashMap<>();
  private static volatile String[] names = {"a part of the program"};

  private ProgramParts() {}

  /// The number of the part with this name.
  public static int number(String name) {
    synchronized (NUMBERS) {
      Integer known = NUMBERS.get(name);
      if (known != null) {
        return known;
      }
      int number = names.length;
      if (number > MOST) {
        return 0;
      }
      String[] more = Arrays.copyOf(names, number + 1);
      more[number] = name;
      names = more;
      NUMBERS.put(name, number);
      return number;
    }
  }

  /// The name of a part.
  static String name(int number) {
    return names[number];
  }
}
