// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads tets and triangles from an unstructured grid of VTK's XML format: of ParaView, meshio, and
/// of this library. Of curved cells the corners are taken. Numbers of groups are data of the cells
/// called `material` and `marker`, or those of Gmsh, `gmsh:physical`.
public final class VtuReader {
  private static final Pattern TAG = Pattern.compile("<(/?)([A-Za-z]+)([^>]*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile("([\\w:]+)\\s*=\\s*\"([^\"]*)\"");

  private final byte[] file;
  private final Map<String, double[]> points = new LinkedHashMap<>();
  private final Map<String, double[]> cells = new HashMap<>();
  private final Map<String, double[]> cellData = new HashMap<>();
  private final Map<String, double[]> pointData = new LinkedHashMap<>();
  private final Map<Integer, String> boundaryNames = new TreeMap<>();
  private final Map<Integer, String> materialNames = new TreeMap<>();

  private VtuReader(byte[] file) {
    this.file = file;
  }

  /// Reads a file.
  ///
  /// @throws IOException with a part of a sentence, if it is none, or has other cells
  public static TetFileContent read(byte[] file) throws IOException {
    var reader = new VtuReader(file);
    reader.scan();
    return reader.grid();
  }

  private static Map<String, String> attributes(String text) {
    Map<String, String> found = new HashMap<>();
    Matcher each = ATTRIBUTE.matcher(text);
    while (each.find()) {
      found.put(each.group(1), each.group(2));
    }
    return found;
  }

  private void scan() throws IOException {
    int tag = indexOf("<AppendedData");
    int end = tag < 0 ? file.length : tag;
    int begin = 0;
    boolean raw = false;
    if (tag >= 0) {
      begin = tag;
      while (begin < file.length && file[begin] != '_') {
        begin++;
      }
      raw = new String(file, tag, begin - tag, ISO_8859_1).contains("\"raw\"");
      begin++;
    }
    String text = new String(file, 0, end, UTF_8);
    Matcher tags = TAG.matcher(text);
    VtuArray arrays = null;
    String section = "";
    int pieces = 0;
    while (tags.find()) {
      boolean opens = tags.group(1).isEmpty();
      switch (tags.group(2)) {
        case "VTKFile" -> {
          Map<String, String> root = attributes(tags.group(3));
          if (opens && !"UnstructuredGrid".equals(root.get("type"))) {
            throw new IOException("it is of type " + root.get("type") + ", not UnstructuredGrid");
          }
          arrays = opens ? new VtuArray(root, file, begin, raw) : arrays;
        }
        case "Points", "Cells", "PointData", "CellData", "FieldData" ->
            section = opens ? tags.group(2) : "";
        case "Piece" -> pieces += opens ? 1 : 0;
        case "DataArray" -> {
          if (opens && arrays != null) {
            Map<String, String> attributes = attributes(tags.group(3));
            int next = text.indexOf('<', tags.end());
            String content =
                tags.group(3).endsWith("/")
                    ? ""
                    : text.substring(tags.end(), next < 0 ? text.length() : next);
            add(section, attributes, arrays, content);
          }
        }
        default -> {}
      }
    }
    if (arrays == null) {
      throw new IOException("it is no XML file of VTK");
    }
    if (pieces > 1) {
      throw new IOException("it has " + pieces + " pieces; save it as one");
    }
  }

  private int indexOf(String word) {
    byte[] bytes = word.getBytes(ISO_8859_1);
    for (int i = 0; i + bytes.length <= file.length; i++) {
      if (file[i] == bytes[0] && Arrays.equals(file, i, i + bytes.length, bytes, 0, bytes.length)) {
        return i;
      }
    }
    return -1;
  }

