// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Writer;

/// A request to objects with a value encoded by a codec: [MobileType#rsrObject].
///
/// @param <T> the type of the objects
/// @param <V> the type of the values
public final class MobileRsrObject<T, V extends @Nullable Object> extends MobileRequest<T> {
  private final Codec<V> codec;

  MobileRsrObject(ObjectRank rank, Kind kind, String name, Codec<V> codec, Handler<T, V> handler) {
    this(
        rank,
        kind,
        name,
        handler,
        rank.layer.program().guarded("the codec of \"" + name + "\" of " + kind, codec));
  }

  @SuppressWarnings("unchecked") // the rank checks the type of the object
  private MobileRsrObject(
      ObjectRank rank, Kind kind, String name, Handler<T, V> handler, Codec<V> codec) {
    super(
        rank,
        rank.types.addRequest(
            kind,
            name,
            "object:" + codec.signature(),
            (self, state, memory, at, bytes) ->
                handler.handle(
                    (Self<T>) self,
                    (T) state,
                    MobileRequest.decode(self, codec, memory, at, bytes))));
    this.codec = codec;
  }

  /// The handler, which runs where the object is.
  @FunctionalInterface
  public interface Handler<T, V extends @Nullable Object> {
    /// Runs in object context. `value` belongs to the handler.
    void handle(Self<T> self, T object, V value);
  }

  /// Encodes `value`, and sends it.
  ///
  /// @throws weft.codec.CodecException if the value cannot be encoded; nothing was sent
  public void send(MobilePointer<T> target, V value) {
    rank.checkSend(target, request);
    Writer out = rank.writers.take();
    try {
      out.writeWhole(codec, value);
      rank.sendWritten(target, request, out);
    } finally {
      rank.writers.give();
    }
  }
}
