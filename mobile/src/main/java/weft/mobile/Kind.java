// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;

/// What a rank knows about one type of mobile objects.
final class Kind {
  final String name;
  final int number;
  final Codec<Object> codec;
  @Nullable Undelivered undelivered;

  /// The load of an object; null where it is measured.
  @Nullable ToDoubleFunction<Object> load;

  @SuppressWarnings("unchecked") // the codec sees only what its own type has made
  Kind(String name, int number, Codec<?> codec) {
    this.name = name;
    this.number = number;
    this.codec = (Codec<Object>) codec;
  }

  @Override
  public String toString() {
    return name;
  }
}
