// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A table. Readers can sort it by any column, with the mouse or the keyboard.
///
/// ```java
/// DataTable.titled("Handlers").text("handler").number("calls", "").number("time", "ms")
///     .row("pass", 1_000_000L, 42.7)
/// ```
public final class DataTable extends Part {
  private record Column(String name, String unit, boolean number) {}

  private final String title;
  private final List<Column> columns = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();
  private String note = "";

  private DataTable(String title) {
    this.title = title;
  }

  /// Creates an empty table.
  ///
  /// @param title its caption
  public static DataTable titled(String title) {
    return new DataTable(title);
  }

  /// Adds a column of texts. The first column contains the headings of the rows.
  public DataTable text(String name) {
    return column(new Column(name, "", false));
  }

  /// Adds a column of numbers.
  ///
  /// @param unit the unit of all numbers; may be empty
  public DataTable number(String name, String unit) {
    return column(new Column(name, unit, true));
  }

  private DataTable column(Column column) {
    if (!rows.isEmpty()) {
      throw new IllegalStateException("The table " + title + " has rows; name all columns first.");
    }
    columns.add(column);
    return this;
  }

  /// Adds a row.
  ///
  /// @param cells one cell for each column. A cell in a column of numbers is a [Number], NaN for a
  ///   missing value, or a text that gives the reason
  public DataTable row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "The table " + title + " has " + columns.size() + " columns, not " + cells.length + ".");
    }
    rows.add(List.of(cells));
    return this;
  }

  /// Sets a sentence to show below the table.
  public DataTable note(String sentence) {
    note = sentence;
    return this;
  }

  /// The number of rows so far.
  public int size() {
    return rows.size();
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    // A wide or long table scrolls in this box, so the box must be reachable by keyboard.
    out.raw(
        "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-labelledby=\""
            + id
            + "-caption\">");
    out.raw("<table id=\"" + id + "\" class=\"sortable\"><caption id=\"" + id + "-caption\">");
    out.text(title).raw("</caption>\n<thead><tr>");
    for (Column column : columns) {
      out.raw("<th scope=\"col\"" + (column.number() ? " class=\"number\">" : ">"));
      out.text(column.name());
      if (!column.unit().isEmpty()) {
        out.raw(" <span class=\"unit\">").text(column.unit()).raw("</span>");
      }
      out.raw("</th>");
    }
    out.raw("</tr></thead>\n<tbody>\n");
    for (List<Object> row : rows) {
      writeRow(out, row);
    }
    out.raw("</tbody></table></div>\n");
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
  }

  private void writeRow(HtmlOutput out, List<Object> row) throws IOException {
    out.raw("<tr>");
    for (int i = 0; i < row.size(); i++) {
      String tag = i == 0 && !columns.get(0).number() ? "th" : "td";
      out.raw("<" + tag + (tag.equals("th") ? " scope=\"row\"" : ""));
      if (row.get(i) instanceof Number number) {
        out.raw(" class=\"number\" data-value=\"" + number + "\">").text(Numbers.text(number));
      } else {
        out.raw(columns.get(i).number() ? " class=\"number\">" : ">");
        out.text(row.get(i).toString());
      }
      out.raw("</" + tag + ">");
    }
    out.raw("</tr>\n");
  }
}
