// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A chart of lines, points or bars, or a histogram. A table behind it holds its numbers.
///
/// ```java
/// Chart.lines("Latency over size").x("payload", "bytes").y("half round trip", "ns").logX().logY()
///     .series("weft", sizes, nanos)
///     .limit("bare ring", 70)
/// ```
///
/// The units `ns`, `us`, `ms`, `s` and `bytes` are scaled to readable ones.
public final class Chart extends Part {
  private static final int MOST_ROWS = 2000;

  private enum Kind {
    LINES,
    SCATTER,
    BARS,
    HISTOGRAM
  }

  private record Axis(String name, String unit) {
    String label() {
      return unit.isEmpty() ? name : name + " (" + unit + ")";
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, and arrays are copied
  private record Series(String name, double[] xs, double[] ys) {}

  private record Limit(String name, double value) {}

  private final Kind kind;
  private final String title;
  private final List<String> categories;
  private final List<Series> series = new ArrayList<>();
  private final List<Limit> limits = new ArrayList<>();
  private Axis x = new Axis("", "");
  private Axis y = new Axis("", "");
  private boolean logX;
  private boolean logY;
  private boolean stacked;
  private boolean horizontal;
  private String note = "";

  private Chart(Kind kind, String title, List<String> categories) {
    this.kind = kind;
    this.title = title;
    this.categories = categories;
  }

  /// Creates a chart of lines through points.
  public static Chart lines(String title) {
    return new Chart(Kind.LINES, title, List.of());
  }

  /// Creates a chart of points.
  public static Chart scatter(String title) {
    return new Chart(Kind.SCATTER, title, List.of());
  }

  /// Creates a chart of bars, with one group for each category.
  public static Chart bars(String title, List<String> categories) {
    return new Chart(Kind.BARS, title, List.copyOf(categories));
  }

  /// Creates a chart of bars over ranges of numbers.
  ///
  /// @param name the name of the counts
  /// @param edges the begins of the ranges, followed by the end of the last one
  /// @param counts the count of each range; one element fewer than `edges`
  public static Chart histogram(String title, String name, double[] edges, double[] counts) {
    if (edges.length != counts.length + 1) {
      throw new IllegalArgumentException(
          "The histogram "
              + title
              + " has "
              + counts.length
              + " counts, so it needs "
              + (counts.length + 1)
              + " edges, not "
              + edges.length
              + ".");
    }
    var ranges = new ArrayList<String>();
    for (int i = 0; i < counts.length; i++) {
      ranges.add(Numbers.text(edges[i]) + " to " + Numbers.text(edges[i + 1]));
    }
    return new Chart(Kind.HISTOGRAM, title, ranges).series(name, counts);
  }

  /// Creates a histogram of samples in ranges of equal width.
  public static Chart histogramOf(String title, String name, double[] samples, int ranges) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double sample : samples) {
      if (Double.isFinite(sample)) {
        least = Math.min(least, sample);
        most = Math.max(most, sample);
      }
    }
    if (least > most) {
      return histogram(title, name, new double[1], new double[0]);
    }
    double width = most > least ? (most - least) / ranges : 1;
    var edges = new double[ranges + 1];
    for (int i = 0; i <= ranges; i++) {
      edges[i] = least + i * width;
    }
    var counts = new double[ranges];
    for (double sample : samples) {
      if (Double.isFinite(sample)) {
        counts[Math.min(ranges - 1, (int) ((sample - least) / width))]++;
      }
    }
    return histogram(title, name, edges, counts);
  }

  /// Names the horizontal axis and its unit, which may be empty. For horizontal bars, too, `x` is
  /// the axis of the categories.
  public Chart x(String name, String unit) {
    x = new Axis(name, unit);
    return this;
  }

  /// Names the axis of the values and its unit, which may be empty.
  public Chart y(String name, String unit) {
    y = new Axis(name, unit);
    return this;
  }

  /// Makes the horizontal axis logarithmic. Values that are not positive are omitted.
  public Chart logX() {
    logX = true;
    return this;
  }

  /// Makes the axis of the values logarithmic. Values that are not positive are omitted.
  public Chart logY() {
    logY = true;
    return this;
  }

  /// Stacks the bars, or the areas below lines.
  public Chart stacked() {
    stacked = true;
    return this;
  }

  /// Draws bars from left to right, which suits categories with long names.
  public Chart horizontal() {
    horizontal = true;
    return this;
  }

  /// Sets a sentence to show below the chart.
  public Chart note(String sentence) {
    note = sentence;
    return this;
  }

  /// Adds points. A NaN value leaves a gap.
  public Chart series(String name, double[] xs, double[] ys) {
    if (xs.length != ys.length) {
      throw new IllegalArgumentException(
          "The series " + name + " has " + xs.length + " x and " + ys.length + " y values.");
    }
    if (!categories.isEmpty()) {
      throw new IllegalArgumentException("Bars have categories: pass only the values.");
    }
    series.add(new Series(name, xs.clone(), ys.clone()));
    return this;
  }

