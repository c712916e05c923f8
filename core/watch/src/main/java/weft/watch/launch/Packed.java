// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The content of frames: numbers, texts and their lists.
final class Packed {
  private Packed() {}

  /// Writes content.
  @FunctionalInterface
  interface Writer {
    /// Writes it to `out`.
    void write(DataOutputStream out) throws IOException;
  }

  /// The bytes that `writer` writes.
  static byte[] bytes(Writer writer) {
    var bytes = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Memory can be written.
    }
    return bytes.toByteArray();
  }

  static DataInputStream of(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] read(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  static void write(DataOutputStream out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(read(in), StandardCharsets.UTF_8);
  }

  static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String each : texts) {
      write(out, each);
    }
  }

  static List<String> readTexts(DataInputStream in) throws IOException {
    var texts = new ArrayList<String>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(readText(in));
    }
    return texts;
  }

  /// The bytes of several arrays, for [#arrays].
  static byte[] of(byte[][] arrays) {
    return bytes(out -> {
      out.writeInt(arrays.length);
      for (byte[] each : arrays) {
        write(out, each);
      }
    });
  }

  static byte[][] arrays(byte[] packed) throws IOException {
    DataInputStream in = of(packed);
    var arrays = new byte[in.readInt()][];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = read(in);
    }
    return arrays;
  }
}
