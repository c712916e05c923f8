// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.internal.rank.CurrentContext;
import weft.internal.rank.ProgramParts;

/// A codec of the program as a rank calls it: as a pure part, which may neither send nor wait.
///
/// A codec runs in the middle of a send, a move of an object, or a handler. If it waited, handlers
/// would change what is being sent.
final class ProgramCodec<T extends @Nullable Object> implements Codec<T> {
  private final CurrentContext context;
  private final Codec<T> codec;
  private final int part;
  private final String signature;

  /// @param part what it is the codec of, such as `the codec of "move"`
  ProgramCodec(CurrentContext context, String part, Codec<T> codec) {
    this.context = context;
    this.codec = codec;
    this.part = ProgramParts.number(part);
    @Nullable String signature = codec.signature();
    if (signature == null || signature.isEmpty()) {
      throw new WeftException(
          part + " has the signature " + (signature == null ? "null" : "\"\"") + "; return a word");
    }
    this.signature = signature;
  }

  @Override
  public void encode(T value, Writer out) {
    long outer = context.enterPure(part);
    try {
      codec.encode(value, out);
    } catch (Throwable thrown) {
      throw context.failed(outer, thrown);
    }
    context.leave(outer);
  }

  @Override
  public T decode(Reader in) {
    long outer = context.enterPure(part);
    T value;
    try {
      value = codec.decode(in);
    } catch (Throwable thrown) {
      throw context.failed(outer, thrown);
    }
    context.leave(outer);
    return value;
  }

  @Override
  public String signature() {
    return signature;
  }
}
