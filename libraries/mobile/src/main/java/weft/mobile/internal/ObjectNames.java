// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.ArrayList;
import java.util.List;
import weft.mobile.internal.protocol.ObjectWord;

/// Names objects in sentences: an element by its index and the name of its array, any other object
/// by its type, its creator and its serial number.
public final class ObjectNames {
  private final List<String> arrays = new ArrayList<>();

  /// Adds the next array.
  public void addArray(String name) {
    arrays.add(name);
  }

  /// Names an object of the type `kind`.
  public String of(String kind, long word) {
    return ObjectWord.isElement(word) ? element(word) : kind + " " + created(word);
  }

  /// Names an object of any type.
  public String of(long word) {
    return ObjectWord.isElement(word) ? element(word) : "object " + created(word);
  }

  /// Names the sender of a message.
  public String sender(long word) {
    return ObjectWord.isRank(word) ? "rank " + ObjectWord.owner(word) : of(word);
  }

  private static String created(long word) {
    return ObjectWord.owner(word) + "." + ObjectWord.serial(word);
  }

  private String element(long word) {
    int array = ObjectWord.owner(word);
    return "element "
        + ObjectWord.serial(word)
        + (array < arrays.size()
            ? " of the array \"" + arrays.get(array) + '"'
            : " of the unknown array " + array);
  }
}
