// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A codec of two functions. A record, as most codecs here: the compiler takes the fields of
/// records for constants, and so sees through a codec that is one.
record FunctionCodec<T extends @Nullable Object>(
    String signature, BiConsumer<Writer, T> writer, Function<Reader, T> reader)
    implements Codec<T> {
  @Override
  public void encode(T value, Writer out) {
    writer.accept(out, value);
  }

  @Override
  public T decode(Reader in) {
    return reader.apply(in);
  }
}
