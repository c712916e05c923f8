// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/// A text file of numbers, line by line. Numbers are separated by blanks, tabs, commas or
/// semicolons. Empty lines, and what follows a `#`, are ignored.
final class NumberLines implements AutoCloseable {
  private static final String SEPARATORS = " \t,;";

  private final Path file;
  private final BufferedReader reader;
  private int line;

  NumberLines(Path file) throws IOException {
    this.file = file;
    // Comments may be in any encoding; this one takes all bytes.
    reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /// The next line that is not empty, or null at the end.
  @Nullable StringTokenizer next() throws IOException {
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

  /// The next line that is not empty.
  ///
  /// @param what it should have, for the sentence if there is none
  StringTokenizer need(String what) throws IOException {
    StringTokenizer next = next();
    if (next == null) {
      throw wrong("the file ends where it should have " + what);
    }
    return next;
  }

  double number(StringTokenizer tokens, String what) throws IOException {
    if (!tokens.hasMoreTokens()) {
      throw wrong("a number is missing; " + what);
    }
    String token = tokens.nextToken();
    try {
      return Double.parseDouble(token);
    } catch (NumberFormatException e) {
      throw (IOException) wrong("\"%s\" is no number".formatted(token)).initCause(e);
    }
  }

  /// A whole number.
  int whole(StringTokenizer tokens, String what) throws IOException {
    double number = number(tokens, what);
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw wrong("%s is no whole number; %s".formatted(number, what));
    }
    return (int) number;
  }

  IOException wrong(String what) {
    return new IOException("%s, line %d: %s".formatted(file, line, what));
  }
}
