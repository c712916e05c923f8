// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.MeshValues;

/// Writes VTK's legacy file of unstructured grids, version 3.0, as text. What it holds is what
/// [VtuWriter] writes.
public final class LegacyVtkWriter {
  private final MeshContent mesh;
  private final MeshOutput out;
  private final int tets;
  private final int faces;
  private final FeatureCells features;

  private LegacyVtkWriter(MeshContent mesh, MeshOutput out) {
    this.mesh = mesh;
    this.out = out;
    tets = mesh.tetCount();
    faces = mesh.grouped() ? mesh.faceCount() : 0;
    features = new FeatureCells(mesh);
  }

  /// Writes a mesh.
  public static void write(MeshContent mesh, MeshOutput out) throws IOException {
    new LegacyVtkWriter(mesh, out).write();
  }

  private void write() throws IOException {
    out.text("# vtk DataFile Version 3.0\nMesh of Weft\nASCII\nDATASET UNSTRUCTURED_GRID\n");
    out.text("POINTS " + mesh.pointCount() + " double\n");
    for (int p = 0; p < mesh.pointCount(); p++) {
      out.place(mesh.xyz(), 3 * p).text("\n");
    }
    int tetWidth = mesh.tetWidth();
    int faceWidth = mesh.faceWidth();
    long size = (tetWidth + 1L) * tets + (faceWidth + 1L) * faces;
    size += features.size() + features.count();
    out.text("CELLS " + cellCount() + " " + size + "\n");
    cells(mesh.tets(), tetWidth, tets);
    cells(mesh.faces(), faceWidth, faces);
    for (int i = 0; i < features.count(); i++) {
      cells(features.points(i), features.width(i), 1);
    }
    out.text("CELL_TYPES " + cellCount() + "\n");
    boolean flat = mesh.order() == 1;
    for (int c = 0; c < tets + faces; c++) {
      out.line(c < tets ? (flat ? 10 : 24) : flat ? 5 : 22);
    }
    for (int i = 0; i < features.count(); i++) {
      out.line(features.type(i));
    }
    // Gmsh takes them here, and not before the points.
    names();
    cellData();
    pointData();
  }

  private int cellCount() {
    return tets + faces + features.count();
  }

  private void cells(int[] points, int width, int count) throws IOException {
    long[] row = new long[width + 1];
    row[0] = width;
    for (int c = 0; c < count; c++) {
      for (int k = 0; k < width; k++) {
        row[1 + k] = points[width * c + k];
      }
      out.line(row);
    }
  }

  /// A name is an array of the whole file, with the number and the dimension of its group.
  private void names() throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    mesh.marks().pointNames().forEach((number, name) -> rows.put(encoded(name), number + " 0"));
    mesh.marks().segmentNames().forEach((number, name) -> rows.put(encoded(name), number + " 1"));
    mesh.boundaryNames().forEach((number, name) -> rows.put(encoded(name), number + " 2"));
    mesh.materialNames().forEach((number, name) -> rows.put(encoded(name), number + " 3"));
    rows.remove("");
    if (!rows.isEmpty()) {
      out.text("FIELD FieldData " + rows.size() + "\n");
      for (Map.Entry<String, String> row : rows.entrySet()) {
        out.text(row.getKey() + " 2 1 int\n" + row.getValue() + "\n");
      }
    }
  }

  /// A name without blanks, as VTK encodes it.
  private static String encoded(String name) {
    var text = new StringBuilder();
    for (byte each : name.strip().getBytes(UTF_8)) {
      boolean plain = each > ' ' && each < 127 && each != '"' && each != '%';
      text.append(plain ? String.valueOf((char) each) : String.format("%%%02X", each & 0xff));
    }
    return text.toString();
  }

  private void cellData() throws IOException {
    out.text("CELL_DATA " + cellCount() + "\n");
    if (mesh.grouped()) {
      if (tets > 0) {
        whole("material", c -> c < tets ? mesh.materials()[c] : 0);
      }
      whole("marker", this::marker);
      if (mesh.facets().length == faces) {
        whole("facet", c -> c >= tets && c < tets + faces ? mesh.facets()[c - tets] : -1);
      }
    }
    for (MeshValues each : mesh.values()) {
      switch (each.place()) {
        case TET -> real(each, 0, faces + features.count());
        case FACE -> real(each, tets, features.count());
        case POINT -> {}
      }
    }
  }

  /// The marker of a cell; 0 of a tet.
  private int marker(int cell) {
    if (cell < tets) {
      return 0;
    }
    return cell < tets + faces ? mesh.markers()[cell - tets] : features.marker(cell - tets - faces);
  }

  private void whole(String name, IntUnaryOperator numberOf) throws IOException {
    out.text("SCALARS " + name + " int 1\nLOOKUP_TABLE default\n");
    for (int c = 0; c < cellCount(); c++) {
      out.line(numberOf.applyAsInt(c));
    }
  }

  private void pointData() throws IOException {
    boolean begun = false;
    for (MeshValues each : mesh.values()) {
      if (each.place() == MeshValues.Place.POINT) {
        if (!begun) {
          out.text("POINT_DATA " + mesh.pointCount() + "\n");
          begun = true;
        }
        real(each, 0, 0);
      }
    }
  }

  /// Values with `before` places without any in front of them, and `after` behind them.
  private void real(MeshValues each, int before, int after) throws IOException {
    int width = each.components();
    String name = encoded(each.name());
    out.text(
        width == 3
            ? "VECTORS " + name + " double\n"
            : "SCALARS " + name + " double 1\nLOOKUP_TABLE default\n");
    int count = each.values().length / width;
    for (int i = -before; i < count + after; i++) {
      for (int k = 0; k < width; k++) {
        double value = i >= 0 && i < count ? each.values()[width * i + k] : Double.NaN;
        out.text(MeshOutput.word(value) + (k == width - 1 ? "\n" : " "));
      }
    }
  }
}
