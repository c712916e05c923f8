// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Writes tets in Gmsh's formats. Markers are physical surfaces, materials physical volumes.
final class GmshWriter {
  private final TetArrays mesh;

  /// Points of a face and of a tet.
  private final int faceWidth;

  private final int tetWidth;

  GmshWriter(TetArrays mesh) {
    this.mesh = mesh;
    faceWidth = 3 * mesh.order();
    tetWidth = mesh.order() == 1 ? 4 : 10;
  }

  /// The name that a group is written with: that of the user, or a number.
  private static String name(Map<Integer, String> names, int number, String kind) {
    String name = names.getOrDefault(number, "").replace('"', '\'').strip();
    return name.isEmpty() ? kind + " " + number : name;
  }

  private int gmshFace() {
    return mesh.order() == 1 ? 2 : 9;
  }

  private int gmshTet() {
    return mesh.order() == 1 ? 4 : 11;
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
  void msh22(OutputStream to) throws IOException {
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
  void msh41(OutputStream to) throws IOException {
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
}
