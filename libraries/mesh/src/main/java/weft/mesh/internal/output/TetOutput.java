// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Writes points, tets and the triangles of their hull in the formats of other programs. Points are
/// numbered from 0, and from 1 in Gmsh's formats. Streams are not closed.
public final class TetOutput {
  private static final int VTK_TET = 10;
  private static final int GMSH_TRIANGLE = 2;
  private static final int GMSH_TET = 4;

  /// The number of the one entity and the one physical group of each dimension.
  private static final int GROUP = 1;

  private final double[] xyz;
  private final int[] corners;
  private final int[] hull;

  /// Writes these.
  ///
  /// @param xyz three coordinates for each point
  /// @param corners four points for each tet, in positive order
  /// @param hull three points for each triangle, counterclockwise seen from outside
  public TetOutput(double[] xyz, int[] corners, int[] hull) {
    this.xyz = xyz;
    this.corners = corners;
    this.hull = hull;
  }

  /// Writes VTK's XML format of unstructured grids, version 1.0, with raw data behind the XML and
  /// headers of 8 bytes.
  public void vtu(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    int points = xyz.length / 3;
    int tets = corners.length / 4;
    long[] sizes = {8L * xyz.length, 4L * corners.length, 8L * tets, tets};
    long[] offsets = new long[4];
    for (int i = 1; i < 4; i++) {
      offsets[i] = offsets[i - 1] + Long.BYTES + sizes[i - 1];
    }
    out.text(
        """
        <?xml version="1.0"?>
        <VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
        <UnstructuredGrid>
        <Piece NumberOfPoints="%d" NumberOfCells="%d">
        <Points>
        <DataArray type="Float64" Name="Points" NumberOfComponents="3" format="appended" offset="%d"/>
        </Points>
        <Cells>
        <DataArray type="Int32" Name="connectivity" format="appended" offset="%d"/>
        <DataArray type="Int64" Name="offsets" format="appended" offset="%d"/>
        <DataArray type="UInt8" Name="types" format="appended" offset="%d"/>
        </Cells>
        </Piece>
        </UnstructuredGrid>
        <AppendedData encoding="raw">
        _\
        """
            .formatted(points, tets, offsets[0], offsets[1], offsets[2], offsets[3]));
    out.putLong(sizes[0]);
    out.putDoubles(xyz);
    out.putLong(sizes[1]);
    out.putInts(corners);
    out.putLong(sizes[2]);
    for (int t = 1; t <= tets; t++) {
      out.putLong(4L * t);
    }
    out.putLong(sizes[3]);
    for (int t = 0; t < tets; t++) {
      out.putByte(VTK_TET);
    }
    out.text("\n</AppendedData>\n</VTKFile>\n");
  }

  /// Writes Gmsh's format 2.2, binary. The hull is physical surface 1, the tets are volume 1.
  public void msh22(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    out.text("$MeshFormat\n2.2 1 8\n");
    out.putInt(1);
    out.text("\n$EndMeshFormat\n$Nodes\n%d\n".formatted(xyz.length / 3));
    for (int i = 0; i < xyz.length; i += 3) {
      out.putInt(i / 3 + 1);
      out.putDoubles(xyz[i], xyz[i + 1], xyz[i + 2]);
    }
    int elements = hull.length / 3 + corners.length / 4;
    out.text("\n$EndNodes\n$Elements\n%d\n".formatted(elements));
    elements22(out, GMSH_TRIANGLE, hull, 3, 1);
    elements22(out, GMSH_TET, corners, 4, hull.length / 3 + 1);
    out.text("\n$EndElements\n");
  }

  private static void elements22(
      LittleEndianStream out, int type, int[] points, int width, int first) throws IOException {
    if (points.length == 0) {
      return;
    }
    out.putInts(type, points.length / width, 2);
    for (int i = 0; i < points.length; i += width) {
      out.putInts(first + i / width, GROUP, GROUP);
      for (int k = 0; k < width; k++) {
        out.putInt(points[i + k] + 1);
      }
    }
  }

