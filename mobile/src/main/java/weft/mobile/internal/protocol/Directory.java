// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects that one rank knows, by word.
final class Directory {
  private final Homes homes;
  private @Nullable Place[] table = new Place[64];
  private int count;

  Directory(Homes homes) {
    this.homes = homes;
  }

  /// What is known of `word`; the home is believed at first.
  Place get(long word) {
    @Nullable Place[] table = this.table;
    int mask = table.length - 1;
    int at = Hash.of(word) & mask;
    for (Place place = table[at]; place != null; place = table[at]) {
      if (place.word == word) {
        return place;
      }
      at = at + 1 & mask;
    }
    return add(word);
  }

  private Place add(long word) {
    if (2 * ++count > table.length) {
      @Nullable Place[] old = table;
      table = new Place[2 * old.length];
      for (Place place : old) {
        if (place != null) {
          insert(place);
        }
      }
    }
    var place = new Place(word, homes.home(word));
    insert(place);
    return place;
  }

  private void insert(Place place) {
    int mask = table.length - 1;
    int at = Hash.of(place.word) & mask;
    while (table[at] != null) {
      at = at + 1 & mask;
    }
    table[at] = place;
  }

  /// Gives each known object to `action`, which must add none.
  void forEach(Consumer<Place> action) {
    for (Place place : table) {
      if (place != null) {
        action.accept(place);
      }
    }
  }

  /// Knows these objects alone from now on.
  void replace(List<Place> places) {
    int size = 64;
    while (size < 2 * places.size() + 2) {
      size *= 2;
    }
    table = new Place[size];
    count = places.size();
    places.forEach(this::insert);
  }
}
