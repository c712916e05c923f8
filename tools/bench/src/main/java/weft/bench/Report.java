// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import weft.files.FileException;
import weft.files.OutputFile;

/// Prints tables on the terminal, and writes the same figures to a file.
public final class Report {
  /// A figure with its limit, as the JSON file has it.
  private record Limit(
      String what,
      String where,
      double measured,
      double limit,
      boolean atMost,
      String unit,
      boolean reached) {}

  private final PrintStream out;
  private final Map<String, Object> content = new LinkedHashMap<>();
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Limit> limits = new ArrayList<>();

  /// Creates a report that prints to `out`.
  public Report(PrintStream out) {
    this.out = out;
  }

  /// Adds a fact about the run.
  public void fact(String name, Object value) {
    content.put(name, value);
  }

  /// Prints a line, which the file has among its `notes`.
  public void say(String line) {
    out.println(line);
    out.flush();
    if (!line.isBlank()) {
      notes.add(line.strip());
    }
  }

  /// Prints a table with a title; the file gets it as a list of rows.
  ///
  /// @param name the field in the file
  /// @param columns the column names; the first column names the rows
  public void table(String name, String title, List<String> columns, List<List<Object>> rows) {
    out.println();
    out.println(title);
    var cells = new ArrayList<List<String>>();
    cells.add(columns);
    for (List<Object> row : rows) {
      cells.add(row.stream().map(Report::text).toList());
    }
    var widths = new int[columns.size()];
    for (List<String> row : cells) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : cells) {
      var line = new StringBuilder("  ");
      for (int i = 0; i < row.size(); i++) {
        String cell = row.get(i);
        String gap = " ".repeat(widths[i] - cell.length());
        line.append(i == 0 ? cell + gap : "  " + gap + cell);
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
    var list = new ArrayList<Map<String, Object>>();
    for (List<Object> row : rows) {
      var fields = new LinkedHashMap<String, Object>();
      for (int i = 0; i < row.size(); i++) {
        fields.put(columns.get(i), finite(row.get(i)));
      }
      list.add(fields);
    }
    content.put(name, list);
    titles.put(name, title);
  }

  /// Adds a figure with a limit.
  ///
  /// @param what the name of the figure
  /// @param where near, far, or empty if the distance does not matter
  /// @param measured the measured value; NaN if it could not be measured
  /// @param most whether the limit is a maximum or a minimum
  public void limit(
      String what, String where, double measured, boolean most, double limit, String unit) {
    if (Double.isNaN(measured)) {
      return;
    }
    boolean reached = most ? measured <= limit : measured >= limit;
    limits.add(new Limit(what, where, measured, limit, most, unit, reached));
  }

  /// Prints the table of limits.
  public void limits() {
    if (limits.isEmpty()) {
      return;
    }
    var rows = new ArrayList<List<Object>>();
    for (Limit limit : limits) {
      rows.add(
          List.of(
              limit.what,
              limit.where,
              text(limit.measured) + " " + limit.unit,
              (limit.atMost ? "<= " : ">= ") + text(limit.limit),
              limit.reached ? "yes" : "NO"));
    }
    table("limitsAsText", "Must hold", List.of("what", "", "measured", "limit", "reached"), rows);
    content.remove("limitsAsText");
    titles.remove("limitsAsText");
    content.put("limits", limits);
  }

  /// Writes the figures; the field `titles` has the title of each table, and `notes` what was said.
  public void write(Path file) {
    if (!notes.isEmpty()) {
      content.put("notes", notes);
    }
    content.put("titles", titles);
    String text =
        JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(content);
    try {
      OutputFile.write(file, text + "\n");
    } catch (FileException e) {
      throw new UncheckedIOException("the figures in " + e.getMessage(), e);
    }
  }

  private static Object finite(Object value) {
    return value instanceof Double number && !Double.isFinite(number) ? "" : value;
  }

  /// Formats a number with a sensible number of digits.
  public static String text(Object value) {
    if (!(value instanceof Double number)) {
      return String.valueOf(value);
    }
    if (Double.isNaN(number)) {
      return "-";
    }
    double size = Math.abs(number);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size == 0 ? "%.0f" : "%.2f";
    return String.format(Locale.ROOT, format, number);
  }

  /// Formats a number of bytes: 8 B, 4 KiB, 1 MiB.
  public static String size(long bytes) {
    return bytes >= 1 << 20
        ? (bytes >> 20) + " MiB"
        : bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
  }
}