  /// Writes Gmsh's format 4.1, binary. The hull is physical surface 1, the tets are volume 1.
  public void msh41(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    out.text("$MeshFormat\n4.1 1 8\n");
    out.putInt(1);
    out.text("\n$EndMeshFormat\n$Entities\n");
    boolean filled = corners.length > 0;
    double[] box = box();
    out.putLongs(0, 0, filled ? 1 : 0, filled ? 1 : 0);
    if (filled) {
      out.putInt(GROUP);
      out.putDoubles(box);
      out.putLong(1);
      out.putInt(GROUP);
      out.putLong(0);
      out.putInt(GROUP);
      out.putDoubles(box);
      out.putLong(1);
      out.putInt(GROUP);
      out.putLong(1);
      out.putInt(GROUP);
    }
    nodes41(out, filled);
    long triangles = hull.length / 3;
    long tets = corners.length / 4;
    out.text("\n$EndNodes\n$Elements\n");
    out.putLongs(filled ? 2 : 0, triangles + tets, filled ? 1 : 0, triangles + tets);
    if (filled) {
      elements41(out, 2, GMSH_TRIANGLE, hull, 3, 1);
      elements41(out, 3, GMSH_TET, corners, 4, triangles + 1);
    }
    out.text("\n$EndElements\n");
  }

  private void nodes41(LittleEndianStream out, boolean filled) throws IOException {
    long points = xyz.length / 3;
    out.text("\n$EndEntities\n$Nodes\n");
    out.putLongs(points > 0 ? 1 : 0, points, points > 0 ? 1 : 0, points);
    if (points > 0) {
      out.putInts(filled ? 3 : 0, GROUP, 0);
      out.putLong(points);
      for (long i = 1; i <= points; i++) {
        out.putLong(i);
      }
      out.putDoubles(xyz);
    }
  }

  private static void elements41(
      LittleEndianStream out, int dimension, int type, int[] points, int width, long first)
      throws IOException {
    out.putInts(dimension, GROUP, type);
    out.putLong(points.length / width);
    for (int i = 0; i < points.length; i += width) {
      out.putLong(first + i / width);
      for (int k = 0; k < width; k++) {
        out.putLong(points[i + k] + 1L);
      }
    }
  }

  private double[] box() {
    double[] box = new double[6];
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < xyz.length; i++) {
      box[i % 3] = Math.min(box[i % 3], xyz[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], xyz[i]);
    }
    return box;
  }

  /// Writes the points as TetGen does.
  public void node(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    var lines = new StringBuilder("%d 3 0 0\n".formatted(xyz.length / 3));
    for (int i = 0; i < xyz.length; i += 3) {
      lines.append(i / 3).append(' ').append(xyz[i]).append(' ');
      lines.append(xyz[i + 1]).append(' ').append(xyz[i + 2]).append('\n');
      passOn(out, lines, 1 << 14);
    }
    passOn(out, lines, 0);
  }

  /// Writes the tets as TetGen does.
  public void ele(OutputStream to) throws IOException {
    rows(to, "%d 4 0\n".formatted(corners.length / 4), corners, 4, "");
  }

  /// Writes the hull as TetGen does, with boundary marker 1.
  public void face(OutputStream to) throws IOException {
    rows(to, "%d 1\n".formatted(hull.length / 3), hull, 3, " " + GROUP);
  }

  private static void rows(OutputStream to, String head, int[] points, int width, String end)
      throws IOException {
    var out = new LittleEndianStream(to);
    var lines = new StringBuilder(head);
    for (int i = 0; i < points.length; i += width) {
      lines.append(i / width);
      for (int k = 0; k < width; k++) {
        lines.append(' ').append(points[i + k]);
      }
      lines.append(end).append('\n');
      passOn(out, lines, 1 << 14);
    }
    passOn(out, lines, 0);
  }

  private static void passOn(LittleEndianStream out, StringBuilder lines, int longerThan)
      throws IOException {
    if (lines.length() > longerThan) {
      out.text(lines.toString());
      lines.setLength(0);
    }
  }
}
