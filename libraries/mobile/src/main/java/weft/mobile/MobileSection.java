// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.List;

/// Some elements of an array, ordered by index: [MobileArray#section].
///
/// @param <T> the type of the elements
public final class MobileSection<T> {
  private final List<MobilePointer<T>> elements;

  MobileSection(List<MobilePointer<T>> elements) {
    this.elements = List.copyOf(elements);
  }

  /// The number of elements.
  public int size() {
    return elements.size();
  }

  /// The element at `place`, counted from 0.
  public MobilePointer<T> at(int place) {
    return elements.get(place);
  }
}
