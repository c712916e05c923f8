// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Small readers of the files that meshes are written to, one for each format, which share no code
/// with those of the library and believe what a file promises. A group is called by its name, or by
/// its number where the format has no names.
final class PlainFiles {
  /// What a file has: places, and the places and the group of each tet and triangle.
  static final class Content {
    final List<double[]> points = new ArrayList<>();
    final List<int[]> tets = new ArrayList<>();
    final List<String> materials = new ArrayList<>();
    final List<int[]> faces = new ArrayList<>();
    final List<String> markers = new ArrayList<>();

    int[] corners(StringTokenizer words, int count, int first) {
      int[] corners = new int[count];
      for (int k = 0; k < count; k++) {
        corners[k] = Integer.parseInt(words.nextToken()) - first;
      }
      return corners;
    }

    void add(int[] corners, int most, String group) {
      (most == 4 ? tets : faces).add(Arrays.copyOf(corners, most));
      (most == 4 ? materials : markers).add(group);
    }

    void point(StringTokenizer words) {
      points.add(new double[] {real(words), real(words), real(words)});
    }
  }

  private PlainFiles() {}

  private static double real(StringTokenizer words) {
    return Double.parseDouble(words.nextToken());
  }

  static int whole(StringTokenizer words) {
    return Integer.parseInt(words.nextToken());
  }

  static StringTokenizer words(byte[] data) {
    return new StringTokenizer(new String(data, UTF_8));
  }

  static List<String> lines(byte[] data) {
    return new String(data, UTF_8).lines().toList();
  }

  static Content medit(byte[] data) {
    var content = new Content();
    StringTokenizer words = words(data);
    while (words.hasMoreTokens()) {
      switch (words.nextToken()) {
        case "Vertices" -> {
          for (int left = whole(words); left > 0; left--) {
            content.point(words);
            words.nextToken();
          }
        }
        case "Triangles" -> {
          for (int left = whole(words); left > 0; left--) {
            content.add(content.corners(words, 3, 1), 3, "");
            content.markers.set(content.markers.size() - 1, words.nextToken());
          }
        }
        case "Tetrahedra" -> {
          for (int left = whole(words); left > 0; left--) {
            content.add(content.corners(words, 4, 1), 4, "");
            content.materials.set(content.materials.size() - 1, words.nextToken());
          }
        }
        default -> {}
      }
    }
    return content;
  }

  static Content su2(byte[] data) {
    var content = new Content();
    StringTokenizer words = words(data);
    String tag = "";
    while (words.hasMoreTokens()) {
      switch (words.nextToken()) {
        case "NELEM=", "MARKER_ELEMS=" -> {
          for (int left = whole(words); left > 0; left--) {
            boolean tet = whole(words) == 10;
            content.add(content.corners(words, tet ? 4 : 3, 0), tet ? 4 : 3, tag);
            if (tet) {
              words.nextToken();
            }
          }
        }
        case "NPOIN=" -> {
          for (int left = whole(words); left > 0; left--) {
            content.point(words);
            words.nextToken();
          }
        }
        case "MARKER_TAG=" -> tag = words.nextToken();
        default -> {}
      }
    }
    return content;
  }

