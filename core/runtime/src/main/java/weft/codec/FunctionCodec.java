// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A codec of two functions. It is a record, like most codecs here, because the compiler treats the
/// fields of records as constants and can inline the functions.
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
