// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.StringTokenizer;
import weft.mesh.check.PlainFiles.Content;

/// Small readers of surfaces, as [PlainFiles] has for meshes of tets.
final class PlainSurfaceFiles {
  private PlainSurfaceFiles() {}

  static Content stl(byte[] data) {
    var content = new Content();
    ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    int count = bytes.getInt(80);
    for (int t = 0; t < count; t++) {
      int[] corners = new int[3];
      for (int i = 0; i < 3; i++) {
        int at = 84 + 50 * t + 12 + 12 * i;
        corners[i] = content.points.size();
        content.points.add(
            new double[] {bytes.getFloat(at), bytes.getFloat(at + 4), bytes.getFloat(at + 8)});
      }
      content.add(corners, 3, "");
    }
    return content;
  }

  static Content stlText(byte[] data) {
    var content = new Content();
    String group = "";
    for (String line : PlainFiles.lines(data)) {
      if (line.startsWith("solid")) {
        group = line.substring(5).strip();
      } else if (line.startsWith("vertex")) {
        content.point(new StringTokenizer(line.substring(6)));
      } else if (line.startsWith("endloop")) {
        int last = content.points.size();
        content.add(new int[] {last - 3, last - 2, last - 1}, 3, group);
      }
    }
    return content;
  }

  static Content obj(byte[] data) {
    var content = new Content();
    String group = "";
    for (String line : PlainFiles.lines(data)) {
      var words = new StringTokenizer(line);
      switch (words.nextToken()) {
        case "v" -> content.point(words);
        case "g" -> group = line.substring(1).strip();
        case "f" -> content.add(content.corners(words, 3, 1), 3, group);
        default -> throw new AssertionError(line);
      }
    }
    return content;
  }

  static Content off(byte[] data) {
    var content = new Content();
    StringTokenizer words = PlainFiles.words(data);
    words.nextToken();
    int points = PlainFiles.whole(words);
    int faces = PlainFiles.whole(words);
    words.nextToken();
    for (int i = 0; i < points; i++) {
      content.point(words);
    }
    for (int i = 0; i < faces; i++) {
      words.nextToken();
      content.add(content.corners(words, 3, 0), 3, "");
    }
    return content;
  }

  static Content ply(byte[] data) {
    var content = new Content();
    String text = new String(data, ISO_8859_1);
    int begin = text.indexOf("end_header\n") + 11;
    int points = Integer.parseInt(text.replaceAll("(?s).*element vertex (\\d+).*", "$1"));
    int faces = Integer.parseInt(text.replaceAll("(?s).*element face (\\d+).*", "$1"));
    if (text.toLowerCase(Locale.ROOT).contains("format ascii")) {
      var words = new StringTokenizer(text.substring(begin));
      for (int i = 0; i < points; i++) {
        content.point(words);
      }
      for (int i = 0; i < faces; i++) {
        words.nextToken();
        content.add(content.corners(words, 3, 0), 3, "");
      }
      return content;
    }
    ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).position(begin);
    for (int i = 0; i < points; i++) {
      content.points.add(new double[] {bytes.getDouble(), bytes.getDouble(), bytes.getDouble()});
    }
    for (int i = 0; i < faces; i++) {
      bytes.get();
      content.add(new int[] {bytes.getInt(), bytes.getInt(), bytes.getInt()}, 3, "");
    }
    return content;
  }
}
