// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codecs of values without components.
final class Values {
  private static final Map<Class<?>, Codec<?>> ALL = new HashMap<>();

  static {
    add(Boolean.class, Writer::writeBoolean, Reader::readBoolean);
    add(Byte.class, Writer::writeByte, Reader::readByte);
    add(Short.class, Writer::writeShort, Reader::readShort);
    add(Character.class, Writer::writeChar, Reader::readChar);
    add(Integer.class, Writer::writeInt, Reader::readInt);
    add(Long.class, Writer::writeLong, Reader::readLong);
    add(Float.class, Writer::writeFloat, Reader::readFloat);
    add(Double.class, Writer::writeDouble, Reader::readDouble);
    add(String.class, Writer::writeString, Reader::readString);
    add(boolean[].class, Writer::writeBooleans, Reader::readBooleans);
    add(byte[].class, Writer::writeBytes, Reader::readBytes);
    add(short[].class, Writer::writeShorts, Reader::readShorts);
    add(char[].class, Writer::writeChars, Reader::readChars);
    add(int[].class, Writer::writeInts, Reader::readInts);
    add(long[].class, Writer::writeLongs, Reader::readLongs);
    add(float[].class, Writer::writeFloats, Reader::readFloats);
    add(double[].class, Writer::writeDoubles, Reader::readDoubles);
  }

  private Values() {}

  private static <T> void add(
      Class<T> type, BiConsumer<Writer, T> writer, Function<Reader, T> reader) {
    ALL.put(type, new FunctionCodec<>(type.getSimpleName(), writer, reader));
  }

  /// The codec of a value's type, or null.
  @SuppressWarnings({"unchecked", "rawtypes"}) // an enum's class is its own
  static @Nullable Codec<?> of(Class<?> type) {
    return type.isEnum() ? EnumCodec.of((Class) type) : ALL.get(type);
  }
}
