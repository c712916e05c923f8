// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

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

  /// The exception for a send of `request` to this pointer, which is of another type or rank.
  RuntimeException foreign(ObjectTypes types, Request request) {
    boolean ours = types.kinds.contains(kind);
    return new IllegalArgumentException(
        "rank "
            + types.rank()
            + " sends \""
            + request.name()
            + "\" of "
            + request.kind()
            + " to "
            + this
            + (ours
                ? ", which is of another type"
                : ", whose pointer belongs to another rank or another job; send its word(), and"
                    + " make a pointer of it with MobileType.pointer"));
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
    return kind.names.of(kind.name, word);
  }
}
