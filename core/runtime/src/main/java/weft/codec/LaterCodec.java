// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import org.jspecify.annotations.Nullable;

/// A placeholder for a codec that is being built, which recursive types need.
final class LaterCodec<T> implements Codec<T> {
  private final String name;
  private @Nullable Codec<T> codec;

  LaterCodec(String name) {
    this.name = name;
  }

  void set(Codec<T> codec) {
    this.codec = codec;
  }

  private Codec<T> codec() {
    Codec<T> known = codec;
    if (known == null) {
      throw new IllegalStateException("the codec of " + name + " is not built yet");
    }
    return known;
  }

  @Override
  public void encode(T value, Writer out) {
    codec().encode(value, out);
  }

  @Override
  public T decode(Reader in) {
    return codec().decode(in);
  }

  @Override
  public String signature() {
    return name;
  }
}
