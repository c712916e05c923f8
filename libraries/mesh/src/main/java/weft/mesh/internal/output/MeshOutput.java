// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes texts, and numbers with the least byte first. [#flush] passes the rest on.
public final class MeshOutput {
  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

  /// Begins on a stream, which it does not close.
  public MeshOutput(OutputStream out) {
    this.out = out;
  }

  /// Writes a text.
  MeshOutput text(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length > buffer.capacity()) {
      flush();
      out.write(bytes);
    } else {
      room(bytes.length);
      buffer.put(bytes);
    }
    return this;
  }

  /// Writes the numbers of a line of text.
  MeshOutput line(long... numbers) throws IOException {
    var line = new StringBuilder();
    for (long number : numbers) {
      line.append(line.isEmpty() ? "" : " ").append(number);
    }
    return text(line.append('\n').toString());
  }

  /// Three coordinates as text that is read back as the same doubles.
  MeshOutput place(double[] xyz, int at) throws IOException {
    return text(word(xyz[at]) + " " + word(xyz[at + 1]) + " " + word(xyz[at + 2]));
  }

  /// A number as text that is read back as the same double.
  static String word(double value) {
    return Double.isNaN(value)
        ? "nan"
        : Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : Double.toString(value);
  }

  void putByte(int value) throws IOException {
    room(1);
    buffer.put((byte) value);
  }

  void putShort(int value) throws IOException {
    room(Short.BYTES);
    buffer.putShort((short) value);
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

  void putFloat(double value) throws IOException {
    room(Float.BYTES);
    buffer.putFloat((float) value);
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

  /// Passes on what is buffered.
  public void flush() throws IOException {
    out.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
