// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Decodes arrays of VTK's XML format: text, base64, or raw behind the XML; whole or in blocks that
/// zlib has compressed.
final class VtuArray {
  private final ByteOrder order;
  private final int headerBytes;
  private final boolean compressed;
  private final byte[] file;

  /// Where the appended data begins; 0 if there is none.
  private final int appended;

  private final boolean appendedRaw;

  /// @param root attributes of the file's first element
  /// @param appended where the appended data begins in `file`; 0 if there is none
  VtuArray(Map<String, String> root, byte[] file, int appended, boolean appendedRaw)
      throws IOException {
    order =
        root.getOrDefault("byte_order", "LittleEndian").equals("BigEndian")
            ? ByteOrder.BIG_ENDIAN
            : ByteOrder.LITTLE_ENDIAN;
    headerBytes = root.getOrDefault("header_type", "UInt32").equals("UInt64") ? 8 : 4;
    String compressor = root.getOrDefault("compressor", "");
    compressed = !compressor.isEmpty();
    if (compressed && !compressor.equals("vtkZLibDataCompressor")) {
      throw new IOException(
          "its data is compressed by " + compressor + "; save it with zlib, or without");
    }
    this.file = file;
    this.appended = appended;
    this.appendedRaw = appendedRaw;
  }

  /// The numbers of an array.
  ///
  /// @param attributes of its element
  /// @param text what is between its tags
  double[] decode(Map<String, String> attributes, String text) throws IOException {
    String type = attributes.getOrDefault("type", "Float32");
    return switch (attributes.getOrDefault("format", "ascii")) {
      case "ascii" -> ascii(text);
      case "binary" -> numbers(type, base64(text.replaceAll("\\s", "")));
      case "appended" -> {
        if (appended == 0) {
          throw new IOException("there is no appended data");
        }
        long at = appended + Long.parseLong(attributes.getOrDefault("offset", "0"));
        if (at < appended || at > file.length) {
          throw cut();
        }
        yield numbers(type, appendedRaw ? raw((int) at) : base64(encoded((int) at)));
      }
      default -> throw new IOException("an array has an unknown format");
    };
  }

  private static IOException cut() {
    return new IOException("the file ends before its data");
  }

  private static double[] ascii(String text) throws IOException {
    var tokens = new StringTokenizer(text);
    double[] values = new double[tokens.countTokens()];
    for (int i = 0; i < values.length; i++) {
      String token = tokens.nextToken();
      try {
        values[i] = Double.parseDouble(token);
      } catch (NumberFormatException e) {
        throw new IOException("\"" + token + "\" is no number", e);
      }
    }
    return values;
  }

  /// The base64 text that begins at a place, up to what is no part of it.
  private String encoded(int at) {
    int end = at;
    while (end < file.length && file[end] != '<' && file[end] != '\n') {
      end++;
    }
    return new String(file, at, end - at, StandardCharsets.ISO_8859_1);
  }

  private long header(ByteBuffer bytes, int i) throws IOException {
    if (bytes.limit() < headerBytes * (i + 1)) {
      throw cut();
    }
    return headerBytes == 8 ? bytes.getLong(8 * i) : Integer.toUnsignedLong(bytes.getInt(4 * i));
  }

  private static byte[] decode(String text) throws IOException {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("an array is no base64", e);
    }
  }

  private static int encodedLength(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE - 8, 4 * ((bytes + 2) / 3));
  }

  /// Data in base64. A header of blocks is encoded on its own.
  private byte[] base64(String text) throws IOException {
    int first = Math.min(text.length(), encodedLength(headerBytes));
    long count = header(wrap(decode(text.substring(0, first))), 0);
    if (!compressed) {
      int length = Math.min(text.length(), encodedLength(headerBytes + count));
      return part(decode(text.substring(0, length)), headerBytes, count);
    }
    int headerLength = Math.min(text.length(), encodedLength(headerBytes * (3 + count)));
    ByteBuffer header = wrap(decode(text.substring(0, headerLength)));
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += header(header, 3 + i);
    }
    int end = Math.min(text.length(), headerLength + encodedLength(bytes));
    return inflated(header, (int) count, decode(text.substring(headerLength, end)), 0);
  }

  private ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(order);
  }

  private byte[] raw(int at) throws IOException {
    ByteBuffer header = wrap(Arrays.copyOfRange(file, at, file.length)).slice().order(order);
    long count = header(header, 0);
    if (!compressed) {
      return part(file, at + headerBytes, count);
    }
    return inflated(header, (int) count, file, at + headerBytes * (3 + count));
  }

  private static byte[] part(byte[] bytes, int from, long count) throws IOException {
    if (count < 0 || count > bytes.length - from) {
      throw cut();
    }
    return Arrays.copyOfRange(bytes, from, from + (int) count);
  }

  private byte[] inflated(ByteBuffer header, int blocks, byte[] data, long from)
      throws IOException {
    var out = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    long at = from;
    for (int i = 0; i < blocks; i++) {
      long length = header(header, 3 + i);
      if (length < 0 || at < 0 || length > data.length - at) {
        throw cut();
      }
      var inflater = new Inflater();
      inflater.setInput(data, (int) at, (int) length);
      try {
        while (!inflater.finished()) {
          int some = inflater.inflate(buffer);
          if (some == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
            throw cut();
          }
          out.write(buffer, 0, some);
        }
      } catch (DataFormatException e) {
        throw new IOException("a block is no zlib data", e);
      } finally {
        inflater.end();
      }
      at += length;
    }
    return out.toByteArray();
  }

  private double[] numbers(String type, byte[] bytes) throws IOException {
    int width =
        switch (type) {
          case "Int8", "UInt8" -> 1;
          case "Int16", "UInt16" -> 2;
          case "Int32", "UInt32", "Float32" -> 4;
          case "Int64", "UInt64", "Float64" -> 8;
          default -> throw new IOException("an array has numbers of type " + type);
        };
    ByteBuffer from = wrap(bytes);
    double[] values = new double[bytes.length / width];
    for (int i = 0; i < values.length; i++) {
      int at = i * width;
      values[i] =
          switch (type) {
            case "Int8" -> from.get(at);
            case "UInt8" -> from.get(at) & 0xff;
            case "Int16" -> from.getShort(at);
            case "UInt16" -> from.getShort(at) & 0xffff;
            case "Int32" -> from.getInt(at);
            case "UInt32" -> Integer.toUnsignedLong(from.getInt(at));
            case "Float32" -> from.getFloat(at);
            case "Float64" -> from.getDouble(at);
            default -> (double) from.getLong(at);
          };
    }
    return values;
  }
}
