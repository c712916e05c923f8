// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import weft.mesh.internal.content.MeshContent;

/// Writes .inp of Abaqus and CalculiX. Each material is a set of elements. Each marker is a surface
/// of sides of tets and a set of nodes, which have the same name; triangles alone are shells, in a
/// set for each marker. Segments and points that have markers are sets of nodes.
public final class InpWriter {
  /// The side opposite each corner: S1 has the nodes 1, 2, 3; S2 1, 4, 2; S3 2, 4, 3; S4 3, 4, 1.
  private static final int[] SIDE = {3, 4, 2, 1};

  /// Both programs read as many characters of a number, and no more.
  private static final int CHARACTERS = 20;

  private static final int PER_LINE = 12;

  private InpWriter() {}

  /// Writes a mesh.
  public static void write(MeshContent mesh, MeshOutput out) throws IOException {
    out.text("*HEADING\nMesh of Weft\n*NODE, NSET=Nall\n");
    for (int p = 0; p < mesh.pointCount(); p++) {
      out.text((p + 1) + ", " + word(mesh.xyz()[3 * p]) + ", " + word(mesh.xyz()[3 * p + 1]));
      out.text(", " + word(mesh.xyz()[3 * p + 2]) + "\n");
    }
    Set<String> nodeSets = new HashSet<>(Set.of("NALL"));
    var faces = new Groups(mesh.markers());
    var markers = new SetNames(faces.numbers(), mesh.boundaryNames(), "boundary", nodeSets);
    if (mesh.tetCount() == 0) {
      elements(out, "S3", mesh.faces(), 3, faces, markers);
      return;
    }
    var tets = new Groups(mesh.materials());
    var materials = new SetNames(tets.numbers(), mesh.materialNames(), "material", new HashSet<>());
    String type = mesh.order() == 1 ? "C3D4" : "C3D10";
    elements(out, type, mesh.tets(), mesh.tetWidth(), tets, materials);
    var sides = new TetSides(mesh);
    for (int marker : faces.numbers()) {
      int[] members = faces.members(marker);
      out.text("*SURFACE, NAME=" + markers.of(marker) + ", TYPE=ELEMENT\n");
      for (int face : members) {
        int place = sides.place(face);
        if (place >= 0) {
          out.text((place / 4 + 1) + ", S" + SIDE[place % 4] + "\n");
        }
      }
      out.text("*NSET, NSET=" + markers.of(marker) + "\n");
      int width = mesh.faceWidth();
      int[] nodes = new int[width * members.length];
      for (int i = 0; i < members.length; i++) {
        System.arraycopy(mesh.faces(), width * members[i], nodes, width * i, width);
      }
      list(out, Arrays.stream(nodes).sorted().distinct().toArray());
    }
    nodeSets(out, mesh.markedSegments(), mesh.marks().segmentNames(), "segment", nodeSets);
    nodeSets(out, mesh.markedPoints(), mesh.marks().pointNames(), "point", nodeSets);
  }

  /// Sets of the nodes of segments, or of points, whose markers are the last of each row.
  private static void nodeSets(
      MeshOutput out, int[][] rows, Map<Integer, String> names, String kind, Set<String> used)
      throws IOException {
    var groups = new Groups(Arrays.stream(rows).mapToInt(row -> row[row.length - 1]).toArray());
    var words = new SetNames(groups.numbers(), names, kind, used);
    for (int group : groups.numbers()) {
      out.text("*NSET, NSET=" + words.of(group) + "\n");
      list(
          out,
          Arrays.stream(groups.members(group))
              .flatMap(row -> Arrays.stream(rows[row], 0, rows[row].length - 1))
              .sorted()
              .distinct()
              .toArray());
    }
  }

  private static void elements(
      MeshOutput out, String type, int[] nodes, int width, Groups groups, SetNames names)
      throws IOException {
    var line = new StringBuilder();
    for (int group : groups.numbers()) {
      out.text("*ELEMENT, TYPE=" + type + ", ELSET=" + names.of(group) + "\n");
      for (int each : groups.members(group)) {
        line.append(each + 1);
        for (int k = 0; k < width; k++) {
          line.append(", ").append(nodes[width * each + k] + 1);
        }
        out.text(line.append('\n').toString());
        line.setLength(0);
      }
    }
  }

  private static void list(MeshOutput out, int[] numbers) throws IOException {
    var line = new StringBuilder();
    for (int i = 0; i < numbers.length; i++) {
      boolean ends = i % PER_LINE == PER_LINE - 1 || i == numbers.length - 1;
      line.append(numbers[i] + 1).append(ends ? "\n" : ", ");
    }
    out.text(line.toString());
  }

  /// A number with as many digits as there is room for: all, or 16 or 15 of some below 0.1.
  static String word(double value) {
    String whole = MeshOutput.word(value);
    if (whole.length() <= CHARACTERS) {
      return whole;
    }
    for (int digits = 17; ; digits--) {
      BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
      String plain = rounded.toPlainString().replaceFirst("^(-?)0\\.", "$1.");
      if (plain.length() <= CHARACTERS) {
        return plain;
      }
      int at = rounded.unscaledValue().signum() < 0 ? 2 : 1;
      String all = rounded.unscaledValue().toString();
      int exponent = all.length() - at - rounded.scale();
      String scientific = all.substring(0, at) + "." + all.substring(at) + "E" + exponent;
      if (scientific.length() <= CHARACTERS) {
        return scientific;
      }
    }
  }
}
