// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A cursor over received bytes that a [Codec] reads from. It trusts none of them. Every length is
/// checked against the remaining bytes before anything is allocated for it. Missing bytes, or
/// invalid bytes, throw a [CodecException].
public final class Reader {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private MemorySegment memory = MemorySegment.NULL;
  private long begin;
  private long at;
  private long end;
  private int depth;

  /// Whether a codec reads a whole value.
  private boolean whole;

  private final byte[] scratch = new byte[128];

  /// A reader without bytes.
  public Reader() {}

  /// Points this reader at `length` bytes of `memory` from `offset`.
  public Reader wrap(MemorySegment memory, long offset, long length) {
    if (whole) {
      throw new CodecException("a codec points its Reader at other bytes");
    }
    Objects.checkFromIndexSize(offset, length, memory.byteSize());
    this.memory = memory;
    begin = offset;
    at = offset;
    end = offset + length;
    depth = 0;
    return this;
  }

  /// The number of remaining bytes.
  public long remaining() {
    return end - at;
  }

  /// The exception for invalid bytes, which gives their position.
  public CodecException wrong(String what) {
    return wrong(what, null);
  }

  /// The same with a cause.
  public CodecException wrong(String what, @Nullable Throwable cause) {
    return new CodecException(
        what + " (byte " + (at - begin) + " of " + (end - begin) + " encoded bytes)", cause);
  }

  private long take(long bytes) {
    long from = at;
    if (bytes > end - from) {
      throw tooShort(bytes);
    }
    at = from + bytes;
    return from;
  }

  private CodecException tooShort(long bytes) {
    return wrong(
        "the bytes end too early: " + bytes + " more are needed, and " + remaining() + " are left");
  }

  /// Reads one byte, 1 or 0.
  public boolean readBoolean() {
    byte value = readByte();
    if ((value & ~1) != 0) {
      throw wrong("a boolean is 0 or 1, not " + value);
    }
    return value != 0;
  }

  /// Reads one byte.
  public byte readByte() {
    return memory.get(ValueLayout.JAVA_BYTE, take(1));
  }

  /// Reads 2 bytes.
  public short readShort() {
    return memory.get(Layouts.SHORT, take(2));
  }

  /// Reads 2 bytes.
  public char readChar() {
    return memory.get(Layouts.CHAR, take(2));
  }

  /// Reads 4 bytes.
  public int readInt() {
    return memory.get(Layouts.INT, take(4));
  }

  /// Reads 8 bytes.
  public long readLong() {
    return memory.get(Layouts.LONG, take(8));
  }

  /// Reads 4 bytes, all bits as they are.
  public float readFloat() {
    return Float.intBitsToFloat(readInt());
  }

  /// Reads 8 bytes, all bits as they are.
  public double readDouble() {
    return Double.longBitsToDouble(readLong());
  }

  /// Reads the number of elements that follow, each of at least `leastBytes` bytes. A count that
  /// the remaining bytes cannot hold is an error, found before anything is allocated.
  public int readSize(int leastBytes) {
    long count = 0;
    for (int shift = 0; ; shift += 7) {
      int part = readByte();
      count |= (part & 127L) << shift;
      if (part >= 0) {
        break;
      }
      if (shift == 28) {
        throw wrong("a size of more than 5 bytes");
      }
    }
    if (count > LARGEST || count * leastBytes > remaining()) {
      throw wrong(
          "a size of " + count + ", but " + remaining() + " bytes are left, which hold fewer");
    }
    return (int) count;
  }

  /// Reads a string.
  public String readString() {
    int length = readSize(1);
    byte width = readByte();
    if (width == Writer.NARROW) {
      return narrow(length);
    }
    if (width != Writer.WIDE) {
      throw wrong("a string's characters take 1 or 2 bytes, not " + width);
    }
    var chars = new char[fits(length, 2)];
    MemorySegment.copy(memory, Layouts.CHAR, take(2L * length), chars, 0, length);
    return new String(chars);
  }

  private String narrow(int length) {
    byte[] bytes = scratch;
    if (length > bytes.length) {
      bytes = new byte[fits(length, 1)];
    }
    readRaw(bytes, 0, length);
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /// Checks that `count` elements of `bytes` bytes are left, before an array is allocated for them.
  private int fits(int count, int bytes) {
    if ((long) count * bytes > remaining()) {
      throw tooShort((long) count * bytes);
    }
    return count;
  }

  /// Reads the length, then the elements.
  public boolean[] readBooleans() {
    var values = new boolean[readSize(1)];
    for (int i = 0; i < values.length; i++) {
      values[i] = readBoolean();
    }
    return values;
  }

  /// Reads the length, then the elements.
  public byte[] readBytes() {
    var values = new byte[readSize(1)];
    readRaw(values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public short[] readShorts() {
    var values = new short[readSize(2)];
    MemorySegment.copy(memory, Layouts.SHORT, take(2L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public char[] readChars() {
    var values = new char[readSize(2)];
    MemorySegment.copy(memory, Layouts.CHAR, take(2L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public int[] readInts() {
    var values = new int[readSize(4)];
    MemorySegment.copy(memory, Layouts.INT, take(4L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public long[] readLongs() {
    var values = new long[readSize(8)];
    MemorySegment.copy(memory, Layouts.LONG, take(8L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public float[] readFloats() {
    var values = new float[readSize(4)];
    MemorySegment.copy(memory, Layouts.FLOAT, take(4L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads the length, then the elements.
  public double[] readDoubles() {
    var values = new double[readSize(8)];
    MemorySegment.copy(memory, Layouts.DOUBLE, take(8L * values.length), values, 0, values.length);
    return values;
  }

  /// Reads bytes written without their length.
  public void readRaw(byte[] values, int from, int count) {
    Objects.checkFromIndexSize(from, count, values.length);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, take(count), values, from, count);
  }

  /// Reads bytes written without their length.
  public void readRaw(MemorySegment values, long from, long count) {
    Objects.checkFromIndexSize(from, count, values.byteSize());
    MemorySegment.copy(memory, take(count), values, from, count);
  }

  /// Reads a part with its own codec. Parts may be nested 256 deep.
  public <T extends @Nullable Object> T read(Codec<T> codec) {
    if (++depth > Writer.MAX_DEPTH) {
      throw wrong("objects that hold objects more than " + Writer.MAX_DEPTH + " deep");
    }
    T value = codec.decode(this);
    depth--;
    return value;
  }

  /// Reads one whole value to the last byte, and wraps any exception of its codec in a
  /// [CodecException].
  public <T extends @Nullable Object> T readWhole(Codec<T> codec) {
    T value;
    boolean outer = whole;
    whole = true;
    try {
      value = codec.decode(this);
    } catch (CodecException e) {
      // Leaves out the stack of an object that is nested too deeply, because it has a thousand
      // frames.
      throw depth > Writer.MAX_DEPTH ? new CodecException(String.valueOf(e.getMessage())) : e;
    } catch (RuntimeException e) {
      throw CodecException.of("cannot decode a " + codec.signature(), e);
    } finally {
      whole = outer;
    }
    if (at != end) {
      throw wrong(remaining() + " bytes are left after the end of a " + codec.signature());
    }
    return value;
  }
}
