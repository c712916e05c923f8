// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.List;

/// Some elements of an array, in order of their indexes: [MobileArray#section].
///
/// @param <T> the type of the elements
public final class MobileSection<T> {
  private final List<MobilePointer<T>> elements;

  MobileSection(List<MobilePointer<T>> elements) {
    this.elements = List.copyOf(elements);
  }

  /// How many elements it has.
  public int size() {
    return elements.size();
  }

  /// Its element `place`, from 0.
  public MobilePointer<T> at(int place) {
    return elements.get(place);
  }
}
