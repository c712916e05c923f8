// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// Writes .vtu of VTK: an unstructured grid of triangles, with raw arrays behind the text. Each
/// array is preceded by its length in 8 bytes.
final class VtuWriter {
  private static final int TRIANGLE = 5;

  private VtuWriter() {}

  static void write(SurfaceArrays surface, Map<String, double[]> values, OutputStream stream)
      throws IOException {
    var out = new SurfaceOutput(new BufferedOutputStream(stream, 1 << 16));
    write(surface, values, out);
    out.flush();
  }

  static void write(SurfaceArrays surface, Map<String, double[]> values, SurfaceOutput out)
      throws IOException {
    long points = 24L * surface.pointCount();
    long corners = 12L * surface.triangleCount();
    long offsets = 4L * surface.triangleCount();
    long types = surface.triangleCount();
    out.text("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\"");
    out.text(" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n");
    out.text("<Piece NumberOfPoints=\"" + surface.pointCount());
    out.text("\" NumberOfCells=\"" + surface.triangleCount() + "\">\n<Points>\n");
    array(out, "Float64", "Points", "3", 0);
    out.text("</Points>\n<Cells>\n");
    array(out, "Int32", "connectivity", "1", 8 + points);
    array(out, "Int32", "offsets", "1", 16 + points + corners);
    array(out, "UInt8", "types", "1", 24 + points + corners + offsets);
    out.text("</Cells>\n<CellData Scalars=\"group\">\n");
    long at = 32 + points + corners + offsets + types;
    array(out, "Int32", "group", "1", at);
    at += 8 + offsets;
    for (String name : values.keySet()) {
      array(out, "Float64", name, "1", at);
      at += 8 + 8L * surface.triangleCount();
    }
    out.text("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_");
    out.int64(points);
    for (double coordinate : surface.points()) {
      out.float64(coordinate);
    }
    out.int64(corners);
    for (int corner : surface.triangles()) {
      out.int32(corner);
    }
    out.int64(offsets);
    for (int t = 1; t <= surface.triangleCount(); t++) {
      out.int32(3 * t);
    }
    out.int64(types);
    for (int t = 0; t < surface.triangleCount(); t++) {
      out.bytes(TRIANGLE, 1);
    }
    out.int64(offsets);
    for (int group : surface.groups()) {
      out.int32(group);
    }
    for (double[] each : values.values()) {
      out.int64(8L * each.length);
      for (double value : each) {
        out.float64(value);
      }
    }
    out.text("\n</AppendedData>\n</VTKFile>\n");
  }

  private static void array(
      SurfaceOutput out, String type, String name, String components, long offset)
      throws IOException {
    out.text("<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"");
    out.text(components + "\" format=\"appended\" offset=\"" + offset + "\"/>\n");
  }
}
