// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Turns values of one type into bytes and back. [Codecs] has codecs for records and the usual
/// values.
///
/// A codec runs on the rank's thread, in the middle of a send or a handler. It may neither send nor
/// wait: the rank refuses such calls. It keeps no state between two values, and reads exactly what
/// it has written. Bytes that arrive are not trusted. Every method of [Reader] checks that the
/// bytes are there. Your own codec should check the values that it decodes, and throw a
/// [CodecException] if they are not valid.
///
/// ```java
/// final class InstantCodec implements Codec<Instant> {
///   public void encode(Instant value, Writer out) {
///     out.writeLong(value.getEpochSecond());
///     out.writeInt(value.getNano());
///   }
///
///   public Instant decode(Reader in) {
///     return Instant.ofEpochSecond(in.readLong(), in.readInt());
///   }
/// }
/// ```
///
/// @param <T> the type of the values
public interface Codec<T extends @Nullable Object> {
  /// Appends `value` to `out`.
  void encode(T value, Writer out);

  /// Reads one value from `in`.
  T decode(Reader in);

  /// The format of this codec in one word, which is the same on every rank. `World.start()`
  /// compares it between ranks, so two programs that use one name for different formats refuse to
  /// start.
  default String signature() {
    return getClass().isHidden() ? "custom" : getClass().getName();
  }

  /// Encodes one value by itself, for tests and files.
  default byte[] toBytes(T value) {
    var out = new Writer();
    out.writeWhole(this, value);
    return out.toByteArray();
  }

  /// Decodes the result of [#toBytes].
  ///
  /// @throws CodecException when these bytes are anything else
  default T fromBytes(byte[] bytes) {
    return new Reader()
        .wrap(MemorySegment.ofArray(bytes).asReadOnly(), 0, bytes.length)
        .readWhole(this);
  }
}
