// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

  /// The memory, if it is still readable.
  private MemorySegment readable() {
    MemorySegment segment = memory;
    if (segment == null) {
      throw new IllegalStateException(
          "this vector was read after its handler had returned, when its memory may be reused;"
              + " copy the data you keep inside the handler, with copyTo");
    }
    return segment;
  }

  /// The memory, if `count` elements of `size` bytes from `index` on lie in the vector.
  private MemorySegment elements(int index, int count, int size) {
    MemorySegment segment = readable();
    if (index < 0 || count < 0 || (index + (long) count) * size > length) {
      throw outside(index, count, size);
    }
    return segment;
  }

  private IndexOutOfBoundsException outside(int index, int count, int size) {
    return new IndexOutOfBoundsException(
        (count == 1 ? "element " + index : count + " elements from " + index + " on")
            + " of "
            + size
            + (count == 1 ? " bytes was" : " bytes were")
            + " read from a vector of "
            + length
            + " bytes, which holds "
            + length / size
            + " such elements");
  }

  /// The length in bytes.
  public long bytes() {
    readable();
    return length;
  }

  /// The float at `index`.
  public float floatAt(int index) {
    return elements(index, 1, 4).get(ValueLayout.JAVA_FLOAT_UNALIGNED, base + 4L * index);
  }

  /// The double at `index`.
  public double doubleAt(int index) {
    return elements(index, 1, 8).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, base + 8L * index);
  }

  /// The int at `index`.
  public int intAt(int index) {
    return elements(index, 1, 4).get(ValueLayout.JAVA_INT_UNALIGNED, base + 4L * index);
  }

  /// The long at `index`.
  public long longAt(int index) {
    return elements(index, 1, 8).get(ValueLayout.JAVA_LONG_UNALIGNED, base + 8L * index);
  }

  /// Copies `count` floats, starting at element `index`.
  public void copyElements(int index, float[] destination, int from, int count) {
    MemorySegment.copy(
        elements(index, count, 4),
        ValueLayout.JAVA_FLOAT_UNALIGNED,
        base + 4L * index,
        destination,
        from,
        count);
  }

  /// Copies `count` doubles, starting at element `index`.
  public void copyElements(int index, double[] destination, int from, int count) {
    MemorySegment.copy(
        elements(index, count, 8),
        ValueLayout.JAVA_DOUBLE_UNALIGNED,
        base + 8L * index,
        destination,
        from,
        count);
  }

  /// Copies `count` longs, starting at element `index`.
  public void copyElements(int index, long[] destination, int from, int count) {
    MemorySegment.copy(
        elements(index, count, 8),
        ValueLayout.JAVA_LONG_UNALIGNED,
        base + 8L * index,
        destination,
        from,
        count);
  }

  /// Copies all bytes to `offset` of `destination`.
  public void copyTo(MemorySegment destination, long offset) {
    MemorySegment.copy(readable(), base, destination, offset, length);
  }

  /// Returns a copy of the whole vector.
  public byte[] toByteArray() {
    var bytes = new byte[Math.toIntExact(bytes())];
    copyTo(MemorySegment.ofArray(bytes), 0);
    return bytes;
  }
}
