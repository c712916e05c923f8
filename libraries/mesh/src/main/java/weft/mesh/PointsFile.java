// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringTokenizer;

/// Reads text files of points.
///
/// - `.xyz`: a line for each point, with x, y, z first. What follows them is ignored.
/// - `.node`, TetGen's: a line with the number of points and their dimension, 3; then a line for
///   each with its number, x, y, z.
///
/// Numbers are separated by blanks, tabs, commas or semicolons. Empty lines, and what follows a
/// `#`, are ignored.
public final class PointsFile {
  private static final String NEEDED = "each point needs x, y and z";

  private final NumberLines lines;
  private double[] xyz = new double[300];
  private int used;

  private PointsFile(NumberLines lines) {
    this.lines = lines;
  }

  /// Returns three coordinates for each point, in the order of the file.
  ///
  /// @throws IOException if the file cannot be read; with a sentence that names the line, if it
  ///   does not contain points
  public static double[] read(Path file) throws IOException {
    try (var lines = new NumberLines(file)) {
      var points = new PointsFile(lines);
      if (String.valueOf(file.getFileName()).endsWith(".node")) {
        points.readNumbered();
      } else {
        points.readPlain();
      }
      return Arrays.copyOf(points.xyz, points.used);
    }
  }

  private void readPlain() throws IOException {
    for (StringTokenizer next = lines.next(); next != null; next = lines.next()) {
      readPoint(next);
    }
  }

  private void readNumbered() throws IOException {
    StringTokenizer head = lines.next();
    if (head == null) {
      throw lines.wrong("there is no line with the number of points");
    }
    double count = lines.number(head, NEEDED);
    if (head.hasMoreTokens() && lines.number(head, NEEDED) != 3) {
      throw lines.wrong("the points do not have three coordinates");
    }
    for (StringTokenizer next = lines.next(); next != null; next = lines.next()) {
      lines.number(next, NEEDED);
      readPoint(next);
    }
    if (used != 3 * count) {
      throw lines.wrong(
          "the file ends after %d points, and its first line says %.0f".formatted(used / 3, count));
    }
  }

  private void readPoint(StringTokenizer tokens) throws IOException {
    if (used == xyz.length) {
      xyz = Arrays.copyOf(xyz, 2 * used);
    }
    for (int k = 0; k < 3; k++) {
      xyz[used + k] = lines.number(tokens, NEEDED);
    }
    used += 3;
  }
}
