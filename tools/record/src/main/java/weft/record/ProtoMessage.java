// SPDX-License-Identifier: Apache-2.0
package weft.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes a message in the wire format of Protocol Buffers: a tag and a value for each field. It
/// can be reused after [#clear].
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;

  private byte[] bytes = new byte[256];
  private int length;

  ProtoMessage clear() {
    length = 0;
    return this;
  }

  ProtoMessage number(int field, long value) {
    tag(field, VARINT);
    varint(value);
    return this;
  }

  ProtoMessage fixed(int field, long value) {
    tag(field, FIXED64);
    room(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[length++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  ProtoMessage text(int field, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    append(field, utf8, utf8.length);
    return this;
  }

  ProtoMessage message(int field, ProtoMessage message) {
    append(field, message.bytes, message.length);
    return this;
  }

  private void append(int field, byte[] from, int count) {
    tag(field, BYTES);
    varint(count);
    room(count);
    System.arraycopy(from, 0, bytes, length, count);
    length += count;
  }

  private void tag(int field, int type) {
    varint((long) field << 3 | type);
  }

  private void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }
}
