// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.mesh.check.PlainFiles.Content;

/// A small reader of .msh, as [PlainFiles] has for other formats.
final class PlainMshFiles {
  private PlainMshFiles() {}

  /// Reads .msh of Gmsh, of both versions, as text or binary.
  static Content msh(byte[] data) {
    var content = new Content();
    String text = new String(data, ISO_8859_1);
    boolean four = text.contains("$MeshFormat\n4.1");
    boolean binary = text.split("\n", 3)[1].split(" ")[1].equals("1");
    Map<String, String> names = new HashMap<>();
    Matcher name = Pattern.compile("(?m)^([23]) (\\d+) \"(.*)\"$").matcher(text);
    while (name.find()) {
      names.put(
          name.group(1) + "/" + name.group(2),
          new String(name.group(3).getBytes(ISO_8859_1), UTF_8));
    }
    var in = new Numbers(data, binary);
    in.at(text.indexOf("$Nodes\n") + 7);
    int points = four ? in.head41() : in.textLine();
    if (four) {
      in.block();
      for (int i = 0; i < points; i++) {
        in.size();
      }
    }
    for (int i = 0; i < points; i++) {
      if (!four) {
        in.integer();
      }
      content.points.add(new double[] {in.real(), in.real(), in.real()});
    }
    in.at(text.indexOf("$Elements\n") + 10);
    if (four) {
      for (int blocks = in.head41Blocks(); blocks > 0; blocks--) {
        int[] block = in.block();
        for (int i = 0; i < block[3]; i++) {
          in.size();
          element(content, in, block[2], names, block[1], true);
        }
      }
      return content;
    }
    for (int left = in.textLine(); left > 0; ) {
      int type = binary ? in.integer() : -1;
      int count = binary ? in.integer() : 1;
      int tags = binary ? in.integer() : -1;
      for (int i = 0; i < count; i++, left--) {
        in.integer();
        type = binary ? type : in.integer();
        tags = binary ? tags : in.integer();
        int group = in.integer();
        for (int k = 1; k < tags; k++) {
          in.integer();
        }
        element(content, in, type, names, group, false);
      }
    }
    return content;
  }

  private static void element(
      Content content, Numbers in, int type, Map<String, String> names, int group, boolean wide) {
    int width =
        switch (type) {
          case 2 -> 3;
          case 4 -> 4;
          case 9 -> 6;
          case 11 -> 10;
          default -> throw new AssertionError("an element of type " + type);
        };
    int[] corners = new int[width];
    for (int k = 0; k < width; k++) {
      corners[k] = (wide ? in.size() : in.integer()) - 1;
    }
    int most = type == 4 || type == 11 ? 4 : 3;
    content.add(corners, most, names.getOrDefault(most - 1 + "/" + group, "" + group));
  }

  /// Numbers of a .msh: text, or binary.
  private static final class Numbers {
    private final ByteBuffer bytes;
    private final boolean binary;

    Numbers(byte[] data, boolean binary) {
      bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
      this.binary = binary;
    }

    void at(int place) {
      bytes.position(place);
    }

    String word() {
      var word = new StringBuilder();
      byte b = bytes.get();
      while (b <= ' ') {
        b = bytes.get();
      }
      for (; b > ' '; b = bytes.get()) {
        word.append((char) b);
      }
      return word.toString();
    }

    int textLine() {
      return Integer.parseInt(word());
    }

    int integer() {
      return binary ? bytes.getInt() : Integer.parseInt(word());
    }

    int size() {
      return binary ? (int) bytes.getLong() : Integer.parseInt(word());
    }

    double real() {
      return binary ? bytes.getDouble() : Double.parseDouble(word());
    }

    /// The head of the nodes; returns how many there are.
    int head41() {
      size();
      int count = size();
      size();
      size();
      return count;
    }

    /// The head of the elements; returns how many blocks there are.
    int head41Blocks() {
      int blocks = size();
      size();
      size();
      size();
      return blocks;
    }

    int[] block() {
      return new int[] {integer(), integer(), integer(), size()};
    }
  }
}
