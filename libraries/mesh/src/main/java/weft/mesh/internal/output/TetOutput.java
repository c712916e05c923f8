// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Writes tets and the faces on boundaries in the formats of other programs. Points are numbered
/// from 0, and from 1 in Gmsh's formats. Streams are not closed.
public final class TetOutput {
  private final TetArrays mesh;
  private final int order;

  /// Whether .vtu has faces and groups.
  private final boolean grouped;

  /// Points of a face and of a tet.
  private final int faceWidth;

  private final int tetWidth;

  /// Writes these.
  ///
  /// @param order 1 if tets have four points, 2 if they have ten
  public TetOutput(TetArrays mesh, int order) {
    this(mesh, order, true);
  }

  private TetOutput(TetArrays mesh, int order, boolean grouped) {
    this.grouped = grouped;
    this.mesh = mesh;
    this.order = order;
    faceWidth = order == 1 ? 3 : 6;
    tetWidth = order == 1 ? 4 : 10;
  }

  /// A mesh of one material, whose faces have one marker, and no names. Its .vtu has tets alone.
  public static TetOutput of(double[] xyz, int[] corners, int[] hull) {
    int[] materials = new int[corners.length / 4];
    int[] markers = new int[hull.length / 3];
    Arrays.fill(materials, 1);
    Arrays.fill(markers, 1);
    return new TetOutput(
        new TetArrays(
            xyz, corners, materials, hull, markers, new int[markers.length], Map.of(), Map.of()),
        1,
        false);
  }

  /// The names that a group is written with: that of the user, or a number.
  private static String name(Map<Integer, String> names, int number, String kind) {
    String name = names.getOrDefault(number, "").replace('"', '\'').strip();
    return name.isEmpty() ? kind + " " + number : name;
  }

