// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import weft.mesh.internal.content.MeshContent;

/// Writes tets in TetGen's text files. Points are numbered from 0.
public final class TetgenWriters {
  /// The places of a tet's ten points in TetGen's order, as VTK has them: behind the corners come
  /// the middles of the edges 2-3, 0-3, 0-1, 1-2, 1-3 and 0-2, if those of VTK are 0-1, 1-2, 0-2,
  /// 0-3, 1-3 and 2-3.
  private static final int[] TEN = {0, 1, 2, 3, 9, 7, 4, 5, 8, 6};

  /// Those of a triangle: the middles are opposite the corners.
  private static final int[] SIX = {0, 1, 2, 4, 5, 3};

  private TetgenWriters() {}

  /// Writes the points.
  public static void node(MeshContent mesh, MeshOutput out) throws IOException {
    out.text(mesh.pointCount() + " 3 0 0\n");
    for (int p = 0; p < mesh.pointCount(); p++) {
      out.text(p + " ").place(mesh.xyz(), 3 * p).text("\n");
    }
  }

  /// Writes the tets, with the material as an attribute if there are names or several.
  public static void ele(MeshContent mesh, MeshOutput out) throws IOException {
    boolean plain = mesh.materialNames().isEmpty();
    out.line(mesh.tetCount(), mesh.tetWidth(), plain ? 0 : 1);
    rows(out, mesh.tets(), TEN, mesh.tetWidth(), plain ? new int[0] : mesh.materials());
  }

  /// Writes the faces, with their markers.
  public static void face(MeshContent mesh, MeshOutput out) throws IOException {
    out.line(mesh.faceCount(), 1);
    rows(out, mesh.faces(), SIX, mesh.faceWidth(), mesh.markers());
  }

  private static void rows(MeshOutput out, int[] points, int[] order, int width, int[] numbers)
      throws IOException {
    var line = new StringBuilder();
    for (int i = 0; i < points.length; i += width) {
      line.append(i / width);
      for (int k = 0; k < width; k++) {
        line.append(' ').append(points[i + order[k]]);
      }
      if (numbers.length > 0) {
        line.append(' ').append(numbers[i / width]);
      }
      out.text(line.append('\n').toString());
      line.setLength(0);
    }
  }
}
