// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.mobile.internal.ObjectNames;

/// One rank's record of a type of mobile objects.
final class Kind {
  final ObjectNames names;
  final String name;
  final int number;
  final Codec<Object> codec;
  @Nullable Undelivered undelivered;

  /// Gives the load of an object; null if loads are measured.
  @Nullable ToDoubleFunction<Object> load;

  @SuppressWarnings("unchecked") // the codec encodes only objects of its own type
  Kind(ObjectNames names, String name, int number, Codec<?> codec) {
    this.names = names;
    this.name = name;
    this.number = number;
    this.codec = (Codec<Object>) codec;
  }

  @Override
  public String toString() {
    return name;
  }
}
