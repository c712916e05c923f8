// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A view of a received vector, valid until its handler returns. The indexes of `doubleAt` and its
/// like count elements of the type that is read. (The offsets of [weft.Frame#getDouble] count
/// bytes.)
///
/// Each channel reuses one view for all vectors: copy the data you keep.
public final class VectorView {
  private @Nullable MemorySegment memory;
  private long base;
  private long length;

  VectorView() {}

  VectorView show(MemorySegment memory, long base, long length) {
    this.memory = memory;
    this.base = base;
    this.length = length;
    return this;
  }

  void hide() {
    memory = null;
  }

  private MemorySegment at(long offset, long bytes) {
    MemorySegment segment = memory;
    if (segment == null) {
      throw new IllegalStateException(
          "this vector was read after its handler had returned, when its memory may be reused;"
              + " copy the data you keep inside the handler, with copyTo");
    }
    Objects.checkFromIndexSize(offset, bytes, length);
    return segment;
  }

  /// The length in bytes.
  public long bytes() {
    at(0, 0);
    return length;
  }

  /// The float at `index`.
  public float floatAt(int index) {
    return at(4L * index, 4).get(ValueLayout.JAVA_FLOAT_UNALIGNED, base + 4L * index);
  }

  /// The double at `index`.
  public double doubleAt(int index) {
    return at(8L * index, 8).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, base + 8L * index);
  }

  /// The int at `index`.
  public int intAt(int index) {
    return at(4L * index, 4).get(ValueLayout.JAVA_INT_UNALIGNED, base + 4L * index);
  }

  /// The long at `index`.
  public long longAt(int index) {
    return at(8L * index, 8).get(ValueLayout.JAVA_LONG_UNALIGNED, base + 8L * index);
  }

  /// Copies `count` floats, starting at element `index`.
  public void copyElements(int index, float[] destination, int from, int count) {
    MemorySegment.copy(
        at(4L * index, 4L * count),
        ValueLayout.JAVA_FLOAT_UNALIGNED,
        base + 4L * index,
        destination,
        from,
        count);
  }

  /// Copies `count` doubles, starting at element `index`.
  public void copyElements(int index, double[] destination, int from, int count) {
    MemorySegment.copy(
        at(8L * index, 8L * count),
        ValueLayout.JAVA_DOUBLE_UNALIGNED,
        base + 8L * index,
        destination,
        from,
        count);
  }

  /// Copies `count` longs, starting at element `index`.
  public void copyElements(int index, long[] destination, int from, int count) {
    MemorySegment.copy(
        at(8L * index, 8L * count),
        ValueLayout.JAVA_LONG_UNALIGNED,
        base + 8L * index,
        destination,
        from,
        count);
  }

  /// Copies all bytes to `offset` of `destination`.
  public void copyTo(MemorySegment destination, long offset) {
    MemorySegment.copy(at(0, length), base, destination, offset, length);
  }

  /// Returns a copy of the whole vector.
  public byte[] toByteArray() {
    var bytes = new byte[Math.toIntExact(bytes())];
    copyTo(MemorySegment.ofArray(bytes), 0);
    return bytes;
  }
}
