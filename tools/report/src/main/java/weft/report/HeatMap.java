// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/// A matrix of colours, such as messages between ranks, load over time, or owners of blocks. Up to
/// 1,024 rows and columns are shown individually. In a larger matrix, neighbouring cells are
/// combined.
///
/// ```java
/// HeatMap.of("Messages", 8, 8, (from, to) -> sent[from][to])
///     .rows("from rank").columns("to rank").values("messages", "")
/// ```
public final class HeatMap extends Part {
  /// The maximum number of rows and of columns in the picture.
  static final int MOST = 1024;

  private static final int MOST_EXACT = 1 << 16;
  private static final int SMALL = 32;
  private static final int LARGEST = 20;

  /// Gives the value of each cell.
  @FunctionalInterface
  public interface Cell {
    /// Returns the value of a cell; NaN if there is none.
    double at(int row, int column);
  }

  /// The function that combines cells if the matrix is too large for the page.
  public enum Binning {
    /// Their sum, which suits counts.
    SUM,
    /// Their mean, which suits loads.
    MEAN,
    /// The largest, for values that must not be overlooked.
    LARGEST
  }

  private record Axis(
      String name, List<String> labels, boolean range, double from, double to, String unit) {
    Map<String, Object> spec() {
      return Map.of(
          "name", name, "labels", labels, "range", range, "from", from, "to", to, "unit", unit);
    }
  }

  private final String title;
  private final int rows;
  private final int columns;
  private final Cell cell;
  private Axis rowAxis = new Axis("row", List.of(), false, 0, 0, "");
  private Axis columnAxis = new Axis("column", List.of(), false, 0, 0, "");
  private List<String> categories = List.of();
  private Binning binning = Binning.SUM;
  private String valueName = "value";
  private String unit = "";
  private boolean logarithmic;
  private String note = "";

