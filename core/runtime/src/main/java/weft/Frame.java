// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.internal.dispatch.PayloadView;
import weft.memory.Words;

/// The payload of an [RsrN] request: a view of the bytes in place, valid until the handler returns.
/// Offsets are in bytes from its beginning and need no alignment; the byte order is the machine's.
///
/// Each rank has one frame, reused for every request. Use a `copyTo` to keep bytes.
public final class Frame {
  private @Nullable MemorySegment memory;
  private long base;
  private long length;

  Frame() {}

  /// Sets this frame to one payload after the other.
  PayloadView view() {
    return new View();
  }

  private final class View implements PayloadView {
    @Override
    public void show(MemorySegment memory, long base, long length) {
      Frame.this.memory = memory;
      Frame.this.base = base;
      Frame.this.length = length;
    }

    @Override
    public void hide() {
      memory = null;
    }

    @Override
    public MemorySegment memory() {
      return at(0, 0);
    }

    @Override
    public long base() {
      return base;
    }

    @Override
    public long length() {
      return length;
    }
  }

  /// Points `reader` at the bytes from `from` on.
  Reader read(Reader reader, long from) {
    return reader.wrap(at(from, length - from), base + from, length - from);
  }

  private MemorySegment at(long offset, long bytes) {
    MemorySegment segment = memory;
    if (segment == null) {
      throw new IllegalStateException(
          "this payload was read after its handler returned, when its bytes may be gone;"
              + " copy what you keep inside the handler, with copyTo or toByteArray");
    }
    if ((offset | bytes) < 0 || offset > length - bytes) {
      throw new IndexOutOfBoundsException(
          "bytes " + offset + " to " + (offset + bytes) + " of a payload of " + length + " bytes");
    }
    return segment;
  }

  /// The payload's length in bytes.
  public long size() {
    at(0, 0);
    return length;
  }

  /// The byte at `offset`.
  public byte getByte(long offset) {
    return at(offset, 1).get(ValueLayout.JAVA_BYTE, base + offset);
  }

  /// The int that begins at `offset`.
  public int getInt(long offset) {
    return at(offset, 4).get(ValueLayout.JAVA_INT_UNALIGNED, base + offset);
  }

  /// The long that begins at `offset`.
  public long getLong(long offset) {
    return Words.getAnywhere(at(offset, 8), base + offset);
  }

  /// The float that begins at `offset`.
  public float getFloat(long offset) {
    return at(offset, 4).get(ValueLayout.JAVA_FLOAT_UNALIGNED, base + offset);
  }

  /// The double that begins at `offset`.
  public double getDouble(long offset) {
    return Double.longBitsToDouble(Words.getAnywhere(at(offset, 8), base + offset));
  }

  /// Copies `bytes` from `offset` into `destination` at `destinationOffset`.
  public void copyTo(long offset, MemorySegment destination, long destinationOffset, long bytes) {
    MemorySegment.copy(at(offset, bytes), base + offset, destination, destinationOffset, bytes);
  }

  /// Copies `count` bytes that begin at byte `offset`.
  public void copyTo(long offset, byte[] destination, int from, int count) {
    Objects.checkFromIndexSize(from, count, destination.length);
    MemorySegment.copy(
        at(offset, count), ValueLayout.JAVA_BYTE, base + offset, destination, from, count);
  }

  /// Copies `count` ints that begin at byte `offset`.
  public void copyTo(long offset, int[] destination, int from, int count) {
    MemorySegment.copy(
        at(offset, 4L * count),
        ValueLayout.JAVA_INT_UNALIGNED,
        base + offset,
        destination,
        from,
        count);
  }

  /// Copies `count` longs that begin at byte `offset`.
  public void copyTo(long offset, long[] destination, int from, int count) {
    MemorySegment.copy(
        at(offset, 8L * count),
        ValueLayout.JAVA_LONG_UNALIGNED,
        base + offset,
        destination,
        from,
        count);
  }

  /// Copies `count` floats that begin at byte `offset`.
  public void copyTo(long offset, float[] destination, int from, int count) {
    MemorySegment.copy(
        at(offset, 4L * count),
        ValueLayout.JAVA_FLOAT_UNALIGNED,
        base + offset,
        destination,
        from,
        count);
  }

  /// Copies `count` doubles that begin at byte `offset`.
  public void copyTo(long offset, double[] destination, int from, int count) {
    MemorySegment.copy(
        at(offset, 8L * count),
        ValueLayout.JAVA_DOUBLE_UNALIGNED,
        base + offset,
        destination,
        from,
        count);
  }

  /// Copies bytes that begin at `offset`, as many as `destination` has, to its rows. What is
  /// between the rows is not changed.
  public void copyTo(long offset, MatrixPart destination) {
    long bytes = destination.bytes();
    destination.span.copyFrom(0, at(offset, bytes), base + offset, bytes);
  }

  /// A copy of the whole payload.
  ///
  /// @throws WeftException when it is longer than an array can be
  public byte[] toByteArray() {
    if (size() > Integer.MAX_VALUE - 8) {
      throw new WeftException(
          "a payload of " + length + " bytes does not fit a byte[]; copy it in parts with copyTo");
    }
    var bytes = new byte[(int) length];
    copyTo(0, bytes, 0, bytes.length);
    return bytes;
  }
}
