// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;

/// A channel of objects that are encoded by a codec, created by [Channel#of].
///
/// @param <T> the type of the objects
public final class ObjectChannel<T extends @Nullable Object> extends Channel {
  /// The bytes before each object, which hold its length.
  private static final int HEADER = 4;

  private final Codec<T> codec;
  private final Handler<T> handler;
  private final Writer writer = new Writer();
  private final Reader reader = new Reader();

  /// Whether [#writer] holds an object that is being sent. A push from a handler then uses another
  /// writer.
  private boolean writing;

  /// The handler that runs at the target for each object.
  @FunctionalInterface
  public interface Handler<T extends @Nullable Object> {
    /// Runs on the target's own thread, in a poll or a wait. It must not wait.
    void handle(int source, T value);
  }

  ObjectChannel(World world, String name, Codec<T> codec, Handler<T> handler) {
    super(world, name, "channel:" + codec.signature(), true);
    this.codec = layer.program().guarded("the codec of the channel \"" + name + "\"", codec);
    this.handler = handler;
  }

  /// Sends an object to `target`, as [WordChannel#push] does. An object that is larger than a
  /// buffer is sent alone, in order.
  ///
  /// @throws CodecException if the object cannot be encoded
  public void push(int target, T value) {
    boolean mine = !writing;
    Writer writer = begin();
    Outgoing made = null;
    try {
      encode(target, value, writer);
      int size = writer.size();
      if (size > bufferBytes() - HEADER) {
        sendLarge(target, writer.memory(), size);
        return;
      }
      Outgoing out = ready(target, HEADER + size);
      if (out == null) {
        made = room(target, HEADER + size);
        out = made;
      }
      add(out, writer, size);
    } finally {
      end(mine);
    }
    if (made != null) {
      written(made);
    }
  }

  /// Sends if there is room now, as [WordChannel#tryPush] does.
  ///
  /// @throws IllegalArgumentException if the encoded object is larger than a frame
  public boolean tryPush(int target, T value) {
    boolean mine = !writing;
    Writer writer = begin();
    try {
      encode(target, value, writer);
      int size = writer.size();
      if (size > bufferBytes() - HEADER) {
        return trySendLarge(target, writer.memory(), size);
      }
      Outgoing out = ready(target, HEADER + size);
      if (out != null) {
        add(out, writer, size);
        return true;
      }
      Outgoing made = tryRoom(target, HEADER + size);
      if (made == null) {
        return false;
      }
      add(made, writer, size);
      tried(made);
      return true;
    } finally {
      end(mine);
    }
  }

  private Writer begin() {
    Writer free = writing ? new Writer() : writer;
    writing = true;
    return free;
  }

  private void end(boolean mine) {
    if (mine) {
      writer.clear();
      writing = false;
    }
  }

  private void add(Outgoing out, Writer writer, int size) {
    int used = out.used;
    out.view.set(ValueLayout.JAVA_INT_UNALIGNED, used, size);
    MemorySegment.copy(writer.memory(), 0, out.view, used + HEADER, size);
    out.used = used + HEADER + size;
    pushed++;
  }

  private void encode(int target, T value, Writer out) {
    try {
      out.writeWhole(codec, value);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + layer.rank()
              + " cannot encode an object for the channel \""
              + name
              + "\" to rank "
              + target
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Override
  void receive(int source, MemorySegment memory, long at, long bytes) {
    long end = at + bytes;
    long record = at;
    while (record < end) {
      int size = end - record < HEADER ? -1 : memory.get(ValueLayout.JAVA_INT_UNALIGNED, record);
      if (size < 0 || size > end - record - HEADER) {
        throw malformed(source, "an object of " + size + " bytes does not end in its buffer");
      }
      take(source, memory, record + HEADER, size);
      record += HEADER + size;
    }
  }

  @Override
  void receiveLarge(int source, MemorySegment record) {
    take(source, record, 0, record.byteSize());
  }

  private void take(int source, MemorySegment memory, long at, long size) {
    T value;
    try {
      value = reader.wrap(memory, at, size).readWhole(codec);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + layer.rank()
              + " cannot decode an object of the channel \""
              + name
              + "\" from rank "
              + source
              + ", with the codec "
              + codec.signature()
              + ": "
              + e.getMessage(),
          e);
    } finally {
      // A codec that keeps the reader must not read foreign data later.
      reader.wrap(MemorySegment.NULL, 0, 0);
    }
    delivered++;
    handler.handle(source, value);
  }
}