  private HeatMap(String title, int rows, int columns, Cell cell) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "The heat map "
              + title
              + " needs a row and a column, not "
              + rows
              + " x "
              + columns
              + ".");
    }
    this.title = title;
    this.rows = rows;
    this.columns = columns;
    this.cell = cell;
  }

  /// Creates a heat map.
  ///
  /// @param cell called for each cell when the page is written
  public static HeatMap of(String title, int rows, int columns, Cell cell) {
    return new HeatMap(title, rows, columns, cell);
  }

  /// Creates a heat map from rows of equal length.
  public static HeatMap of(String title, double[][] cells) {
    return of(
        title,
        cells.length,
        cells.length == 0 ? 0 : cells[0].length,
        (row, column) -> cells[row][column]);
  }

  /// Names the row axis, such as `rank`. Rows are numbered from 0.
  public HeatMap rows(String name) {
    rowAxis = new Axis(name, List.of(), false, 0, rows, "");
    return this;
  }

  /// Names the column axis. Columns are numbered from 0.
  public HeatMap columns(String name) {
    columnAxis = new Axis(name, List.of(), false, 0, columns, "");
    return this;
  }

  /// Names the row axis, and each row.
  public HeatMap rows(String name, IntFunction<String> label) {
    rowAxis = new Axis(name, labels(rows, label), false, 0, rows, "");
    return this;
  }

  /// Names the column axis, and each column.
  public HeatMap columns(String name, IntFunction<String> label) {
    columnAxis = new Axis(name, labels(columns, label), false, 0, columns, "");
    return this;
  }

  /// Makes the columns equal steps of a quantity, such as time.
  ///
  /// @param from the begin of the first column
  /// @param to the end of the last column
  public HeatMap columns(String name, String unit, double from, double to) {
    columnAxis = new Axis(name, List.of(), true, from, to, unit);
    return this;
  }

  /// Makes the rows equal steps of a quantity.
  public HeatMap rows(String name, String unit, double from, double to) {
    rowAxis = new Axis(name, List.of(), true, from, to, unit);
    return this;
  }

  private static List<String> labels(int n, IntFunction<String> label) {
    var labels = new ArrayList<String>();
    for (int i = 0; i < n; i++) {
      labels.add(label.apply(i));
    }
    return labels;
  }

  /// Names the values and their unit, which may be empty.
  public HeatMap values(String name, String unit) {
    this.valueName = name;
    this.unit = unit;
    return this;
  }

  /// Uses colours for categories. The value of a cell is the index of its category, such as the
  /// rank that owns a block.
  public HeatMap categories(List<String> names) {
    categories = List.copyOf(names);
    binning = Binning.LARGEST;
    return this;
  }

  /// Sets how cells are combined if the matrix is too large for the page. The default is their sum.
  public HeatMap binned(Binning binning) {
    this.binning = binning;
    return this;
  }

  /// Makes the colour scale logarithmic.
  public HeatMap logarithmic() {
    logarithmic = true;
    return this;
  }

  /// Sets a sentence to show below the map.
  public HeatMap note(String sentence) {
    note = sentence;
    return this;
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    int rowStep = (rows + MOST - 1) / MOST;
    int columnStep = (columns + MOST - 1) / MOST;
    int shownRows = (rows + rowStep - 1) / rowStep;
    int shownColumns = (columns + columnStep - 1) / columnStep;
    double[] cells = cells(rowStep, columnStep, shownRows, shownColumns);
    if (categories.isEmpty() && isFlat(cells)) {
      writeFlat(out, id, title);
      return;
    }
    String caption = "aria-labelledby=\"" + id + "-caption\"";
    out.raw("<figure id=\"" + id + "\" class=\"heatmap\" " + caption + ">");
    out.raw("<figcaption id=\"" + id + "-caption\">").text(title).raw("</figcaption>\n");
    out.raw("<div class=\"plot\"></div>\n");
    if (rowStep > 1 || columnStep > 1) {
      out.raw("<p class=\"note\">").text(binned(rowStep, columnStep)).raw("</p>\n");
    }
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
    out.raw("<details><summary>Numbers of this map</summary>\n");
    numbers(cells, shownRows, shownColumns, rowStep, columnStep).writeTo(out, id + "-numbers");
    out.raw("</details>\n");
    var spec = new LinkedHashMap<String, Object>();
    spec.put("title", title);
    spec.put("rows", shownRows);
    spec.put("columns", shownColumns);
    spec.put("rowStep", rowStep);
    spec.put("columnStep", columnStep);
    spec.put("rowAxis", rowAxis.spec());
    spec.put("columnAxis", columnAxis.spec());
    spec.put("valueName", valueName);
    spec.put("unit", unit);
    spec.put("categories", categories);
    spec.put("log", logarithmic);
    boolean exact = cells.length <= MOST_EXACT;
    spec.put("format", exact ? "float64" : "float32");
    out.json(id + "-data", JsonText.of(spec));
    out.bytes(id + "-cells", bytes(cells, exact));
    out.raw("</figure>\n");
  }

  private String binned(int rowStep, int columnStep) {
    return String.format(
        Locale.ROOT,
        "The matrix has %,d x %,d cells. Each cell in the picture is the %s of %d x %d.",
        rows,
        columns,
        switch (binning) {
          case SUM -> "sum";
          case MEAN -> "mean";
          case LARGEST -> "largest";
        },
        rowStep,
        columnStep);
  }

  private double[] cells(int rowStep, int columnStep, int shownRows, int shownColumns) {
    var cells = new double[shownRows * shownColumns];
    var counts = new int[cells.length];
    Arrays.fill(cells, Double.NaN);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        double value = cell.at(row, column);
        if (Double.isNaN(value)) {
          continue;
        }
        int at = row / rowStep * shownColumns + column / columnStep;
        if (counts[at]++ == 0) {
          cells[at] = value;
        } else {
          cells[at] = binning == Binning.LARGEST ? Math.max(cells[at], value) : cells[at] + value;
        }
      }
    }
    if (binning == Binning.MEAN) {
      for (int at = 0; at < cells.length; at++) {
        cells[at] /= Math.max(1, counts[at]);
      }
    }
    return cells;
  }

  private static byte[] bytes(double[] cells, boolean exact) {
    int size = exact ? Double.BYTES : Float.BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(cells.length * size).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : cells) {
      if (exact) {
        bytes.putDouble(value);
      } else {
        bytes.putFloat((float) value);
      }
    }
    return bytes.array();
  }

  /// Returns a table of the whole matrix if it is small, else of its largest cells.
  private DataTable numbers(
      double[] cells, int shownRows, int shownColumns, int rowStep, int columnStep) {
    if (shownRows <= SMALL && shownColumns <= SMALL) {
      DataTable table = DataTable.titled(title + ": " + valueName).text(rowAxis.name());
      for (int column = 0; column < shownColumns; column++) {
        table.number(
            columnAxis.name() + " " + label(columnAxis, column, columnStep, columns), unit);
      }
      for (int row = 0; row < shownRows; row++) {
        var line = new Object[shownColumns + 1];
        line[0] = label(rowAxis, row, rowStep, rows);
        for (int column = 0; column < shownColumns; column++) {
          line[column + 1] = value(cells[row * shownColumns + column]);
        }
        table.row(line);
      }
      return table;
    }
    DataTable table = DataTable.titled(title + ": the " + LARGEST + " largest");
    table.text(rowAxis.name()).text(columnAxis.name()).number(valueName, unit);
    for (int at : largest(cells)) {
      table.row(
          label(rowAxis, at / shownColumns, rowStep, rows),
          label(columnAxis, at % shownColumns, columnStep, columns),
          value(cells[at]));
    }
    return table;
  }

  private static int[] largest(double[] cells) {
    var found = new ArrayList<Integer>();
    for (int at = 0; at < cells.length; at++) {
      if (!Double.isNaN(cells[at])
          && (found.size() < LARGEST || cells[at] > cells[found.getLast()])) {
        int place = found.size();
        while (place > 0 && cells[found.get(place - 1)] < cells[at]) {
          place--;
        }
        found.add(place, at);
        if (found.size() > LARGEST) {
          found.removeLast();
        }
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private Object value(double value) {
    if (!categories.isEmpty() && value >= 0 && value < categories.size()) {
      return categories.get((int) value);
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Object) (long) value : value;
  }

  private static String label(Axis axis, int index, int step, int n) {
    int first = index * step;
    if (!axis.labels().isEmpty()) {
      return axis.labels().get(first);
    }
    if (axis.range()) {
      double width = (axis.to() - axis.from()) / n;
      return Numbers.text(axis.from() + first * width, axis.unit());
    }
    return step == 1 ? String.valueOf(first) : first + " to " + (Math.min(n, first + step) - 1);
  }
}
