// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.files.InputFile;
import weft.files.OutputFile;
import weft.files.Quoted;

/// A text file of the loads at each balancing, so that policies can be tested on them offline:
/// `weft bench balance FILE`.
///
/// Each balancing begins with a line that holds the number of ranks. A line for each object
/// follows, with its rank and its load.
///
/// ```
/// 2
/// 0 1.5
/// 0 3.0
/// 1 0.25
/// ```
public final class LoadTrace {
  private static final int LARGEST = 1 << 30;

  private LoadTrace() {}

  /// Appends the loads of one balancing to `file`, and creates it if necessary.
  public static void append(Path file, Loads loads) throws IOException {
    try (OutputStream out = OutputFile.append(file)) {
      write(out, loads);
    }
  }

  /// Writes the loads of one balancing to `out`, and flushes it.
  public static void write(OutputStream out, Loads loads) throws IOException {
    var text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    text.write(loads.ranks() + "\n");
    for (int i = 0; i < loads.objects(); i++) {
      text.write(loads.rank(i) + " " + loads.load(i) + "\n");
    }
    text.flush();
  }

  /// Returns the loads of each balancing in `file`. The words of objects are their positions in the
  /// balancing, from 1.
  ///
  /// @throws IllegalArgumentException if the file has another format; the message names the line
  public static List<Loads> read(Path file) throws IOException {
    List<String> lines = InputFile.lines(file, LARGEST);
    List<Loads> all = new ArrayList<>();
    for (int from = 0; from < lines.size(); ) {
      int to = from + 1;
      while (to < lines.size() && fields(lines.get(to)).length != 1) {
        to++;
      }
      all.add(read(file, lines, from, to));
      from = to;
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(file + " is empty; its first line is the number of ranks");
    }
    return all;
  }

  private static Loads read(Path file, List<String> lines, int from, int to) {
    int objects = to - from - 1;
    var words = new long[objects];
    var places = new int[objects];
    var loads = new double[objects];
    int line = from;
    try {
      String[] head = fields(lines.get(from));
      int ranks = Integer.parseInt(head[0]);
      if (head.length != 1 || ranks < 1) {
        throw new IllegalArgumentException("expected a number of ranks");
      }
      for (int i = 0; i < objects; i++) {
        line = from + 1 + i;
        String[] fields = fields(lines.get(line));
        if (fields.length != 2) {
          throw new IllegalArgumentException("expected a rank and a load");
        }
        words[i] = i + 1L;
        places[i] = Integer.parseInt(fields[0]);
        loads[i] = Double.parseDouble(fields[1]);
        if (places[i] < 0 || places[i] >= ranks || !(loads[i] >= 0 && loads[i] < 1 / 0.0)) {
          throw new IllegalArgumentException(
              "the rank must be 0 to " + (ranks - 1) + ", and the load 0 or more");
        }
      }
      return new Loads(ranks, words, places, loads);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "line %d of %s is \"%s\": %s"
              .formatted(line + 1, file, Quoted.beginning(lines.get(line)), sentence(e)),
          e);
    }
  }

  private static String sentence(IllegalArgumentException thrown) {
    return thrown instanceof NumberFormatException
        ? "expected a number"
        : String.valueOf(thrown.getMessage());
  }

  private static String[] fields(String line) {
    return line.strip().split("\\s+");
  }
}
