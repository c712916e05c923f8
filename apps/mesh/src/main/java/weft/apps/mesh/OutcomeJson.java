// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.mesh.MeshShape;
import weft.mesh.MeshingEstimate;
import weft.mesh.MeshingOutcome;
import weft.mesh.TetMesh;
import weft.mesh.surface.Defect;
import weft.report.JsonText;

/// What filling reached, for programs: one JSON object.
final class OutcomeJson {
  private OutcomeJson() {}

  /// The outcome of a mesh.
  ///
  /// @param files that were written
  static String of(String input, TetMesh mesh, double seconds, List<String> files) {
    MeshingOutcome outcome = mesh.outcome();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("input", input);
    all.put("met", outcome.isMet());
    all.put("end", outcome.end().name());
    all.put("vertices", mesh.vertexCount());
    all.put("tets", mesh.tetCount());
    all.put("faces", mesh.faceCount());
    all.put("volume", outcome.shapeAfter().volume());
    all.put("cpuSeconds", seconds);
    all.put("missedShapes", outcome.missedShapes());
    all.put("missedSizes", outcome.missedSizes());
    all.put("missedAt", places(outcome.missedAt()));
    all.put("before", shape(outcome.shapeBefore()));
    all.put("after", shape(outcome.shapeAfter()));
    all.put("boundaries", boundaries(mesh));
    all.put("materials", materials(mesh));
    all.put("remarks", outcome.remarks());
    all.put("files", files);
    return JsonText.object(all) + "\n";
  }

  /// An estimate, after which the program stopped.
  static String of(String input, MeshingEstimate estimate) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("input", input);
    all.put("tets", estimate.tets());
    all.put("bytes", estimate.bytes());
    all.put("seconds", estimate.seconds());
    all.put("cause", estimate.cause());
    return JsonText.object(Map.of("estimate", all)) + "\n";
  }

  /// The defects of an input that cannot be filled.
  static String ofDefects(String input, List<Defect> defects) {
    List<Object> rows = new ArrayList<>();
    for (Defect each : defects) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("kind", each.kind().name());
      row.put("count", each.count());
      row.put("sentence", each.sentence());
      row.put("places", places(each.places()));
      rows.add(row);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("input", input);
    all.put("met", false);
    all.put("defects", rows);
    return JsonText.object(all) + "\n";
  }

  private static List<Object> places(double[] xyz) {
    List<Object> places = new ArrayList<>();
    for (int i = 0; i + 2 < xyz.length; i += 3) {
      places.add(Arrays.copyOfRange(xyz, i, i + 3));
    }
    return places;
  }

  private static Map<String, Object> shape(MeshShape shape) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("tets", shape.tets());
    row.put("worstRadiusOverEdge", shape.worstRatio());
    row.put("smallestDihedralDegrees", shape.smallestDihedral());
    row.put("largestDihedralDegrees", shape.largestDihedral());
    row.put("largestVolume", shape.largestVolume());
    return row;
  }

  private static List<Object> boundaries(TetMesh mesh) {
    double[] xyz = mesh.vertices();
    int[] faces = mesh.faces();
    int[] markers = mesh.faceMarkers();
    Map<Integer, double[]> sums = new TreeMap<>();
    for (int f = 0; f < markers.length; f++) {
      double[] a = edge(xyz, faces[3 * f], faces[3 * f + 1]);
      double[] b = edge(xyz, faces[3 * f], faces[3 * f + 2]);
      double square = 0;
      for (int k = 0; k < 3; k++) {
        double n = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        square += n * n;
      }
      add(sums, markers[f], Math.sqrt(square) / 2);
    }
    return groups(sums, mesh.boundaryNames(), "faces", "area");
  }

  private static List<Object> materials(TetMesh mesh) {
    double[] xyz = mesh.vertices();
    int[] tets = mesh.tets();
    int[] of = mesh.materials();
    Map<Integer, double[]> sums = new TreeMap<>();
    for (int t = 0; t < of.length; t++) {
      double[] a = edge(xyz, tets[4 * t], tets[4 * t + 1]);
      double[] b = edge(xyz, tets[4 * t], tets[4 * t + 2]);
      double[] c = edge(xyz, tets[4 * t], tets[4 * t + 3]);
      double six = 0;
      for (int k = 0; k < 3; k++) {
        six += c[k] * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
      }
      add(sums, of[t], six / 6);
    }
    return groups(sums, mesh.materialNames(), "tets", "volume");
  }

  private static double[] edge(double[] xyz, int from, int to) {
    double[] edge = new double[3];
    for (int k = 0; k < 3; k++) {
      edge[k] = xyz[3 * to + k] - xyz[3 * from + k];
    }
    return edge;
  }

  private static void add(Map<Integer, double[]> sums, int number, double size) {
    double[] sum = sums.computeIfAbsent(number, each -> new double[2]);
    sum[0]++;
    sum[1] += size;
  }

  private static List<Object> groups(
      Map<Integer, double[]> sums, Map<Integer, String> names, String count, String size) {
    List<Object> rows = new ArrayList<>();
    sums.forEach((number, sum) -> {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("number", number);
      row.put("name", names.getOrDefault(number, ""));
      row.put(count, (int) sum[0]);
      row.put(size, sum[1]);
      rows.add(row);
    });
    return rows;
  }
}
