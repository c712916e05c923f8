// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;

/// Writes tets in TetGen's text files.
final class TetgenWriter {
  private final TetArrays mesh;

  /// Points of a face and of a tet.
  private final int faceWidth;

  private final int tetWidth;

  TetgenWriter(TetArrays mesh) {
    this.mesh = mesh;
    faceWidth = 3 * mesh.order();
    tetWidth = mesh.order() == 1 ? 4 : 10;
  }

  /// Writes the points as TetGen does.
  void node(OutputStream to) throws IOException {
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
  void ele(OutputStream to) throws IOException {
    boolean plain = mesh.materialNames().isEmpty();
    rows(
        to,
        "%d %d %d\n".formatted(mesh.materials().length, tetWidth, plain ? 0 : 1),
        mesh.corners(),
        tetWidth,
        plain ? new int[0] : mesh.materials());
  }

  /// Writes the faces as TetGen does, with their markers.
  void face(OutputStream to) throws IOException {
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
