// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import org.jspecify.annotations.Nullable;

/// One byte says whether there is a value.
record NullableCodec<T>(Codec<T> codec) implements Codec<@Nullable T> {
  @Override
  public void encode(@Nullable T value, Writer out) {
    if (value == null) {
      out.writeBoolean(false);
    } else {
      out.writeBoolean(true);
      codec.encode(value, out);
    }
  }

  @Override
  public @Nullable T decode(Reader in) {
    return in.readBoolean() ? codec.decode(in) : null;
  }

  @Override
  public String signature() {
    return codec.signature() + "?";
  }
}
