// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.mobile.internal.protocol.ObjectWord;

/// Names an object, wherever it is. A pointer packs into one word, which messages can carry.
/// [MobileType#pointer] turns the word into a pointer again.
///
/// @param <T> the type of the object
@SuppressWarnings("UnusedTypeParameter") // lets the compiler distinguish pointers by type
public final class MobilePointer<T> {
  final Kind kind;
  final long word;

  MobilePointer(Kind kind, long word) {
    this.kind = kind;
    this.word = word;
  }

  /// The word that names the object on every rank. It is never 0.
  public long word() {
    return word;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MobilePointer<?> pointer && pointer.word == word;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(word);
  }

  @Override
  public String toString() {
    return text(kind, word);
  }

  static String text(Kind kind, long word) {
    return kind.name
        + (ObjectWord.isElement(word)
            ? "[" + ObjectWord.serial(word) + "] of array " + ObjectWord.owner(word)
            : " " + ObjectWord.owner(word) + "." + ObjectWord.serial(word));
  }

  /// Describes the sender of a message.
  static String sender(long word) {
    if (ObjectWord.isRank(word)) {
      return "rank " + ObjectWord.owner(word);
    }
    return ObjectWord.isElement(word)
        ? "element " + ObjectWord.serial(word) + " of array " + ObjectWord.owner(word)
        : "object " + ObjectWord.owner(word) + "." + ObjectWord.serial(word);
  }
}
