// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;

/// Decodes values of messages. If decoding fails, the error names the object, the handler and the
/// sender.
final class Decoding {
  private Decoding() {}

  static <V extends @Nullable Object> V decode(
      Self<?> self, Codec<V> codec, MemorySegment memory, long at, long bytes) {
    try {
      return new Reader().wrap(memory, at, bytes).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          self
              + " cannot decode its value, by the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
