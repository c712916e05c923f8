// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import weft.mesh.internal.content.MeshContent;

/// The segments and points of a mesh that have markers, as cells of VTK: lines of two or three
/// points, then vertices. A mesh without markers has none.
final class FeatureCells {
  private static final int VERTEX = 1;
  private static final int LINE = 3;
  private static final int QUADRATIC_LINE = 21;

  /// The points of each cell, and behind them its marker.
  private final int[][] rows;

  private final int lines;
  private final int lineType;

  FeatureCells(MeshContent mesh) {
    int[][] segments = mesh.grouped() ? mesh.markedSegments() : new int[0][];
    int[][] points = mesh.grouped() ? mesh.markedPoints() : new int[0][];
    rows = Stream.concat(Arrays.stream(segments), Arrays.stream(points)).toArray(int[][]::new);
    lines = segments.length;
    lineType = mesh.order() == 1 ? LINE : QUADRATIC_LINE;
  }

  int count() {
    return rows.length;
  }

  /// The number of points of a cell.
  int width(int cell) {
    return rows[cell].length - 1;
  }

  /// The number of points of all cells.
  int size() {
    return IntStream.range(0, rows.length).map(this::width).sum();
  }

  /// The points of a cell.
  int[] points(int cell) {
    return Arrays.copyOf(rows[cell], width(cell));
  }

  int type(int cell) {
    return cell < lines ? lineType : VERTEX;
  }

  int marker(int cell) {
    return rows[cell][width(cell)];
  }
}
