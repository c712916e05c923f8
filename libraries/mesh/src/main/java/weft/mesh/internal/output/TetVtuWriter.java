// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Writes tets as an unstructured grid of VTK.
final class TetVtuWriter {
  private final TetArrays mesh;

  /// Points of a face and of a tet.
  private final int faceWidth;

  private final int tetWidth;

  TetVtuWriter(TetArrays mesh) {
    this.mesh = mesh;
    faceWidth = 3 * mesh.order();
    tetWidth = mesh.order() == 1 ? 4 : 10;
  }

  /// Writes VTK's XML format of unstructured grids, version 1.0, with raw data behind the XML and
  /// headers of 8 bytes. Faces are cells behind the tets. Numbers of materials and markers are data
  /// of the cells; a name is an array of the whole file, with the number and the dimension of its
  /// group.
  void write(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    int points = mesh.xyz().length / 3;
    int tets = mesh.materials().length;
    int faces = mesh.grouped() ? mesh.markers().length : 0;
    int cells = tets + faces;
    long[] sizes = {
      8L * mesh.xyz().length,
      4L * ((long) mesh.corners().length + (long) faceWidth * faces),
      8L * cells,
      cells,
      4L * cells,
      4L * cells,
      4L * cells
    };
    long[] offsets = new long[sizes.length];
    for (int i = 1; i < sizes.length; i++) {
      offsets[i] = offsets[i - 1] + Long.BYTES + sizes[i - 1];
    }
    out.bytes(vtuHead(points, cells, offsets).getBytes(StandardCharsets.UTF_8));
    out.putLong(sizes[0]);
    out.putDoubles(mesh.xyz());
    out.putLong(sizes[1]);
    out.putInts(mesh.corners());
    if (mesh.grouped()) {
      out.putInts(mesh.faces());
    }
    out.putLong(sizes[2]);
    for (int i = 1; i <= cells; i++) {
      out.putLong(
          i <= tets ? (long) tetWidth * i : (long) tetWidth * tets + (long) faceWidth * (i - tets));
    }
    out.putLong(sizes[3]);
    for (int i = 0; i < cells; i++) {
      out.putByte(i < tets ? (mesh.order() == 1 ? 10 : 24) : mesh.order() == 1 ? 5 : 22);
    }
    if (mesh.grouped()) {
      groups(out, sizes[4], tets, faces);
    }
    out.text("\n</AppendedData>\n</VTKFile>\n");
  }

  private void groups(LittleEndianStream out, long size, int tets, int faces) throws IOException {
    out.putLong(size);
    out.putInts(mesh.materials());
    out.putInts(new int[faces]);
    out.putLong(size);
    out.putInts(new int[tets]);
    out.putInts(mesh.markers());
    out.putLong(size);
    int[] none = new int[tets];
    Arrays.fill(none, -1);
    out.putInts(none);
    out.putInts(mesh.facets());
  }

  private String vtuHead(int points, int cells, long[] offsets) {
    var names = new StringBuilder();
    addNames(names, mesh.boundaryNames(), 2);
    addNames(names, mesh.materialNames(), 3);
    String fields = names.isEmpty() ? "" : "<FieldData>\n" + names + "</FieldData>\n";
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
    <UnstructuredGrid>
    %s<Piece NumberOfPoints="%d" NumberOfCells="%d">
    <Points>
    <DataArray type="Float64" Name="Points" NumberOfComponents="3" format="appended" offset="%d"/>
    </Points>
    <Cells>
    <DataArray type="Int32" Name="connectivity" format="appended" offset="%d"/>
    <DataArray type="Int64" Name="offsets" format="appended" offset="%d"/>
    <DataArray type="UInt8" Name="types" format="appended" offset="%d"/>
    </Cells>
    %s</Piece>
    </UnstructuredGrid>
    <AppendedData encoding="raw">
    _\
    """
        .formatted(
            fields,
            points,
            cells,
            offsets[0],
            offsets[1],
            offsets[2],
            offsets[3],
            mesh.grouped() ? cellData(offsets) : "");
  }

  private static String cellData(long[] offsets) {
    return """
    <CellData>
    <DataArray type="Int32" Name="material" format="appended" offset="%d"/>
    <DataArray type="Int32" Name="marker" format="appended" offset="%d"/>
    <DataArray type="Int32" Name="facet" format="appended" offset="%d"/>
    </CellData>
    """
        .formatted(offsets[4], offsets[5], offsets[6]);
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
    return name.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
