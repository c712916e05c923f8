// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A growing buffer that a [Codec] appends to. Numbers are little-endian and not aligned.
public final class Writer {
  /// The maximum nesting of objects, for reading and writing.
  static final int MAX_DEPTH = 256;

  private static final int LARGEST = Integer.MAX_VALUE - 8;
  private static final int KEPT = 1 << 20;

  /// Strings with more characters than this are written by [#writeLongString].
  private static final int SHORT = 32;

  /// Marks a string with one byte for each character.
  static final byte NARROW = 1;

  /// Marks a string with two bytes for each character.
  static final byte WIDE = 2;

  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle CHARS = view(char[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private byte[] buffer = new byte[256];
  private MemorySegment segment = MemorySegment.ofArray(buffer);
  private int size;
  private int depth;

  /// Whether a codec writes a whole value, which begins at byte [#first].
  private boolean whole;

  private int first;

  /// An empty writer.
  public Writer() {}

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /// The number of bytes written.
  public int size() {
    return size;
  }

  /// The buffer with the bytes from 0 to [#size]; valid until the next write.
  public MemorySegment memory() {
    return segment;
  }

  /// A copy of the written bytes.
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  /// Discards the written bytes, and keeps the buffer unless it has become very large.
  public void clear() {
    if (whole) {
      throw new CodecException(
          "a codec clears its Writer, in which other bytes may precede its own");
    }
    size = 0;
    depth = 0;
    if (buffer.length > KEPT) {
      setBuffer(new byte[256]);
    }
  }

  private void setBuffer(byte[] buffer) {
    this.buffer = buffer;
    this.segment = MemorySegment.ofArray(buffer);
  }

  /// Claims `bytes` bytes and returns their position.
  private int claim(long bytes) {
    int at = size;
    if (bytes > buffer.length - at) {
      growSlow(bytes);
    }
    size = at + (int) bytes;
    return at;
  }

  private void growSlow(long bytes) {
    long least = size + bytes;
    if (least > LARGEST) {
      throw new CodecException(
          "an object of more than "
              + LARGEST
              + " bytes cannot be encoded; send its arrays by an rsrN or a put");
    }
    setBuffer(Arrays.copyOf(buffer, (int) Math.min(LARGEST, Math.max(2L * buffer.length, least))));
  }

  /// Writes one byte, 1 or 0.
  public void writeBoolean(boolean value) {
    writeByte((byte) (value ? 1 : 0));
  }

  /// Writes one byte.
  public void writeByte(byte value) {
    int at = claim(1);
    buffer[at] = value;
  }

  /// Writes 2 bytes.
  public void writeShort(short value) {
    int at = claim(2);
    SHORTS.set(buffer, at, value);
  }

  /// Writes 2 bytes.
  public void writeChar(char value) {
    int at = claim(2);
    CHARS.set(buffer, at, value);
  }

  /// Writes 4 bytes.
  public void writeInt(int value) {
    int at = claim(4);
    INTS.set(buffer, at, value);
  }

  /// Writes 8 bytes.
  public void writeLong(long value) {
    int at = claim(8);
    LONGS.set(buffer, at, value);
  }

  /// Writes 8 bytes over those that begin at byte `at`.
  public void setLong(int at, long value) {
    if (at < first) {
      throw new CodecException(
          "Writer.setLong at byte " + at + " of a value that begins at byte " + first);
    }
    Objects.checkFromIndexSize(at, 8, size);
    LONGS.set(buffer, at, value);
  }

  /// Writes 4 bytes, all bits as they are.
  public void writeFloat(float value) {
    writeInt(Float.floatToRawIntBits(value));
  }

  /// Writes 8 bytes, all bits as they are.
  public void writeDouble(double value) {
    writeLong(Double.doubleToRawLongBits(value));
  }

  /// Writes the number of elements that follow: 1 byte for up to 127, at most 5.
  public void writeSize(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("a size of " + count);
    }
    int rest = count;
    while (rest > 127) {
      writeByte((byte) (rest | 128));
      rest >>>= 7;
    }
    writeByte((byte) rest);
  }

  /// Writes a string, with any characters: one byte for each if all are Latin-1, otherwise two.
  public void writeString(String value) {
    int length = value.length();
    writeSize(length);
    if (length > SHORT) {
      writeLongString(value);
      return;
    }
    int mark = claim(1L + length);
    byte[] to = buffer;
    to[mark] = NARROW;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c > 0xFF) {
        size = mark;
        writeWide(value);
        return;
      }
      to[mark + 1 + i] = (byte) c;
    }
  }

  /// Copies as a whole: a loop over characters takes some nanoseconds for each.
  private void writeLongString(String value) {
    byte[] narrow = value.getBytes(StandardCharsets.ISO_8859_1);
    if (new String(narrow, StandardCharsets.ISO_8859_1).equals(value)) {
      writeByte(NARROW);
      writeRaw(narrow, 0, narrow.length);
    } else {
      writeWide(value);
    }
  }

  private void writeWide(String value) {
    writeByte(WIDE);
    array(value.toCharArray(), Layouts.CHAR, value.length());
  }

  /// Writes the length, then the elements.
  public void writeBooleans(boolean[] values) {
    writeSize(values.length);
    int at = claim(values.length);
    for (int i = 0; i < values.length; i++) {
      buffer[at + i] = (byte) (values[i] ? 1 : 0);
    }
  }

  /// Writes the length, then the elements.
  public void writeBytes(byte[] values) {
    writeSize(values.length);
    writeRaw(values, 0, values.length);
  }

  /// Writes the length, then the elements.
  public void writeShorts(short[] values) {
    writeSize(values.length);
    array(values, Layouts.SHORT, values.length);
  }

  /// Writes the length, then the elements.
  public void writeChars(char[] values) {
    writeSize(values.length);
    array(values, Layouts.CHAR, values.length);
  }

  /// Writes the length, then the elements.
  public void writeInts(int[] values) {
    writeSize(values.length);
    array(values, Layouts.INT, values.length);
  }

  /// Writes the length, then the elements.
  public void writeLongs(long[] values) {
    writeSize(values.length);
    array(values, Layouts.LONG, values.length);
  }

  /// Writes the length, then the elements.
  public void writeFloats(float[] values) {
    writeSize(values.length);
    array(values, Layouts.FLOAT, values.length);
  }

  /// Writes the length, then the elements.
  public void writeDoubles(double[] values) {
    writeSize(values.length);
    array(values, Layouts.DOUBLE, values.length);
  }

  private void array(Object values, ValueLayout layout, int count) {
    int at = claim(count * layout.byteSize());
    MemorySegment.copy(values, 0, segment, layout, at, count);
  }

  /// Writes bytes without their length: the codec knows it.
  public void writeRaw(byte[] values, int from, int count) {
    Objects.checkFromIndexSize(from, count, values.length);
    int at = claim(count);
    System.arraycopy(values, from, buffer, at, count);
  }

  /// Writes bytes without their length: the codec knows it.
  public void writeRaw(MemorySegment values, long from, long count) {
    Objects.checkFromIndexSize(from, count, values.byteSize());
    int at = claim(count);
    MemorySegment.copy(values, from, segment, at, count);
  }

  /// Writes a part with its own codec. Parts may be nested 256 deep.
  public <T extends @Nullable Object> void write(Codec<T> codec, T value) {
    if (++depth > MAX_DEPTH) {
      throw new CodecException(
          "objects that hold objects more than "
              + MAX_DEPTH
              + " deep cannot be encoded, and an object that holds itself would never end; send a"
              + " list of the parts");
    }
    codec.encode(value, this);
    depth--;
  }

  /// Writes one whole value, and wraps any exception of its codec in a [CodecException].
  public <T extends @Nullable Object> void writeWhole(Codec<T> codec, T value) {
    boolean outer = whole;
    int before = first;
    whole = true;
    first = size;
    try {
      codec.encode(value, this);
    } catch (CodecException e) {
      // Leaves out the stack of an object that is nested too deeply, because it has a thousand
      // frames.
      throw depth > MAX_DEPTH ? new CodecException(String.valueOf(e.getMessage())) : e;
    } catch (RuntimeException e) {
      throw CodecException.of("cannot encode a " + codec.signature(), e);
    } finally {
      whole = outer;
      first = before;
    }
  }
}
