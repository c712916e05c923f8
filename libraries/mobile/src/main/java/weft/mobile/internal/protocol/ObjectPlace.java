// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One rank's knowledge about an object: the rank it is believed to be on, and the epoch of that
/// report.
public final class ObjectPlace {
  /// Used in place of a rank: the object has ended.
  static final int DEAD = -1;

  final long word;
  int location;
  long epoch = -1;

  /// The number of this rank's next message to the object.
  long next;

  /// Whether the object has left this rank since the last quiet point. Other ranks may then still
  /// believe that it is here.
  boolean departed;

  @Nullable Resident here;

  /// At the home: messages for an array element that has not been inserted yet.
  @Nullable List<EarlyMessage> early;

  /// At the home of an element that has ended: the message numbers of its index.
  @Nullable Streams past;

  /// At the home of an element that has ended: the value of [Wire#reports] then.
  long endedAt;

  /// At the home of an element that has ended: whether its index may be inserted again.
  boolean free;

  ObjectPlace(long word, int home) {
    this.word = word;
    this.location = home;
  }

  /// The word of the object.
  public long word() {
    return word;
  }

  /// The object if it is on this rank, else null.
  public @Nullable Resident here() {
    return here;
  }

  /// Returns whether the object is known to have ended.
  public boolean isDead() {
    return location == DEAD;
  }

  /// At the home of an element that has ended: whether nothing waits for the index, and a next
  /// element may have it.
  boolean isUnused() {
    return free && early == null;
  }

  /// Returns how many of the messages that wait here for the object to be inserted arrived before
  /// [Wire#reports] was `report`.
  public int early(long report) {
    int count = 0;
    if (early != null) {
      for (EarlyMessage it : early) {
        count += it.report() < report ? 1 : 0;
      }
    }
    return count;
  }

  /// The rank on which the object is believed to be.
  public int location() {
    return location;
  }
}
