// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.content.MeshValues;

/// Writes .msh of Gmsh, as text or binary. Markers are physical surfaces, materials physical
/// volumes; segments and points that have markers are physical curves and points. Triangles are
/// numbered from 1, tets behind them, and then segments and points.
public final class MshWriter {
  private static final int POINT = 15;

  private final MeshContent mesh;
  private final MeshOutput out;
  private final boolean binary;
  private final Groups faces;
  private final Groups tets;
  private final int[] lines;
  private final int[] nodes;
  private final Groups curves;
  private final Groups vertices;

  private MshWriter(MeshContent mesh, MeshOutput out, boolean binary) {
    this.mesh = mesh;
    this.out = out;
    this.binary = binary;
    faces = new Groups(mesh.markers());
    tets = new Groups(mesh.materials());
    int[][] marked = mesh.markedSegments();
    lines =
        Arrays.stream(marked)
            .flatMapToInt(each -> Arrays.stream(each, 0, each.length - 1))
            .toArray();
    curves = new Groups(Arrays.stream(marked).mapToInt(each -> each[each.length - 1]).toArray());
    int[][] points = mesh.markedPoints();
    nodes = Arrays.stream(points).mapToInt(each -> each[0]).toArray();
    vertices = new Groups(Arrays.stream(points).mapToInt(each -> each[1]).toArray());
  }

  /// Writes version 2.2.
  public static MeshWriter version2(boolean binary) {
    return (mesh, out) -> new MshWriter(mesh, out, binary).write2();
  }

  /// Writes version 4.1.
  public static MeshWriter version4(boolean binary) {
    return (mesh, out) -> new MshWriter(mesh, out, binary).write4();
  }

  private void head(String version) throws IOException {
    out.text("$MeshFormat\n" + version + (binary ? " 1 8\n" : " 0 8\n"));
    if (binary) {
      out.putInt(1);
      out.text("\n");
    }
    out.text("$EndMeshFormat\n");
    names();
  }

  private void names() throws IOException {
    int marked = vertices.numbers().length + curves.numbers().length;
    if (mesh.boundaryNames().isEmpty() && mesh.materialNames().isEmpty() && marked == 0) {
      return;
    }
    out.text("$PhysicalNames\n").line(marked + faces.numbers().length + tets.numbers().length);
    for (int each : vertices.numbers()) {
      out.text("0 " + each + " \"" + name(mesh.marks().pointNames(), each, "point") + "\"\n");
    }
    for (int each : curves.numbers()) {
      out.text("1 " + each + " \"" + name(mesh.marks().segmentNames(), each, "segment") + "\"\n");
    }
    for (int each : faces.numbers()) {
      out.text("2 " + each + " \"" + name(mesh.boundaryNames(), each, "boundary") + "\"\n");
    }
    for (int each : tets.numbers()) {
      out.text("3 " + each + " \"" + name(mesh.materialNames(), each, "material") + "\"\n");
    }
    out.text("$EndPhysicalNames\n");
  }

  /// The name that a group is written with: that of the user, or a number.
  static String name(Map<Integer, String> names, int number, String kind) {
    String name =
        names.getOrDefault(number, "").replace('"', '\'').replaceAll("[\\r\\n]+", " ").strip();
    return name.isEmpty() ? kind + " " + number : name;
  }

  private void write2() throws IOException {
    head("2.2");
    out.text("$Nodes\n").line(mesh.pointCount());
    for (int p = 0; p < mesh.pointCount(); p++) {
      if (binary) {
        out.putInt(p + 1);
        out.putDoubles(mesh.xyz()[3 * p], mesh.xyz()[3 * p + 1], mesh.xyz()[3 * p + 2]);
      } else {
        out.text((p + 1) + " ").place(mesh.xyz(), 3 * p).text("\n");
      }
    }
    out.text(end() + "$EndNodes\n$Elements\n").line(elementCount());
    elements2(faceType(), mesh.faces(), mesh.faceWidth(), mesh.markers(), 1);
    elements2(tetType(), mesh.tets(), mesh.tetWidth(), mesh.materials(), mesh.faceCount() + 1);
    int first = mesh.faceCount() + mesh.tetCount() + 1;
    elements2(lineType(), lines, mesh.segmentWidth(), curves.ofMembers(), first);
    elements2(POINT, nodes, 1, vertices.ofMembers(), first + lineCount());
    out.text(end() + "$EndElements\n");
    values();
  }

