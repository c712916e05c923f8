// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Classifies the columns of a benchmark's table as sizes, figures with a unit, or ratios.
final class BenchColumns {
  private static final Pattern SIZE = Pattern.compile("([0-9][0-9,.]*) ?(B|KB|KiB|MB|MiB|GB|GiB)?");
  private static final Pattern UNIT =
      Pattern.compile(".*?\\b(ns|us|ms|GB/s|MB/s|Mb/s|M/s|KB|GF/s|s)");
  private static final List<String> SIZES = List.of("bytes", "payload", "size");

  /// Words in a table's title that give the unit of all its figures.
  private static final Map<String, String> UNITS_OF_TITLES = unitsOfTitles();

  private final String title;
  private final List<Map<String, Object>> rows;
  private final List<String> all;
  private final List<String> ratios = new ArrayList<>();
  private final Map<String, List<String>> units = new LinkedHashMap<>();
  private final @Nullable String sizes;

  BenchColumns(String title, List<Map<String, Object>> rows) {
    this.title = title;
    this.rows = rows;
    var names = new LinkedHashSet<String>();
    rows.forEach(row -> names.addAll(row.keySet()));
    all = List.copyOf(names);
    sizes =
        all.stream()
            .filter(SIZES::contains)
            .filter(name -> rows.stream().filter(row -> bytes(row.get(name)) > 0).count() >= 3)
            .filter(name -> rows.stream().map(row -> row.get(name)).distinct().count() >= 3)
            .findFirst()
            .orElse(null);
    for (String name : all) {
      if (!isNumber(name) || name.equals(sizes)) {
        continue;
      }
      if (isRatio(name)) {
        ratios.add(name);
      } else if (!isCount(name)) {
        units.computeIfAbsent(unit(name), unit -> new ArrayList<>()).add(name);
      }
    }
  }

  private static Map<String, String> unitsOfTitles() {
    var units = new LinkedHashMap<String, String>();
    units.put("nanoseconds", "ns");
    units.put("microseconds", "us");
    units.put("milliseconds", "ms");
    units.put("gigabytes per second", "GB/s");
    units.put("MB/s", "MB/s");
    return units;
  }

  String title() {
    return title;
  }

  List<Map<String, Object>> rows() {
    return rows;
  }

  /// All columns, in order.
  List<String> all() {
    return all;
  }

  /// The column of sizes, which is the x axis of the charts; null if there is none.
  @Nullable String sizes() {
    return sizes;
  }

  List<String> ratios() {
    return ratios;
  }

  /// The columns of figures that are not ratios, by their unit. The unit is empty if neither the
  /// column nor the title gives one.
  Map<String, List<String>> units() {
    return units;
  }

  /// Whether a column holds only numbers and empty cells.
  boolean isNumber(String column) {
    boolean any = false;
    for (Map<String, Object> row : rows) {
      Object value = row.get(column);
      if (value instanceof Number) {
        any = true;
      } else if (value != null && !value.equals("") && !value.equals("-")) {
        return false;
      }
    }
    return any;
  }

  /// The rows, grouped by their other texts, such as the name of a collective. Rows without a size
  /// are left out.
  Map<String, List<Map<String, Object>>> kinds() {
    var kinds = new LinkedHashMap<String, List<Map<String, Object>>>();
    for (Map<String, Object> row : rows) {
      if (bytes(row.get(sizes)) > 0) {
        kinds.computeIfAbsent(label(row, false), kind -> new ArrayList<>()).add(row);
      }
    }
    return kinds;
  }

  /// The label of each row.
  List<String> labels() {
    return rows.stream().map(row -> label(row, true)).toList();
  }

  /// Joins the texts at the front of a row.
  private String label(Map<String, Object> row, boolean withSize) {
    var words = new ArrayList<String>();
    for (String name : all) {
      boolean ofSize = name.equals(sizes);
      if (isNumber(name) && !ofSize && !words.isEmpty()) {
        break;
      }
      Object value = row.get(name);
      if ((ofSize ? withSize : !isNumber(name) || words.isEmpty())
          && value != null
          && !value.equals("")) {
        words.add(isNumber(name) ? name + " " + value : value.toString());
      }
      if (!withSize && ofSize) {
        break;
      }
    }
    return String.join(", ", words);
  }

  private static boolean isRatio(String name) {
    return name.contains("/ ") || name.contains("ratio");
  }

  private static boolean isCount(String name) {
    return name.equals("n")
        || name.endsWith(" n")
        || name.startsWith("B ")
        || name.equals("B/call");
  }

  private String unit(String name) {
    Matcher unit = UNIT.matcher(name);
    if (unit.matches()) {
      return unit.group(1);
    }
    for (var entry : UNITS_OF_TITLES.entrySet()) {
      if (title.contains(entry.getKey())) {
        return entry.getValue();
      }
    }
    return "";
  }

  /// A size in bytes, or 0 if there is none.
  static double bytes(@Nullable Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    Matcher size = SIZE.matcher(value == null ? "" : value.toString());
    if (!size.matches()) {
      return 0;
    }
    double number = Double.parseDouble(size.group(1).replace(",", ""));
    return switch (size.group(2)) {
      case "KB", "KiB" -> number * (1 << 10);
      case "MB", "MiB" -> number * (1 << 20);
      case "GB", "GiB" -> number * (1 << 30);
      case null, default -> number;
    };
  }
}
