// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads tets and triangles from an unstructured grid of VTK's XML format: of ParaView, meshio, and
/// of this library. Of curved cells the corners are taken. Numbers of groups are data of the cells
/// called `material` and `marker`, or those of Gmsh, `gmsh:physical`. Other numbers of points and
/// cells are values.
public final class VtuReader implements MeshReader {
  private static final Pattern TAG = Pattern.compile("<(/?)([A-Za-z]+)([^>]*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile("([\\w:]+)\\s*=\\s*\"([^\"]*)\"");

  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException {
    var reading = new Reading(in.bytes());
    try {
      reading.scan();
      reading.cells.addTo(out);
    } catch (IOException | NumberFormatException e) {
      throw new WrongFileException("%s is not read: %s.".formatted(in.name, e.getMessage()), e);
    }
  }

  private static final class Reading {
    private final byte[] file;
    private final VtkCells cells = new VtkCells();

    private Reading(byte[] file) {
      this.file = file;
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
        if (file[i] == bytes[0]
            && Arrays.equals(file, i, i + bytes.length, bytes, 0, bytes.length)) {
          return i;
        }
      }
      return -1;
    }

    private void add(
        String section, Map<String, String> attributes, VtuArray arrays, String content)
        throws IOException {
      String name = unescaped(attributes.getOrDefault("Name", ""));
      switch (section) {
        case "Points" -> cells.xyz = arrays.decode(attributes, content);
        case "Cells" -> {
          double[] numbers = arrays.decode(attributes, content);
          switch (name) {
            case "connectivity" -> cells.connectivity = numbers;
            case "offsets" -> cells.offsets = numbers;
            case "types" -> cells.types = numbers;
            default -> {}
          }
        }
        case "CellData", "PointData" -> {
          String components = attributes.getOrDefault("NumberOfComponents", "1");
          cells.data(
              name,
              section.equals("PointData"),
              Math.max(1, Integer.parseInt(components)),
              arrays.decode(attributes, content));
        }
        case "FieldData" -> {
          // Names of groups are arrays of two numbers, as Gmsh and meshio have them.
          if (attributes.getOrDefault("type", "").startsWith("Int")) {
            double[] pair = arrays.decode(attributes, content);
            if (pair.length == 2) {
              cells.name((int) pair[0], (int) pair[1], name);
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
  }
}