  private void elements2(int type, int[] points, int width, int[] numbers, int first)
      throws IOException {
    if (binary && points.length > 0) {
      out.putInts(type, numbers.length, 2);
    }
    var line = new StringBuilder();
    for (int i = 0; i < points.length; i += width) {
      int number = numbers[i / width];
      if (binary) {
        out.putInts(first + i / width, number, number);
        for (int k = 0; k < width; k++) {
          out.putInt(node(points, width, i + k));
        }
        continue;
      }
      line.append(first + i / width).append(' ').append(type).append(" 2 ");
      line.append(number).append(' ').append(number);
      for (int k = 0; k < width; k++) {
        line.append(' ').append(node(points, width, i + k));
      }
      out.text(line.append('\n').toString());
      line.setLength(0);
    }
  }

  private int elementCount() {
    return mesh.faceCount() + mesh.tetCount() + lineCount() + nodes.length;
  }

  /// A line end behind binary data.
  private String end() {
    return binary ? "\n" : "";
  }

  private int lineType() {
    return mesh.order() == 1 ? 1 : 8;
  }

  private int lineCount() {
    return lines.length / mesh.segmentWidth();
  }

  private int faceType() {
    return mesh.order() == 1 ? 2 : 9;
  }

  private int tetType() {
    return mesh.order() == 1 ? 4 : 11;
  }

  /// A node of a tet as Gmsh orders them: the last two of ten are exchanged.
  private static int node(int[] points, int width, int i) {
    int k = i % width;
    return points[width == 10 && k >= 8 ? i - k + 17 - k : i] + 1;
  }

  private void write4() throws IOException {
    head("4.1");
    out.text("$Entities\n");
    int[] markers = faces.numbers();
    int[] curveNumbers = curves.numbers();
    longs(vertices.numbers().length, curveNumbers.length, markers.length, tets.numbers().length);
    double[] box = box();
    for (int vertex : vertices.numbers()) {
      pointEntity(vertex, 3 * nodes[vertices.members(vertex)[0]]);
    }
    for (int curve : curveNumbers) {
      entity(curve, box, new int[0]);
    }
    for (int marker : markers) {
      entity(marker, box, new int[0]);
    }
    for (int material : tets.numbers()) {
      entity(material, box, markers);
    }
    out.text(end() + "$EndEntities\n$Nodes\n");
    nodes4();
    out.text(end() + "$EndNodes\n$Elements\n");
    long all = elementCount();
    int blocks = vertices.numbers().length + curveNumbers.length;
    longs(blocks + markers.length + tets.numbers().length, all, all > 0 ? 1 : 0, all);
    long last = mesh.faceCount() + mesh.tetCount() + 1L;
    elements4(0, POINT, nodes, 1, vertices, last + lineCount());
    elements4(1, lineType(), lines, mesh.segmentWidth(), curves, last);
    elements4(2, faceType(), mesh.faces(), mesh.faceWidth(), faces, 1);
    elements4(3, tetType(), mesh.tets(), mesh.tetWidth(), tets, mesh.faceCount() + 1L);
    out.text(end() + "$EndElements\n");
    values();
  }

  private void longs(long... numbers) throws IOException {
    if (binary) {
      out.putLongs(numbers);
    } else {
      out.line(numbers);
    }
  }

