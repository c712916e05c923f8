// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// The output to which the parts of a page are written.
public final class HtmlOutput {
  private final OutputStream out;

  HtmlOutput(OutputStream out) {
    this.out = out;
  }

  /// Writes markup as it is. Texts that a user or a program gives belong to [#text].
  public HtmlOutput raw(String markup) throws IOException {
    out.write(markup.getBytes(UTF_8));
    return this;
  }

  /// Writes text with markup escaped. It may be used between elements and inside quoted attributes.
  public HtmlOutput text(String text) throws IOException {
    return raw(escaped(text));
  }

  /// Writes JSON as an element that a script of the page finds by `id`. Characters `<` in it must be
  /// written as `\\u003c`.
  public HtmlOutput json(String id, String json) throws IOException {
    return raw("<script type=\"application/json\" id=\"" + id + "\">" + json + "</script>\n");
  }

  /// Compresses bytes, and writes them as an element that a script of the page finds by `id`: in
  /// base64, as `DecompressionStream("deflate")` reads them.
  public HtmlOutput bytes(String id, byte[] bytes) throws IOException {
    return deflated(id, deflate(bytes, Deflater.DEFAULT_COMPRESSION));
  }

  /// Writes bytes that are already compressed.
  HtmlOutput deflated(String id, byte[] deflated) throws IOException {
    raw("<script type=\"application/octet-stream\" id=\"" + id + "\">");
    out.write(Base64.getEncoder().encode(deflated));
    return raw("</script>\n");
  }

  /// Compresses bytes in the format of browsers' `DecompressionStream("deflate")`.
  static byte[] deflate(byte[] bytes, int level) {
    var deflater = new Deflater(level);
    try {
      var result = new java.io.ByteArrayOutputStream(bytes.length / 2 + 64);
      try (var stream = new DeflaterOutputStream(result, deflater, 1 << 16)) {
        stream.write(bytes);
      } catch (IOException e) {
        throw new AssertionError("writing to memory failed", e);
      }
      return result.toByteArray();
    } finally {
      deflater.end();
    }
  }

  /// Returns `text` with markup escaped.
  static String escaped(String text) {
    var result = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> result.append("&lt;");
        case '>' -> result.append("&gt;");
        case '&' -> result.append("&amp;");
        case '"' -> result.append("&quot;");
        default -> result.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return result.toString();
  }
}
