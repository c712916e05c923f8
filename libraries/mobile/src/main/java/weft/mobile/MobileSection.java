// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import weft.mobile.internal.protocol.ObjectWord;

/// Some elements of an array, ordered by index: [MobileArray#section].
///
/// @param <T> the type of the elements
public final class MobileSection<T> {
  private final MobileArray<T> array;
  private final List<MobilePointer<T>> elements;

  MobileSection(MobileArray<T> array, List<MobilePointer<T>> elements) {
    this.array = array;
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

  /// Registers a reduction to which only the elements of this section contribute. Otherwise it is
  /// like [MobileArray#reduction]. An index of the section that is not inserted yet belongs to it
  /// when it is.
  ///
  /// @throws IllegalArgumentException if the section is empty
  public MobileReduction reduction(
      String name, DoubleBinaryOperator fold, MobileReduction.DoubleResult result) {
    return array.add(name, indexes(name), fold, result);
  }

  /// Registers a reduction of `long` values to which only the elements of this section contribute.
  ///
  /// @throws IllegalArgumentException if the section is empty
  public MobileReduction longReduction(
      String name, LongBinaryOperator fold, MobileReduction.LongResult result) {
    return array.addLong(name, indexes(name), fold, result);
  }

  private long[] indexes(String name) {
    if (elements.isEmpty()) {
      throw new IllegalArgumentException(
          "the reduction \"" + name + "\" is over a section of " + array + " without elements");
    }
    return elements.stream().mapToLong(it -> ObjectWord.serial(it.word)).toArray();
  }
}
