// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/// Arrays of objects: the length, then each element with a byte that says whether it is null.
record ArrayCodec<E>(Class<E> type, Codec<@Nullable E> element) implements Codec<@Nullable E[]> {
  @Override
  public void encode(@Nullable E[] value, Writer out) {
    out.writeSize(value.length);
    for (E each : value) {
      out.write(element, each);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // an array of E
  public @Nullable E[] decode(Reader in) {
    var values = (@Nullable E[]) Array.newInstance(type, in.readSize(1));
    for (int i = 0; i < values.length; i++) {
      values[i] = in.read(element);
    }
    return values;
  }

  @Override
  public String signature() {
    return element.signature() + "[]";
  }
}
