// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes numbers, least byte first, and texts. [#flush] passes the rest on.
final class LittleEndianStream {
  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

  LittleEndianStream(OutputStream out) {
    this.out = out;
  }

  void text(String text) throws IOException {
    bytes(text.getBytes(US_ASCII));
  }

  void bytes(byte[] bytes) throws IOException {
    flush();
    out.write(bytes);
  }

  void putByte(int value) throws IOException {
    room(1);
    buffer.put((byte) value);
  }

  void putInt(int value) throws IOException {
    room(Integer.BYTES);
    buffer.putInt(value);
  }

  void putInts(int... values) throws IOException {
    for (int value : values) {
      putInt(value);
    }
  }

  void putLong(long value) throws IOException {
    room(Long.BYTES);
    buffer.putLong(value);
  }

  void putLongs(long... values) throws IOException {
    for (long value : values) {
      putLong(value);
    }
  }

  void putDoubles(double... values) throws IOException {
    for (double value : values) {
      room(Double.BYTES);
      buffer.putDouble(value);
    }
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  void flush() throws IOException {
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