  static Content inp(byte[] data) {
    var content = new Content();
    Map<Integer, int[]> tets = new HashMap<>();
    int[][] side = {{}, {0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    String keyword = "";
    String name = "";
    int width = 0;
    for (String line : lines(data)) {
      String[] fields = line.split(", *");
      if (line.startsWith("*")) {
        keyword = fields[0];
        name = line.replaceAll(".*(NAME|ELSET)=([^,]*).*", "$2");
        width = line.contains("C3D") ? 4 : 3;
      } else if (keyword.equals("*NODE")) {
        content.points.add(
            Arrays.stream(fields).skip(1).mapToDouble(Double::parseDouble).toArray());
      } else if (keyword.equals("*ELEMENT")) {
        int[] corners =
            Arrays.stream(fields).skip(1).mapToInt(each -> Integer.parseInt(each) - 1).toArray();
        content.add(corners, width, name);
        tets.put(Integer.parseInt(fields[0]), corners);
      } else if (keyword.equals("*SURFACE")) {
        int[] tet = tets.getOrDefault(Integer.parseInt(fields[0]), new int[0]);
        int[] corners = Arrays.stream(side[fields[1].charAt(1) - '0']).map(k -> tet[k]).toArray();
        content.add(corners, 3, name);
      }
    }
    return content;
  }

  static Content vtk(byte[] data) {
    var content = new Content();
    List<int[]> cells = new ArrayList<>();
    List<Integer> types = new ArrayList<>();
    Map<String, int[]> data3 = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    StringTokenizer words = words(data);
    while (words.hasMoreTokens()) {
      switch (words.nextToken()) {
        case "FIELD" -> {
          words.nextToken();
          for (int left = whole(words); left > 0; left--) {
            String name = words.nextToken();
            for (int skipped = 0; skipped < 3; skipped++) {
              words.nextToken();
            }
            String number = words.nextToken();
            names.put(words.nextToken() + "/" + number, name.replace("%20", " "));
          }
        }
        case "POINTS" -> {
          int count = whole(words);
          words.nextToken();
          for (int i = 0; i < count; i++) {
            content.point(words);
          }
        }
        case "CELLS" -> {
          int count = whole(words);
          words.nextToken();
          for (int i = 0; i < count; i++) {
            cells.add(content.corners(words, whole(words), 0));
          }
        }
        case "CELL_TYPES" -> {
          for (int left = whole(words); left > 0; left--) {
            types.add(whole(words));
          }
        }
        case "SCALARS" -> {
          String name = words.nextToken();
          for (int skipped = 0; skipped < 4; skipped++) {
            words.nextToken();
          }
          data3.put(name, content.corners(words, cells.size(), 0));
        }
        default -> {}
      }
    }
    grid(content, cells, types, data3, names);
    return content;
  }

  private static void grid(
      Content content,
      List<int[]> cells,
      List<Integer> types,
      Map<String, int[]> numbers,
      Map<String, String> names) {
    for (int c = 0; c < cells.size(); c++) {
      int most = types.get(c) == 10 || types.get(c) == 24 ? 4 : 3;
      int number = numbers.getOrDefault(most == 4 ? "material" : "marker", new int[0])[c];
      String key = (most == 4 ? "3/" : "2/") + number;
      content.add(cells.get(c), most, names.getOrDefault(key, "" + number));
    }
  }

  static Content vtu(byte[] data) {
    var content = new Content();
    String text = new String(data, ISO_8859_1);
    int begin = text.indexOf("\n_") + 2;
    ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    Map<String, int[]> arrays = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    Matcher each =
        Pattern.compile(
                "<DataArray type=\"(\\w+)\" Name=\"([^\"]*)\"[^>]*?(?:offset=\"(\\d+)\"/>|>(\\d+) (\\d)<)")
            .matcher(text);
    while (each.find()) {
      String name = new String(each.group(2).getBytes(ISO_8859_1), UTF_8);
      if (each.group(3) == null) {
        names.put(
            each.group(5) + "/" + each.group(4),
            name.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&"));
        continue;
      }
      int at = begin + Integer.parseInt(each.group(3));
      int length = (int) bytes.getLong(at);
      int width = each.group(1).endsWith("64") ? 8 : each.group(1).endsWith("32") ? 4 : 1;
      if (name.equals("Points")) {
        for (int i = 0; i < length / 8; i += 3) {
          content.points.add(
              new double[] {
                bytes.getDouble(at + 8 + 8 * i),
                bytes.getDouble(at + 16 + 8 * i),
                bytes.getDouble(at + 24 + 8 * i)
              });
        }
      }
      int[] numbers = new int[length / width];
      for (int i = 0; i < numbers.length; i++) {
        int place = at + 8 + width * i;
        numbers[i] = width == 1 ? bytes.get(place) : bytes.getInt(place);
      }
      arrays.put(name, numbers);
    }
    List<int[]> cells = new ArrayList<>();
    int from = 0;
    for (int to : arrays.getOrDefault("offsets", new int[0])) {
      cells.add(Arrays.copyOfRange(arrays.getOrDefault("connectivity", new int[0]), from, to));
      from = to;
    }
    List<Integer> types = Arrays.stream(arrays.getOrDefault("types", new int[0])).boxed().toList();
    grid(content, cells, types, arrays, names);
    return content;
  }

  static Content tetgen(byte[] node, byte[] ele, byte[] face) {
    var content = new Content();
    StringTokenizer words = words(node);
    int count = whole(words);
    for (int skipped = 0; skipped < 3; skipped++) {
      words.nextToken();
    }
    for (int i = 0; i < count; i++) {
      words.nextToken();
      content.point(words);
    }
    words = words(ele);
    count = whole(words);
    int width = whole(words);
    boolean marked = whole(words) > 0;
    for (int i = 0; i < count; i++) {
      words.nextToken();
      content.add(content.corners(words, width, 0), 4, "");
      content.materials.set(i, marked ? words.nextToken() : "1");
    }
    words = words(face);
    count = whole(words);
    words.nextToken();
    for (int i = 0; i < count; i++) {
      words.nextToken();
      content.add(content.corners(words, width == 4 ? 3 : 6, 0), 3, "");
      content.markers.set(i, words.nextToken());
    }
    return content;
  }
}
