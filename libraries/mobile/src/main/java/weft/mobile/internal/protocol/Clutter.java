// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.ArrayList;
import java.util.function.Consumer;

/// What one rank knows of objects that have ended, or are elsewhere, and may forget.
final class Clutter {
  /// So many ended objects are always kept, about 100 bytes for each.
  private static final int MOST_ENDED = 1024;

  private final Directory directory;
  private final Homes homes;
  private final int rank;

  /// The ended objects whose home is this rank, and which it still knows.
  private int ended;

  /// What this rank knew after the last [#forget]: about as many places as there are live objects.
  private int kept;

  Clutter(Directory directory, Homes homes, int rank) {
    this.directory = directory;
    this.homes = homes;
    this.rank = rank;
  }

  /// An object whose home is this rank has ended.
  void ended() {
    ended++;
  }

  /// The index of an element that has ended is used again.
  void used() {
    ended--;
  }

  /// Whether much of what this rank knows is about objects that have ended, so that [#forget] is
  /// worth its time.
  boolean isMuch() {
    return ended >= Math.max(MOST_ENDED, kept);
  }

  /// Discards message numbers, ended objects and past locations, at a quiet point of all ranks. No
  /// other rank knows anything of an index then, so a free one begins anew.
  ///
  /// @param elements forgets what the home of an element knows of it
  void forget(Consumer<ObjectPlace> elements) {
    var stay = new ArrayList<ObjectPlace>();
    ended = 0;
    directory.forEach(place -> {
      place.next = 0;
      place.departed = false;
      elements.accept(place);
      if (place.here != null) {
        if (place.here.held != null) {
          throw new IllegalStateException("a message is missing at a quiet point");
        }
        place.here.expect.clear();
        place.here.next.clear();
      }
      boolean gone = place.isDead() && (!ObjectWord.isElement(place.word) || place.isUnused());
      if (place.here != null || homes.home(place.word) == rank && !gone) {
        stay.add(place);
        ended += place.isDead() ? 1 : 0;
      }
    });
    directory.replace(stay);
    kept = stay.size();
  }

  /// Discards the location of an object if other ranks know it. Messages then use its home.
  void drop(ObjectPlace place) {
    int home = homes.home(place.word);
    if (place.here == null && !place.departed && home != rank) {
      place.location = home;
      place.epoch = -1;
    }
  }
}
