// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.World;

/// A channel of vectors of any length, with a tag each, created by [Channel#vectors]. The receiver
/// reads them in place.
///
/// Source: EasyMSG, section 3.2: MPI_InBlockComplexTagBuffer.
public final class VectorChannel extends Channel {
  /// The bytes before each vector, which hold its tag and its length in bytes.
  static final int HEADER = 16;

  private final Handler handler;
  private final VectorView view = new VectorView();

  /// The handler that runs at the target for each vector.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, in a poll or a wait. `vector` is valid until this method
    /// returns. The handler must not wait.
    void handle(int source, long tag, VectorView vector);
  }

  VectorChannel(World world, String name, Handler handler) {
    super(world, name, "channel:vector", true);
    this.handler = handler;
  }

  /// Sends a vector to `target`, as [WordChannel#push] does. A vector that is larger than a buffer
  /// is sent alone, in order.
  public void push(int target, long tag, MemorySegment vector) {
    push(target, tag, given(vector), true);
  }

  /// Sends the whole array; see [#push(int, long, MemorySegment)].
  public void push(int target, long tag, float[] vector) {
    push(target, tag, MemorySegment.ofArray(given(vector)), true);
  }

  /// Sends the whole array; see [#push(int, long, MemorySegment)].
  public void push(int target, long tag, double[] vector) {
    push(target, tag, MemorySegment.ofArray(given(vector)), true);
  }

  /// Sends the whole array; see [#push(int, long, MemorySegment)].
  public void push(int target, long tag, long[] vector) {
    push(target, tag, MemorySegment.ofArray(given(vector)), true);
  }

  /// Sends the whole array; see [#push(int, long, MemorySegment)].
  public void push(int target, long tag, byte[] vector) {
    push(target, tag, MemorySegment.ofArray(given(vector)), true);
  }

  /// Sends if there is room now, as [WordChannel#tryPush] does.
  ///
  /// @throws IllegalArgumentException if the vector is larger than a frame
  public boolean tryPush(int target, long tag, MemorySegment vector) {
    return push(target, tag, given(vector), false);
  }

  private <T> T given(@Nullable T vector) {
    if (vector == null) {
      throw new NullPointerException(
          "rank "
              + layer.rank()
              + " pushes null to the channel \""
              + name
              + "\"; an empty vector is allowed");
    }
    return vector;
  }

  private boolean push(int target, long tag, MemorySegment vector, boolean wait) {
    long length = vector.byteSize();
    long padded = HEADER + (length + 7 & -8);
    if (padded > bufferBytes()) {
      return pushAlone(target, tag, vector, wait);
    }
    int bytes = (int) padded;
    Outgoing out = ready(target, bytes);
    if (out != null) {
      add(out, tag, vector, (int) length, bytes);
      return true;
    }
    out = wait ? room(target, bytes) : tryRoom(target, bytes);
    if (out == null) {
      return false;
    }
    add(out, tag, vector, (int) length, bytes);
    if (wait) {
      written(out);
    } else {
      tried(out);
    }
    return true;
  }

  private void add(Outgoing out, long tag, MemorySegment vector, int length, int bytes) {
    int used = out.used;
    MemorySegment.copy(vector, 0, out.view, used + HEADER, length);
    out.words[used >>> 3] = tag;
    out.words[(used >>> 3) + 1] = length;
    out.used = used + bytes;
    pushed++;
  }

  private boolean pushAlone(int target, long tag, MemorySegment vector, boolean wait) {
    long length = vector.byteSize();
    if (length > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException(
          "rank "
              + layer.rank()
              + " pushes a vector of "
              + length
              + " bytes to the channel \""
              + name
              + "\"; the limit is 2 GiB, so push it in parts");
    }
    MemorySegment record = MemorySegment.ofArray(new byte[(int) (8 + length)]);
    record.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, tag);
    MemorySegment.copy(vector, 0, record, 8, length);
    if (wait) {
      sendLarge(target, record, 8 + length);
      return true;
    }
    return trySendLarge(target, record, 8 + length);
  }

  @Override
  void receive(int source, MemorySegment memory, long at, long bytes) {
    long end = at + bytes;
    long record = at;
    while (record < end) {
      long length =
          end - record < HEADER ? -1 : memory.get(ValueLayout.JAVA_LONG_UNALIGNED, record + 8);
      if (length < 0 || length > end - record - HEADER) {
        throw malformed(source, "a vector of " + length + " bytes does not end in its buffer");
      }
      long tag = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, record);
      take(source, tag, memory, record + HEADER, length);
      record += HEADER + (length + 7 & -8);
    }
  }

  @Override
  void receiveLarge(int source, MemorySegment record) {
    if (record.byteSize() < 8) {
      throw malformed(source, "a vector without its tag");
    }
    long tag = record.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    take(source, tag, record, 8, record.byteSize() - 8);
  }

  private void take(int source, long tag, MemorySegment memory, long at, long length) {
    delivered++;
    handler.handle(source, tag, view.show(memory, at, length));
    view.hide();
  }
}