  /// Adds a value for each category. For lines, the values are at 0, 1, 2 and so on.
  public Chart series(String name, double[] values) {
    boolean hasCategories = kind == Kind.BARS || kind == Kind.HISTOGRAM;
    if (hasCategories && values.length != categories.size()) {
      throw new IllegalArgumentException(
          "The series "
              + name
              + " has "
              + values.length
              + " values for "
              + categories.size()
              + " categories.");
    }
    var xs = new double[values.length];
    for (int i = 0; i < xs.length; i++) {
      xs[i] = i;
    }
    series.add(new Series(name, xs, values.clone()));
    return this;
  }

  /// Adds a dashed line across the chart, for a limit that is the best possible value or must be
  /// kept.
  public Chart limit(String name, double value) {
    limits.add(new Limit(name, value));
    return this;
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    if (limits.isEmpty() && isFlat()) {
      writeFlat(out, id, title);
      return;
    }
    out.raw("<figure id=\"" + id + "\" class=\"chart\" aria-labelledby=\"" + id + "-caption\">");
    out.raw("<figcaption id=\"" + id + "-caption\">").text(title).raw("</figcaption>\n");
    out.raw("<div class=\"plot\" role=\"img\"></div>\n");
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
    out.raw("<details><summary>Numbers of this chart</summary>\n");
    numbers().writeTo(out, id + "-numbers");
    out.raw("</details>\n");
    out.json(id + "-data", JsonText.of(spec()));
    out.raw("</figure>\n");
  }

  private boolean isFlat() {
    return series.stream().allMatch(each -> isFlat(each.ys()));
  }

  private Map<String, Object> spec() {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("kind", kind.name().toLowerCase(java.util.Locale.ROOT));
    spec.put("title", title);
    spec.put("description", description());
    spec.put("categories", categories);
    spec.put("x", Map.of("name", x.name(), "unit", x.unit(), "log", logX));
    spec.put("y", Map.of("name", y.name(), "unit", y.unit(), "log", logY));
    spec.put("stacked", stacked);
    spec.put("horizontal", horizontal);
    var list = new ArrayList<Map<String, Object>>();
    for (Series each : series) {
      list.add(Map.of("name", each.name(), "x", each.xs(), "y", each.ys()));
    }
    spec.put("series", list);
    var lines = new ArrayList<Map<String, Object>>();
    for (Limit each : limits) {
      lines.add(Map.of("name", each.name(), "value", each.value()));
    }
    spec.put("limits", lines);
    return spec;
  }

  /// The text for screen readers.
  private String description() {
    var text = new StringBuilder(title).append(". ");
    text.append(
        switch (kind) {
          case LINES -> "Lines";
          case SCATTER -> "Points";
          case BARS -> stacked ? "Stacked bars" : "Bars";
          case HISTOGRAM -> "Histogram";
        });
    text.append(" of ").append(y.label().isEmpty() ? "values" : y.label());
    text.append(x.label().isEmpty() ? "." : " over " + x.label() + ".");
    for (Series each : series) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (double value : each.ys()) {
        if (Double.isFinite(value)) {
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
      text.append(' ').append(each.name()).append(": ");
      text.append(
          least > most
              ? "no values."
              : each.ys().length
                  + " values from "
                  + Numbers.text(least)
                  + " to "
                  + Numbers.text(most, y.unit())
                  + ".");
    }
    for (Limit each : limits) {
      text.append(" Limit ").append(each.name()).append(" at ");
      text.append(Numbers.text(each.value(), y.unit())).append('.');
    }
    return text.append(" The numbers are in the table below.").toString();
  }

  private DataTable numbers() {
    DataTable table = DataTable.titled(title);
    boolean named = !categories.isEmpty() || kind == Kind.BARS || kind == Kind.HISTOGRAM;
    String first = x.name().isEmpty() ? "" : x.name();
    if (named) {
      table.text(first);
    } else {
      table.number(first, x.unit());
    }
    for (Series each : series) {
      table.number(each.name(), y.unit());
    }
    // One row for each x of any series.
    Set<Double> places = new LinkedHashSet<>();
    List<Map<Double, Double>> values = new ArrayList<>();
    for (Series each : series) {
      var found = new LinkedHashMap<Double, Double>();
      for (int i = 0; i < each.xs().length; i++) {
        places.add(each.xs()[i]);
        found.putIfAbsent(each.xs()[i], each.ys()[i]);
      }
      values.add(found);
    }
    List<Double> sorted = new ArrayList<>(places);
    if (kind != Kind.SCATTER) {
      sorted.sort(null);
    }
    int step = (sorted.size() + MOST_ROWS - 1) / MOST_ROWS;
    for (int i = 0; i < sorted.size(); i += step) {
      double place = sorted.get(i);
      var row = new Object[series.size() + 1];
      row[0] = named ? categories.get((int) place) : (Object) number(place);
      for (int k = 0; k < values.size(); k++) {
        row[k + 1] = number(values.get(k).getOrDefault(place, Double.NaN));
      }
      table.row(row);
    }
    if (step > 1) {
      table.note("One of every " + step + " of " + sorted.size() + " points is listed.");
    }
    return table;
  }

  private static Number number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return (long) value;
    }
    return value;
  }
}