  private void add(String section, Map<String, String> attributes, VtuArray arrays, String content)
      throws IOException {
    String name = attributes.getOrDefault("Name", "");
    switch (section) {
      case "Points" -> points.put("Points", arrays.decode(attributes, content));
      case "Cells" -> cells.put(name, arrays.decode(attributes, content));
      case "CellData" -> cellData.put(name, arrays.decode(attributes, content));
      case "PointData" -> {
        if (attributes.getOrDefault("NumberOfComponents", "1").equals("1")) {
          pointData.put(name, arrays.decode(attributes, content));
        }
      }
      case "FieldData" -> {
        // Names of groups are arrays of two numbers, as Gmsh and meshio have them.
        if (attributes.getOrDefault("type", "").startsWith("Int")) {
          double[] pair = arrays.decode(attributes, content);
          if (pair.length == 2 && (pair[1] == 2 || pair[1] == 3)) {
            (pair[1] == 2 ? boundaryNames : materialNames).put((int) pair[0], unescaped(name));
          }
        }
      }
      default -> {}
    }
  }

  private static String unescaped(String text) {
    return text.replace("&quot;", "\"")
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
  }

  private static double[] needed(Map<String, double[]> from, String name) throws IOException {
    double[] found = from.get(name);
    if (found == null) {
      throw new IOException("it has no array \"" + name + "\"");
    }
    return found;
  }

  private TetFileContent grid() throws IOException {
    double[] xyz = needed(points, "Points");
    double[] connectivity = needed(cells, "connectivity");
    double[] offsets = needed(cells, "offsets");
    double[] types = needed(cells, "types");
    if (types.length != offsets.length || xyz.length % 3 != 0) {
      throw new IOException(
          "it has %d cells of %d types, and %d coordinates"
              .formatted(offsets.length, types.length, xyz.length));
    }
    double[] physical = cellData.getOrDefault("gmsh:physical", new double[0]);
    double[] materials = cellData.getOrDefault("material", physical);
    double[] markers = cellData.getOrDefault("marker", physical);
    int[] tets = new int[4 * types.length];
    int[] triangles = new int[3 * types.length];
    int[] ofTets = new int[types.length];
    int[] ofTriangles = new int[types.length];
    int tetCount = 0;
    int triangleCount = 0;
    for (int c = 0; c < types.length; c++) {
      int begin = c == 0 ? 0 : (int) offsets[c - 1];
      int corners = corners(c, (int) types[c]);
      if (begin < 0 || begin + corners > connectivity.length) {
        throw new IOException("the points of cell " + c + " are not there");
      }
      for (int i = 0; i < corners; i++) {
        int p = (int) connectivity[begin + i];
        if (p < 0 || p >= xyz.length / 3) {
          throw new IOException("cell %d has the point %d, which is not there".formatted(c, p));
        }
        if (corners == 4) {
          tets[4 * tetCount + i] = p;
        } else {
          triangles[3 * triangleCount + i] = p;
        }
      }
      if (corners == 4) {
        ofTets[tetCount++] = group(materials, c);
      } else if (corners == 3) {
        ofTriangles[triangleCount++] = group(markers, c);
      }
    }
    checkFields(xyz.length / 3);
    return new TetFileContent(
        xyz,
        Arrays.copyOf(tets, 4 * tetCount),
        Arrays.copyOf(ofTets, tetCount),
        Arrays.copyOf(triangles, 3 * triangleCount),
        Arrays.copyOf(ofTriangles, triangleCount),
        boundaryNames,
        materialNames,
        pointData);
  }

  private void checkFields(int count) throws IOException {
    for (Map.Entry<String, double[]> field : pointData.entrySet()) {
      if (field.getValue().length != count) {
        throw new IOException(
            "the field \"%s\" has %d values for %d points"
                .formatted(field.getKey(), field.getValue().length, count));
      }
    }
  }

  /// The number of corners that are taken of a cell.
  private static int corners(int cell, int type) throws IOException {
    return switch (type) {
      case 10, 24 -> 4;
      case 5, 22 -> 3;
      case 1, 3, 4, 21 -> 0;
      default ->
          throw new IOException(
              "cell %d is of VTK's type %d; only tets and triangles are read"
                  .formatted(cell, type));
    };
  }

  /// The number of a cell's group; 1 if there is none, or none that is positive.
  private static int group(double[] numbers, int cell) {
    return cell < numbers.length && numbers[cell] >= 1 ? (int) numbers[cell] : 1;
  }
}
