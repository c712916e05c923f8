// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/// Text and little-endian numbers for a file.
final class SurfaceOutput {
  private final OutputStream out;

  SurfaceOutput(OutputStream out) {
    this.out = out;
  }

  SurfaceOutput text(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    return this;
  }

  void bytes(long value, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      out.write((int) (value >>> 8 * i));
    }
  }

  void int32(int value) throws IOException {
    bytes(value, 4);
  }

  void int64(long value) throws IOException {
    bytes(value, 8);
  }

  void float32(double value) throws IOException {
    bytes(Float.floatToIntBits((float) value), 4);
  }

  void float64(double value) throws IOException {
    bytes(Double.doubleToLongBits(value), 8);
  }

  /// Three coordinates as text that is read back as the same doubles.
  SurfaceOutput place(double[] xyz, int at) throws IOException {
    return text(word(xyz[at]) + " " + word(xyz[at + 1]) + " " + word(xyz[at + 2]));
  }

  private static String word(double value) {
    return Double.isNaN(value)
        ? "nan"
        : Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : Double.toString(value);
  }

  void flush() throws IOException {
    out.flush();
  }
}
