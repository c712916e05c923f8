// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects that one rank knows, by word.
final class Directory {
  private final Homes homes;
  private @Nullable ObjectPlace[] table = new ObjectPlace[64];
  private int count;

  Directory(Homes homes) {
    this.homes = homes;
  }

  /// Returns the place of `word`. An unknown object is first assumed to be at its home.
  ObjectPlace get(long word) {
    @Nullable ObjectPlace[] table = this.table;
    int mask = table.length - 1;
    int at = Hash.of(word) & mask;
    for (ObjectPlace place = table[at]; place != null; place = table[at]) {
      if (place.word == word) {
        return place;
      }
      at = at + 1 & mask;
    }
    return add(word);
  }

  private ObjectPlace add(long word) {
    if (2 * ++count > table.length) {
      @Nullable ObjectPlace[] old = table;
      table = new ObjectPlace[2 * old.length];
      for (ObjectPlace place : old) {
        if (place != null) {
          insert(place);
        }
      }
    }
    var place = new ObjectPlace(word, homes.home(word));
    insert(place);
    return place;
  }

  private void insert(ObjectPlace place) {
    int mask = table.length - 1;
    int at = Hash.of(place.word) & mask;
    while (table[at] != null) {
      at = at + 1 & mask;
    }
    table[at] = place;
  }

  /// Passes each known object to `action`, which must not add any.
  void forEach(Consumer<ObjectPlace> action) {
    for (ObjectPlace place : table) {
      if (place != null) {
        action.accept(place);
      }
    }
  }

  /// Replaces all known objects by these.
  void replace(List<ObjectPlace> places) {
    int size = 64;
    while (size < 2 * places.size() + 2) {
      size *= 2;
    }
    table = new ObjectPlace[size];
    count = places.size();
    places.forEach(this::insert);
  }
}
