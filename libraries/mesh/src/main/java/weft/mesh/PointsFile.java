// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/// Reads text files of points.
///
/// - `.xyz`: a line for each point, with x, y, z first. What follows them is ignored.
/// - `.node`, TetGen's: a line with the number of points and their dimension, 3; then a line for
///   each with its number, x, y, z.
///
/// Numbers are separated by blanks, tabs, commas or semicolons. Empty lines, and what follows a
/// `#`, are ignored.
public final class PointsFile {
  private static final String SEPARATORS = " \t,;";

  private final Path file;
  private final BufferedReader reader;
  private double[] xyz = new double[300];
  private int used;
  private int line;

  private PointsFile(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /// Returns three coordinates for each point, in the order of the file.
  ///
  /// @throws IOException if the file cannot be read; with a sentence that names the line, if it
  ///   does not contain points
  public static double[] read(Path file) throws IOException {
    // Comments may be in any encoding; this one takes all bytes.
    try (var reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      var points = new PointsFile(file, reader);
      if (String.valueOf(file.getFileName()).endsWith(".node")) {
        points.readNumbered();
      } else {
        points.readPlain();
      }
      return Arrays.copyOf(points.xyz, points.used);
    }
  }

  private void readPlain() throws IOException {
    for (StringTokenizer next = next(); next != null; next = next()) {
      readPoint(next);
    }
  }

  private void readNumbered() throws IOException {
    StringTokenizer head = next();
    if (head == null) {
      throw wrong("there is no line with the number of points");
    }
    double count = number(head);
    if (head.hasMoreTokens() && number(head) != 3) {
      throw wrong("the points do not have three coordinates");
    }
    for (StringTokenizer next = next(); next != null; next = next()) {
      number(next);
      readPoint(next);
    }
    if (used != 3 * count) {
      throw wrong(
          "the file ends after %d points, and its first line says %.0f".formatted(used / 3, count));
    }
  }

  /// The next line that is not empty, or null at the end.
  private @Nullable StringTokenizer next() throws IOException {
    while (true) {
      String text = reader.readLine();
      if (text == null) {
        return null;
      }
      line++;
      int comment = text.indexOf('#');
      var tokens = new StringTokenizer(comment < 0 ? text : text.substring(0, comment), SEPARATORS);
      if (tokens.hasMoreTokens()) {
        return tokens;
      }
    }
  }

  private void readPoint(StringTokenizer tokens) throws IOException {
    if (used == xyz.length) {
      xyz = Arrays.copyOf(xyz, 2 * used);
    }
    for (int k = 0; k < 3; k++) {
      xyz[used + k] = number(tokens);
    }
    used += 3;
  }

  private double number(StringTokenizer tokens) throws IOException {
    if (!tokens.hasMoreTokens()) {
      throw wrong("a number is missing; each point needs x, y and z");
    }
    String token = tokens.nextToken();
    try {
      return Double.parseDouble(token);
    } catch (NumberFormatException e) {
      throw (IOException) wrong("\"%s\" is no number".formatted(token)).initCause(e);
    }
  }

  private IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, line, what));
  }
}