  /// Writes VTK's XML format of unstructured grids, version 1.0, with raw data behind the XML and
  /// headers of 8 bytes. Faces are cells behind the tets. Numbers of materials and markers are data
  /// of the cells; a name is an array of the whole file, with the number and the dimension of its
  /// group.
  public void vtu(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    int points = mesh.xyz().length / 3;
    int tets = mesh.materials().length;
    int faces = grouped ? mesh.markers().length : 0;
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
    if (grouped) {
      out.putInts(mesh.faces());
    }
    out.putLong(sizes[2]);
    for (int i = 1; i <= cells; i++) {
      out.putLong(
          i <= tets ? (long) tetWidth * i : (long) tetWidth * tets + (long) faceWidth * (i - tets));
    }
    out.putLong(sizes[3]);
    for (int i = 0; i < cells; i++) {
      out.putByte(i < tets ? (order == 1 ? 10 : 24) : order == 1 ? 5 : 22);
    }
    if (grouped) {
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
            grouped ? cellData(offsets) : "");
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

  private int gmshFace() {
    return order == 1 ? 2 : 9;
  }

  private int gmshTet() {
    return order == 1 ? 4 : 11;
  }

  /// A point of a tet as Gmsh orders them: the last two are exchanged.
  private int gmshPoint(int[] points, int width, int i) {
    int k = i % width;
    return points[width == 10 && k >= 8 ? i - k + 17 - k : i] + 1;
  }

  private void gmshNames(LittleEndianStream out, int[] markers, int[] materials)
      throws IOException {
    if (mesh.boundaryNames().isEmpty() && mesh.materialNames().isEmpty()) {
      return;
    }
    var text = new StringBuilder();
    text.append("$PhysicalNames\n").append(markers.length + materials.length).append('\n');
    for (int each : markers) {
      String name = name(mesh.boundaryNames(), each, "boundary");
      text.append("2 ").append(each).append(" \"").append(name).append("\"\n");
    }
    for (int each : materials) {
      String name = name(mesh.materialNames(), each, "material");
      text.append("3 ").append(each).append(" \"").append(name).append("\"\n");
    }
    text.append("$EndPhysicalNames\n");
    out.bytes(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// The different numbers of an array, in ascending order.
  private static int[] groups(int[] numbers) {
    return Arrays.stream(numbers).sorted().distinct().toArray();
  }

  /// Writes Gmsh's format 2.2, binary. Markers are physical surfaces, materials physical volumes.
  public void msh22(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    out.text("$MeshFormat\n2.2 1 8\n");
    out.putInt(1);
    out.text("\n$EndMeshFormat\n");
    gmshNames(out, groups(mesh.markers()), groups(mesh.materials()));
    double[] xyz = mesh.xyz();
    out.text("$Nodes\n%d\n".formatted(xyz.length / 3));
    for (int i = 0; i < xyz.length; i += 3) {
      out.putInt(i / 3 + 1);
      out.putDoubles(xyz[i], xyz[i + 1], xyz[i + 2]);
    }
    int elements = mesh.markers().length + mesh.materials().length;
    out.text("\n$EndNodes\n$Elements\n%d\n".formatted(elements));
    elements22(out, gmshFace(), mesh.faces(), faceWidth, mesh.markers(), 1);
    elements22(
        out, gmshTet(), mesh.corners(), tetWidth, mesh.materials(), mesh.markers().length + 1);
    out.text("\n$EndElements\n");
  }

  private void elements22(
      LittleEndianStream out, int type, int[] points, int width, int[] numbers, int first)
      throws IOException {
    if (points.length == 0) {
      return;
    }
    out.putInts(type, numbers.length, 2);
    for (int i = 0; i < points.length; i += width) {
      int number = numbers[i / width];
      out.putInts(first + i / width, number, number);
      for (int k = 0; k < width; k++) {
        out.putInt(gmshPoint(points, width, i + k));
      }
    }
  }

  /// Writes Gmsh's format 4.1, binary. Markers are physical surfaces, materials physical volumes.
  public void msh41(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    int[] markers = groups(mesh.markers());
    int[] materials = groups(mesh.materials());
    out.text("$MeshFormat\n4.1 1 8\n");
    out.putInt(1);
    out.text("\n$EndMeshFormat\n");
    gmshNames(out, markers, materials);
    out.text("$Entities\n");
    double[] box = box();
    out.putLongs(0, 0, markers.length, materials.length);
    for (int marker : markers) {
      entity(out, marker, box);
      out.putLong(0);
    }
    for (int material : materials) {
      entity(out, material, box);
      out.putLong(markers.length);
      out.putInts(markers);
    }
    nodes41(out, materials);
    long faces = mesh.markers().length;
    long tets = mesh.materials().length;
    out.text("\n$EndNodes\n$Elements\n");
    out.putLongs(
        markers.length + materials.length, faces + tets, faces + tets > 0 ? 1 : 0, faces + tets);
    elements41(out, 2, gmshFace(), mesh.faces(), faceWidth, mesh.markers(), markers, 1);
    elements41(out, 3, gmshTet(), mesh.corners(), tetWidth, mesh.materials(), materials, faces + 1);
    out.text("\n$EndElements\n");
  }

  private static void entity(LittleEndianStream out, int number, double[] box) throws IOException {
    out.putInt(number);
    out.putDoubles(box);
    out.putLong(1);
    out.putInt(number);
  }

  private void nodes41(LittleEndianStream out, int[] materials) throws IOException {
    long points = mesh.xyz().length / 3;
    out.text("\n$EndEntities\n$Nodes\n");
    out.putLongs(points > 0 ? 1 : 0, points, points > 0 ? 1 : 0, points);
    if (points > 0) {
      boolean filled = materials.length > 0;
      out.putInts(filled ? 3 : 0, filled ? materials[0] : 1, 0);
      out.putLong(points);
      for (long i = 1; i <= points; i++) {
        out.putLong(i);
      }
      out.putDoubles(mesh.xyz());
    }
  }

  private void elements41(
      LittleEndianStream out,
      int dimension,
      int type,
      int[] points,
      int width,
      int[] numbers,
      int[] groups,
      long first)
      throws IOException {
    for (int group : groups) {
      out.putInts(dimension, group, type);
      out.putLong(Arrays.stream(numbers).filter(each -> each == group).count());
      for (int i = 0; i < points.length; i += width) {
        if (numbers[i / width] == group) {
          out.putLong(first + i / width);
          for (int k = 0; k < width; k++) {
            out.putLong(gmshPoint(points, width, i + k));
          }
        }
      }
    }
  }

  private double[] box() {
    double[] box = new double[6];
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    double[] xyz = mesh.xyz();
    for (int i = 0; i < xyz.length; i++) {
      box[i % 3] = Math.min(box[i % 3], xyz[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], xyz[i]);
    }
    return box;
  }

  /// Writes the points as TetGen does.
  public void node(OutputStream to) throws IOException {
    var out = new LittleEndianStream(to);
    double[] xyz = mesh.xyz();
    var lines = new StringBuilder("%d 3 0 0\n".formatted(xyz.length / 3));
    for (int i = 0; i < xyz.length; i += 3) {
      lines.append(i / 3).append(' ').append(xyz[i]).append(' ');
      lines.append(xyz[i + 1]).append(' ').append(xyz[i + 2]).append('\n');
      passOn(out, lines, 1 << 14);
    }
    passOn(out, lines, 0);
  }

  /// Writes the tets as TetGen does, with the material as an attribute if there are names or
  /// several.
  public void ele(OutputStream to) throws IOException {
    boolean plain = mesh.materialNames().isEmpty();
    rows(
        to,
        "%d %d %d\n".formatted(mesh.materials().length, tetWidth, plain ? 0 : 1),
        mesh.corners(),
        tetWidth,
        plain ? new int[0] : mesh.materials());
  }

  /// Writes the faces as TetGen does, with their markers.
  public void face(OutputStream to) throws IOException {
    rows(to, "%d 1\n".formatted(mesh.markers().length), mesh.faces(), faceWidth, mesh.markers());
  }

  private static void rows(OutputStream to, String head, int[] points, int width, int[] numbers)
      throws IOException {
    var out = new LittleEndianStream(to);
    var lines = new StringBuilder(head);
    for (int i = 0; i < points.length; i += width) {
      lines.append(i / width);
      for (int k = 0; k < width; k++) {
        lines.append(' ').append(points[i + k]);
      }
      if (numbers.length > 0) {
        lines.append(' ').append(numbers[i / width]);
      }
      lines.append('\n');
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