  private void pointEntity(int number, int at) throws IOException {
    if (binary) {
      out.putInt(number);
      out.putDoubles(mesh.xyz()[at], mesh.xyz()[at + 1], mesh.xyz()[at + 2]);
      out.putLong(1);
      out.putInt(number);
    } else {
      out.text(number + " ").place(mesh.xyz(), at).text(" 1 " + number + "\n");
    }
  }

  private void entity(int number, double[] box, int[] bounds) throws IOException {
    if (binary) {
      out.putInt(number);
      out.putDoubles(box);
      out.putLong(1);
      out.putInt(number);
      out.putLong(bounds.length);
      out.putInts(bounds);
      return;
    }
    out.text(number + " ").place(box, 0).text(" ").place(box, 3).text(" 1 " + number + " ");
    out.line(bounds.length);
    if (bounds.length > 0) {
      out.line(Arrays.stream(bounds).asLongStream().toArray());
    }
  }

  /// All points lie in the first volume, or else the first surface, as points at the border of two
  /// belong to neither.
  private void nodes4() throws IOException {
    long points = mesh.pointCount();
    longs(points > 0 ? 1 : 0, points, points > 0 ? 1 : 0, points);
    if (points == 0) {
      return;
    }
    int[] in = tets.numbers().length > 0 ? tets.numbers() : faces.numbers();
    int dimension = tets.numbers().length > 0 ? 3 : in.length > 0 ? 2 : 0;
    block(dimension, in.length > 0 ? in[0] : 1, 0, points);
    for (long i = 1; i <= points; i++) {
      longs(i);
    }
    if (binary) {
      out.putDoubles(mesh.xyz());
      return;
    }
    for (int p = 0; p < points; p++) {
      out.place(mesh.xyz(), 3 * p).text("\n");
    }
  }

  private void block(int dimension, int entity, int kind, long count) throws IOException {
    if (binary) {
      out.putInts(dimension, entity, kind);
      out.putLong(count);
    } else {
      out.line(dimension, entity, kind, count);
    }
  }

  private void elements4(
      int dimension, int type, int[] points, int width, Groups groups, long first)
      throws IOException {
    long[] row = new long[width + 1];
    for (int group : groups.numbers()) {
      int[] members = groups.members(group);
      block(dimension, group, type, members.length);
      for (int each : members) {
        row[0] = first + each;
        for (int k = 0; k < width; k++) {
          row[1 + k] = node(points, width, width * each + k);
        }
        longs(row);
      }
    }
  }

  private double[] box() {
    double[] box = new double[6];
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    double[] xyz = mesh.xyz();
    for (int i = 0; i < xyz.length; i++) {
      if (Double.isFinite(xyz[i])) {
        box[i % 3] = Math.min(box[i % 3], xyz[i]);
        box[3 + i % 3] = Math.max(box[3 + i % 3], xyz[i]);
      }
    }
    for (int i = 0; i < 6; i++) {
      box[i] = Double.isFinite(box[i]) ? box[i] : 0;
    }
    return box;
  }

  private void values() throws IOException {
    for (MeshValues each : mesh.values()) {
      boolean nodes = each.place() == MeshValues.Place.POINT;
      String section = nodes ? "NodeData" : "ElementData";
      int width = each.components();
      int count = each.values().length / width;
      int first = each.place() == MeshValues.Place.TET ? mesh.faceCount() + 1 : 1;
      out.text("$" + section + "\n1\n\"" + each.name() + "\"\n1\n0.0\n3\n0\n");
      out.text(width + "\n" + count + "\n");
      for (int i = 0; i < count; i++) {
        if (binary) {
          out.putInt(first + i);
          out.putDoubles(Arrays.copyOfRange(each.values(), width * i, width * (i + 1)));
        } else {
          out.text(String.valueOf(first + i));
          for (int k = 0; k < width; k++) {
            out.text(" " + MeshOutput.word(each.values()[width * i + k]));
          }
          out.text("\n");
        }
      }
      out.text(end() + "$End" + section + "\n");
    }
  }
}
