// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.Page;

/// Shows the figures of benchmarks as a page. The names of a table's columns decide what is drawn,
/// so a new benchmark needs no code for its page.
final class BenchPage {
  /// The name of the table of limits in the figures of every benchmark.
  private static final String LIMITS = "limits";

  private static final int MOST_BARS = 60;
  private static final int MOST_CHARTS = 12;

  private final Page page;

  private BenchPage(Page page) {
    this.page = page;
  }

  /// Writes the page.
  ///
  /// @param content the data that `--json` writes
  static void write(Path file, Map<String, Object> content) {
    Map<String, Object> benchmarks = map(content.get("benchmarks"));
    Page page =
        Page.titled("weft bench " + String.join(" ", benchmarks.keySet())).lead(lead(content));
    var made = new BenchPage(page);
    benchmarks.forEach((name, figures) -> made.add(name, map(figures)));
    page.write(file);
  }

  private static String lead(Map<String, Object> content) {
    Map<String, Object> machine = map(content.get("machine"));
    Object model = machine.getOrDefault("processorModel", "");
    return "%s, %s cores, %s, Java %s, Weft %s."
        .formatted(
            "".equals(model) ? machine.get("architecture") : model,
            machine.get("cores"),
            machine.get("system"),
            content.get("java"),
            content.get("weft"));
  }

  private void add(String name, Map<String, Object> figures) {
    page.section(name);
    List<Map<String, Object>> limits = rows(figures.get(LIMITS));
    addLimits(limits);
    Map<String, Object> titles = map(figures.get("titles"));
    figures.forEach((table, value) -> {
      List<Map<String, Object>> rows = rows(value);
      if (!rows.isEmpty() && titles.containsKey(table)) {
        addTable(String.valueOf(titles.get(table)), rows);
      }
    });
    var facts = new ArrayList<String>();
    figures.forEach((fact, value) -> {
      if (!(value instanceof Map) && !(value instanceof List)) {
        facts.add(fact + " " + value);
      }
    });
    if (figures.get("notes") instanceof List<?> notes) {
      notes.forEach(note -> page.text(String.valueOf(note)));
    }
    if (!facts.isEmpty()) {
      page.text("Measured with: " + String.join(", ", facts) + ".");
    }
  }

  private void addLimits(List<Map<String, Object>> limits) {
    if (limits.isEmpty()) {
      return;
    }
    long reached = limits.stream().filter(limit -> is(limit, "reached")).count();
    page.figure("limits held", reached + " of " + limits.size(), "what must hold, below");
    DataTable table =
        DataTable.titled("Must hold")
            .text("what")
            .text("where")
            .number("measured", "")
            .text("unit")
            .text("rule")
            .number("limit", "")
            .text("holds");
    for (Map<String, Object> limit : limits) {
      boolean most = is(limit, "atMost");
      boolean holds = is(limit, "reached");
      String what =
          limit.get("what") + ("".equals(limit.get("where")) ? "" : ", " + limit.get("where"));
      if (!holds) {
        page.finding(
            what + " does not hold.",
            String.format(
                Locale.ROOT,
                "Measured: %s %s; it must be %s %s.",
                limit.get("measured"),
                limit.get("unit"),
                most ? "at most" : "at least",
                limit.get("limit")));
      }
      table.row(
          cell(limit.get("what")),
          cell(limit.get("where")),
          cell(limit.get("measured")),
          cell(limit.get("unit")),
          most ? "at most" : "at least",
          cell(limit.get("limit")),
          holds ? "yes" : "no");
    }
    page.table(table);
  }

  private void addTable(String title, List<Map<String, Object>> rows) {
    var columns = new BenchColumns(title, rows);
    if (columns.sizes() != null) {
      addCurves(columns);
    } else {
      addBars(columns);
    }
    addRatios(columns);
    DataTable table = DataTable.titled(title);
    for (String column : columns.all()) {
      if (columns.isNumber(column)) {
        table.number(column, "");
      } else {
        table.text(column);
      }
    }
    for (Map<String, Object> row : rows) {
      table.row(columns.all().stream().map(column -> cell(row.get(column))).toArray());
    }
    page.table(table);
  }

  private static Object cell(@Nullable Object value) {
    return value == null || value.equals("") ? "–" : value;
  }

  /// Adds curves over sizes: one chart for each unit and each kind of row.
  private void addCurves(BenchColumns columns) {
    int charts = 0;
    for (var kind : columns.kinds().entrySet()) {
      List<Map<String, Object>> rows = kind.getValue();
      for (var unit : columns.units().entrySet()) {
        if (rows.size() < 3 || charts++ >= MOST_CHARTS) {
          continue;
        }
        double[] sizes =
            rows.stream()
                .mapToDouble(row -> BenchColumns.bytes(row.get(columns.sizes())))
                .toArray();
        String what =
            kind.getKey().isEmpty() ? columns.title() : kind.getKey() + ": " + columns.title();
        Chart chart =
            Chart.lines(what)
                .x("size", "bytes")
                .y(unit.getKey().isEmpty() ? "value" : "", unit.getKey())
                .logX()
                .logY();
        unit.getValue().forEach(column -> chart.series(column, sizes, values(rows, column)));
        page.chart(chart);
      }
    }
  }

  private void addBars(BenchColumns columns) {
    if (columns.rows().size() < 2 || columns.rows().size() > MOST_BARS) {
      return;
    }
    columns
        .units()
        .forEach((unit, names) -> {
          if (unit.isEmpty()) {
            return;
          }
          Chart chart = Chart.bars(columns.title(), columns.labels()).y("", unit).horizontal();
          names.forEach(name -> chart.series(name, values(columns.rows(), name)));
          page.chart(chart);
        });
  }

  private void addRatios(BenchColumns columns) {
    if (columns.ratios().isEmpty() || columns.rows().size() > MOST_BARS) {
      return;
    }
    Chart chart =
        Chart.bars("Ratios: " + columns.title(), columns.labels())
            .y("ratio", "")
            .horizontal()
            .limit("equal", 1);
    columns.ratios().forEach(name -> chart.series(name, values(columns.rows(), name)));
    page.chart(chart);
  }

  private static boolean is(Map<String, Object> limit, String what) {
    return Boolean.TRUE.equals(limit.get(what));
  }

  private static double[] values(List<Map<String, Object>> rows, String column) {
    return rows.stream()
        .mapToDouble(
            row -> row.get(column) instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }

  private static Map<String, Object> map(@Nullable Object value) {
    var result = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> result.put(String.valueOf(key), each));
    }
    return result;
  }

  /// The rows of a table; none if the value is not a table.
  private static List<Map<String, Object>> rows(@Nullable Object value) {
    var rows = new ArrayList<Map<String, Object>>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        if (!(each instanceof Map)) {
          return List.of();
        }
        rows.add(map(each));
      }
    }
    return rows;
  }
}
