// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.internal.Engine;

/// Encodes the objects that one rank sends and decodes those that arrive, in reused buffers.
///
/// A rank needs several writers: while the body's send waits for room, handlers run, and they may
/// send objects too. Sends end in the opposite order, so a stack suffices.
final class ObjectPath {
  private final Engine engine;
  private final Reader reader = new Reader();
  private Writer[] writers = {new Writer(), new Writer(), new Writer(), new Writer()};
  private int taken;

  ObjectPath(Engine engine) {
    this.engine = engine;
  }

  /// An empty writer, until [#give].
  Writer take() {
    if (taken == writers.length) {
      var more = new Writer[2 * taken];
      System.arraycopy(writers, 0, more, 0, taken);
      for (int i = taken; i < more.length; i++) {
        more[i] = new Writer();
      }
      writers = more;
    }
    return writers[taken++];
  }

  /// Gives back the writer that was taken last.
  void give() {
    writers[--taken].clear();
  }

  /// Appends `value` to `out`.
  <T extends @Nullable Object> void encode(
      String call, int target, Codec<T> codec, T value, Writer out) {
    try {
      out.writeWhole(codec, value);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + engine.self().rank()
              + " cannot encode the object of "
              + call
              + " for rank "
              + target
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /// Decodes the bytes of a payload from `from` to its end.
  <T extends @Nullable Object> T decode(
      String call, int source, Codec<T> codec, Frame payload, long from) {
    try {
      return payload.read(reader, from).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + engine.self().rank()
              + " cannot decode the object of "
              + call
              + " from rank "
              + source
              + ", with the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    } finally {
      // Clears the reader, in case the codec has kept it.
      reader.wrap(MemorySegment.NULL, 0, 0);
    }
  }
}
