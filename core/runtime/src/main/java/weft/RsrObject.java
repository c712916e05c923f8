// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.internal.Engine;
import weft.internal.dispatch.HandlerTable;
import weft.memory.RecordLayout;

/// A remote service request with an object: a handler registered with [World#rsrObject], seen from
/// the sender. It travels like an [RsrN], in order with everything else sent to that target. The
/// receiver gets a new object, made by the same codec.
///
/// @param <T> the type of the objects
public final class RsrObject<T extends @Nullable Object> extends Rsr {
  private final ObjectPath objects;
  private final Codec<T> codec;
  private final String call;

  RsrObject(Engine engine, ObjectPath objects, String name, Codec<T> codec) {
    super(engine.sender(), name, RecordLayout.RSRN, 0);
    this.objects = objects;
    this.call = "\"" + name + "\"";
    engine.handlers().checkGiven(name, "a codec", codec);
    this.codec = engine.guarded("the codec of " + call, codec);
  }

  /// The handler's code, which runs at the target.
  @FunctionalInterface
  public interface Handler<T extends @Nullable Object> {
    /// Runs on the target's own thread, while that polls or waits. It must not wait. The handler
    /// may keep `value`.
    void handle(int source, T value);
  }

  void register(HandlerTable table, Handler<T> handler) {
    table.checkGiven(name, "a handler", handler);
    RsrN.Handler decode =
        (source, payload) ->
            handler.handle(source, objects.decode(call, source, codec, payload, 0));
    Registration.register(table, this, "object:" + codec.signature(), decode);
  }

  /// Encodes `value`, and sends it. If there is no room, the call waits and may run handlers
  /// meanwhile. In a handler it never waits. The object may be changed as soon as this returns.
  ///
  /// @throws weft.codec.CodecException when the object cannot be encoded; nothing was sent
  public void send(int target, T value) {
    Writer out = objects.take();
    try {
      objects.encode(call, target, codec, value, out);
      sender.payload(name, header, target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Sends if there is room now, and returns whether it did. Runs no handlers.
  ///
  /// @throws WeftException when the encoded object is larger than [World#frameBytes]; [#send] has
  ///   no limit
  public boolean trySend(int target, T value) {
    Writer out = objects.take();
    try {
      objects.encode(call, target, codec, value, out);
      return sender.tryPayload(name, header, target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Sends, and returns when the target has taken the whole message, perhaps before its handler has
  /// run. May run handlers meanwhile. A handler must not call it.
  public void sendSync(int target, T value) {
    Writer out = objects.take();
    try {
      objects.encode(call, target, codec, value, out);
      sender.payloadSync(name, header, target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Encodes `value`, and sends it now, or lets it join the backlog if there is no room. It waits
  /// for nothing and runs no handlers; a poll or wait sends what is in the backlog.
  ///
  /// @throws WeftException when the budget has no room for it; nothing was sent
  public void sendBuffered(int target, T value) {
    Writer out = objects.take();
    try {
      objects.encode(call, target, codec, value, out);
      sender.payloadBuffered(name, header, target, out.memory(), 0, out.size());
    } finally {
      objects.give();
    }
  }

  /// Encodes the objects that one rank sends and decodes those that arrive, in reused buffers.
  ///
  /// A rank needs several writers: while the body's send waits for room, handlers run, and they may
  /// send objects too. Sends end in the opposite order, so a stack suffices.
  static final class ObjectPath {
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
}
