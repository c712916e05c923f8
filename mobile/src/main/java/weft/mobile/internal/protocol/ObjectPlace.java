// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one rank knows about an object: where it is believed to be, and since which epoch.
public final class ObjectPlace {
  /// In place of a rank: the object has ended.
  static final int DEAD = -1;

  final long word;
  int location;
  long epoch = -1;

  /// The next number of this rank's own messages to it.
  long next;

  /// It has left this rank since the last quiet point: others may still believe that it is here.
  boolean departed;

  @Nullable Resident here;

  /// At its home: messages for an element of an array that nobody has inserted yet.
  @Nullable List<byte[]> early;

  ObjectPlace(long word, int home) {
    this.word = word;
    this.location = home;
  }

  /// Its word.
  public long word() {
    return word;
  }

  /// The object, when it is here.
  public @Nullable Resident here() {
    return here;
  }

  /// Whether it is known to have ended.
  public boolean isDead() {
    return location == DEAD;
  }

  /// Whether messages wait here until it is inserted.
  public boolean hasEarly() {
    return early != null;
  }

  /// Where it is believed to be.
  public int location() {
    return location;
  }
}
