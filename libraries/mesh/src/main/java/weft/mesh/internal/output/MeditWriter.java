// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.util.Arrays;
import weft.mesh.internal.content.MeshContent;

/// Writes .mesh of Medit, as text. Markers and materials are its references; it has no names.
public final class MeditWriter {
  private MeditWriter() {}

  /// Writes a mesh.
  public static void write(MeshContent mesh, MeshOutput out) throws IOException {
    out.text("MeshVersionFormatted 2\nDimension 3\nVertices\n" + mesh.pointCount() + "\n");
    for (int p = 0; p < mesh.pointCount(); p++) {
      out.place(mesh.xyz(), 3 * p).text(" " + mesh.marks().ofPoint(p) + "\n");
    }
    int[][] marked = mesh.markedSegments();
    if (marked.length > 0) {
      int[] ends = Arrays.stream(marked).flatMapToInt(each -> Arrays.stream(each, 0, 2)).toArray();
      rows(out, "Edges", ends, 2, Arrays.stream(marked).mapToInt(each -> each[2]).toArray());
    }
    rows(out, "Triangles", mesh.faces(), 3, mesh.markers());
    if (mesh.tetCount() > 0) {
      rows(out, "Tetrahedra", mesh.tets(), 4, mesh.materials());
    }
    out.text("End\n");
  }

  private static void rows(MeshOutput out, String title, int[] points, int width, int[] numbers)
      throws IOException {
    out.text(title + "\n" + numbers.length + "\n");
    long[] row = new long[width + 1];
    for (int i = 0; i < numbers.length; i++) {
      for (int k = 0; k < width; k++) {
        row[k] = points[width * i + k] + 1L;
      }
      row[width] = numbers[i];
      out.line(row);
    }
  }
}
