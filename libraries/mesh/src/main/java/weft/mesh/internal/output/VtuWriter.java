// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.MeshValues;

/// Writes VTK's XML format of unstructured grids, version 1.0, with raw arrays behind the XML, each
/// after its length in 8 bytes. Faces are cells behind the tets, and behind them segments and
/// points that have markers. Numbers of materials, markers and facets are data of the cells; a name
/// is an array of the whole file, with the number and the dimension of its group.
public final class VtuWriter {
  private interface Writing {
    void run() throws IOException;
  }

  private record Part(long bytes, Writing writing) {}

  private final MeshContent mesh;
  private final MeshOutput out;
  private final int tets;
  private final int faces;
  private final FeatureCells features;
  private final List<Part> parts = new ArrayList<>();
  private long offset;

  private VtuWriter(MeshContent mesh, MeshOutput out) {
    this.mesh = mesh;
    this.out = out;
    tets = mesh.tetCount();
    faces = mesh.grouped() ? mesh.faceCount() : 0;
    features = new FeatureCells(mesh);
  }

  /// Writes a mesh.
  public static void write(MeshContent mesh, MeshOutput out) throws IOException {
    new VtuWriter(mesh, out).write();
  }

  private void write() throws IOException {
    String arrays = points() + pointData() + cells() + cellData();
    var names = new StringBuilder();
    addNames(names, mesh.marks().pointNames(), 0);
    addNames(names, mesh.marks().segmentNames(), 1);
    addNames(names, mesh.boundaryNames(), 2);
    addNames(names, mesh.materialNames(), 3);
    String fields = names.isEmpty() ? "" : "<FieldData>\n" + names + "</FieldData>\n";
    out.text(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
        <UnstructuredGrid>
        %s<Piece NumberOfPoints="%d" NumberOfCells="%d">
        %s</Piece>
        </UnstructuredGrid>
        <AppendedData encoding="raw">
        _\
        """
            .formatted(fields, mesh.pointCount(), cellCount(), arrays));
    for (Part part : parts) {
      out.putLong(part.bytes());
      part.writing().run();
    }
    out.text("\n</AppendedData>\n</VTKFile>\n");
  }

  private int cellCount() {
    return tets + faces + features.count();
  }

  /// The element of an array, whose numbers are written later.
  private String array(String type, String name, int components, long bytes, Writing writing) {
    String text =
        "<DataArray type=\"%s\" Name=\"%s\"%s format=\"appended\" offset=\"%d\"/>\n"
            .formatted(
                type,
                escaped(name),
                components == 0 ? "" : " NumberOfComponents=\"" + components + "\"",
                offset);
    offset += Long.BYTES + bytes;
    parts.add(new Part(bytes, writing));
    return text;
  }

  private static String section(String name, String arrays) {
    return arrays.isEmpty() ? "" : "<" + name + ">\n" + arrays + "</" + name + ">\n";
  }

  private String points() {
    double[] xyz = mesh.xyz();
    return section(
        "Points", array("Float64", "Points", 3, 8L * xyz.length, () -> out.putDoubles(xyz)));
  }

  private String pointData() {
    var text = new StringBuilder();
    for (MeshValues each : mesh.values()) {
      if (each.place() == MeshValues.Place.POINT) {
        text.append(real(each, 0, 0));
      }
    }
    return section("PointData", text.toString());
  }

  /// Values with `before` places without any in front of them, and `after` behind them.
  private String real(MeshValues each, int before, int after) {
    int width = each.components();
    return array(
        "Float64",
        each.name(),
        width,
        8L * (each.values().length + (long) width * (before + after)),
        () -> {
          none(width * before);
          out.putDoubles(each.values());
          none(width * after);
        });
  }

  private void none(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      out.putDoubles(Double.NaN);
    }
  }

  private String cells() {
    int tetWidth = mesh.tetWidth();
    int faceWidth = mesh.faceWidth();
    long corners = (long) tetWidth * tets + (long) faceWidth * faces + features.size();
    String connectivity =
        array(
            "Int32",
            "connectivity",
            0,
            4 * corners,
            () -> {
              out.putInts(mesh.tets());
              if (faces > 0) {
                out.putInts(mesh.faces());
              }
              for (int i = 0; i < features.count(); i++) {
                out.putInts(features.points(i));
              }
            });
    String offsets =
        array(
            "Int64",
            "offsets",
            0,
            8L * cellCount(),
            () -> {
              for (int i = 1; i <= tets; i++) {
                out.putLong((long) tetWidth * i);
              }
              for (int i = 1; i <= faces; i++) {
                out.putLong((long) tetWidth * tets + (long) faceWidth * i);
              }
              long end = (long) tetWidth * tets + (long) faceWidth * faces;
              for (int i = 0; i < features.count(); i++) {
                end += features.width(i);
                out.putLong(end);
              }
            });
    boolean flat = mesh.order() == 1;
    String types =
        array(
            "UInt8",
            "types",
            0,
            cellCount(),
            () -> {
              for (int i = 0; i < tets + faces; i++) {
                out.putByte(i < tets ? (flat ? 10 : 24) : flat ? 5 : 22);
              }
              for (int i = 0; i < features.count(); i++) {
                out.putByte(features.type(i));
              }
            });
    return section("Cells", connectivity + offsets + types);
  }

  private String cellData() {
    var text = new StringBuilder();
    if (mesh.grouped()) {
      if (tets > 0) {
        text.append(whole("material", mesh.materials(), 0, 0));
      }
      text.append(whole("marker", withFeatures(mesh.markers()), 0, tets));
      if (mesh.facets().length == faces) {
        text.append(whole("facet", mesh.facets(), -1, tets));
      }
    }
    for (MeshValues each : mesh.values()) {
      switch (each.place()) {
        case TET -> text.append(real(each, 0, faces + features.count()));
        case FACE -> text.append(real(each, tets, features.count()));
        case POINT -> {}
      }
    }
    return section("CellData", text.toString());
  }

  private int[] withFeatures(int[] markers) {
    int[] all = Arrays.copyOf(markers, faces + features.count());
    for (int i = 0; i < features.count(); i++) {
      all[faces + i] = features.marker(i);
    }
    return all;
  }

  /// Numbers of cells from one on, and `other` for the others.
  private String whole(String name, int[] numbers, int other, int first) {
    return array(
        "Int32",
        name,
        0,
        4L * cellCount(),
        () -> {
          int[] all = new int[cellCount()];
          Arrays.fill(all, other);
          System.arraycopy(numbers, 0, all, first, numbers.length);
          out.putInts(all);
        });
  }

  private static void addNames(StringBuilder text, Map<Integer, String> names, int dimension) {
    names.forEach((number, name) -> {
      if (!name.isBlank()) {
        text.append("<DataArray type=\"Int32\" Name=\"")
            .append(escaped(name.strip()))
            .append("\" NumberOfTuples=\"2\" format=\"ascii\">")
            .append(number)
            .append(' ')
            .append(dimension)
            .append("</DataArray>\n");
      }
    });
  }

  private static String escaped(String name) {
    return name.replaceAll("[\\x00-\\x1f]", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
