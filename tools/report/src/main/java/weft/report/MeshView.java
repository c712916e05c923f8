// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// A mesh in space, with a colour for each cell: a surface of triangles, or tetrahedra. Readers
/// turn it, zoom, hide categories, and cut it by a plane. A cut hides whole cells, and shows those
/// behind as they are.
///
/// ```java
/// MeshView.triangles("The wing", points, triangles)
///     .categories("state", List.of("clean", "repeated"), states)
///     .marks("open border", segments)
/// ```
///
/// Pictures are made with WebGL, by three.js. Where a browser has no WebGL, the page draws an SVG,
/// which can be turned and cut as well. Of more than 120,000 tets, the page holds those that can be
/// seen from outside and in a number of cuts, and says so. A triangle's front is the side from
/// which its corners run counter-clockwise. Its back is grey.
public final class MeshView extends Part {
  /// The maximum number of cells.
  public static final int MOST_CELLS = 2_000_000;

  private final String title;
  private final double[] points;
  private final int[] cells;
  private final int corners;
  private String valueName = "";
  private String unit = "";
  private double[] values = {};
  private List<String> categories = List.of();
  private int[] states = {};
  private final List<String> markNames = new ArrayList<>();
  private final List<double[]> marks = new ArrayList<>();
  private String note = "";

  private MeshView(String title, double[] points, int[] cells, int corners) {
    if (points.length % 3 != 0 || cells.length % corners != 0) {
      throw new IllegalArgumentException(
          "The mesh " + title + " needs 3 coordinates a point and " + corners + " points a cell.");
    }
    if (cells.length / corners > MOST_CELLS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "The mesh %s has %,d cells. A page shows at most %,d; show a part of it.",
              title,
              cells.length / corners,
              MOST_CELLS));
    }
    for (int point : cells) {
      if (point < 0 || point >= points.length / 3) {
        throw new IllegalArgumentException(
            "The mesh "
                + title
                + " has "
                + points.length / 3
                + " points, but no point "
                + point
                + ".");
      }
    }
    this.title = title;
    this.points = points;
    this.cells = cells;
    this.corners = corners;
  }

  /// Creates a picture of a surface.
  ///
  /// @param points x, y and z of each point; not copied
  /// @param triangles three point numbers for each triangle; not copied
  public static MeshView triangles(String title, double[] points, int[] triangles) {
    return new MeshView(title, points, triangles, 3);
  }

  /// Creates a picture of tetrahedra, of which the faces towards no other visible one are drawn.
  ///
  /// @param points x, y and z of each point; not copied
  /// @param tets four point numbers for each tetrahedron, in any order; not copied
  public static MeshView tets(String title, double[] points, int[] tets) {
    return new MeshView(title, points, tets, 4);
  }

  /// Colours the cells by a quantity.
  ///
  /// @param unit may be empty
  /// @param perCell a value for each cell; NaN if it has none
  public MeshView values(String name, String unit, double[] perCell) {
    requireCells(perCell.length, "values");
    valueName = name;
    this.unit = unit;
    values = perCell;
    categories = List.of();
    return this;
  }

  /// Colours the cells by categories. Readers can hide each of them.
  ///
  /// @param name what the categories are, such as `material`
  /// @param names up to 255 names of categories
  /// @param perCell the index of its category for each cell
  public MeshView categories(String name, List<String> names, int[] perCell) {
    requireCells(perCell.length, "categories");
    if (names.isEmpty() || names.size() > 255) {
      throw new IllegalArgumentException(
          "The mesh " + title + " may have 1 to 255 categories, not " + names.size() + ".");
    }
    for (int state : perCell) {
      if (state < 0 || state >= names.size()) {
        throw new IllegalArgumentException(
            "The mesh "
                + title
                + " has "
                + names.size()
                + " categories, but no category "
                + state
                + ".");
      }
    }
    valueName = name;
    unit = "";
    categories = List.copyOf(names);
    states = perCell;
    return this;
  }

  /// Adds lines that are visible through the mesh, such as borders of holes.
  ///
  /// @param segments six coordinates for each line: both its ends. If they are equal, it is a dot
  public MeshView marks(String name, double[] segments) {
    if (segments.length % 6 != 0) {
      throw new IllegalArgumentException(
          "The marks " + name + " need 6 coordinates a line, not " + segments.length + " in all.");
    }
    markNames.add(name);
    marks.add(segments);
    return this;
  }

  /// Sets a sentence to show below the picture.
  public MeshView note(String sentence) {
    note = sentence;
    return this;
  }

  private void requireCells(int length, String what) {
    if (length != cells.length / corners) {
      throw new IllegalArgumentException(
          "The mesh " + title + " has " + length + " " + what + " for " + count() + " cells.");
    }
  }

  private int count() {
    return cells.length / corners;
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    MeshBox box = MeshBox.of(points, cells, marks);
    TetSample sample =
        corners == 4 && count() > TetSample.MOST
            ? TetSample.of(points, cells, box, states, values)
            : null;
    String caption = "aria-labelledby=\"" + id + "-caption\"";
    out.raw("<figure id=\"" + id + "\" class=\"mesh\" " + caption + ">");
    out.raw("<figcaption id=\"" + id + "-caption\">").text(title).raw("</figcaption>\n");
    out.raw("<div class=\"plot\"></div>\n");
    int lost = count() - box.finiteCells(corners);
    if (lost > 0) {
      String said = "%,d cells have coordinates that are not finite. They are not drawn.";
      out.raw("<p class=\"note\">").text(String.format(Locale.ROOT, said, lost)).raw("</p>\n");
    }
    if (sample != null) {
      out.raw("<p class=\"note\">").text(sample.sentence()).raw("</p>\n");
    }
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
    out.raw("<details><summary>Numbers of this mesh</summary>\n");
    numbers(box).writeTo(out, id + "-numbers");
    out.raw("</details>\n");
    var spec = new LinkedHashMap<String, Object>();
    spec.put("title", title);
    spec.put("corners", corners);
    spec.put("valueName", valueName);
    spec.put("unit", unit);
    spec.put("categories", categories);
    spec.put("format", !categories.isEmpty() ? "kinds" : values.length > 0 ? "values" : "none");
    spec.put("center", box.center());
    spec.put("radius", box.radius());
    spec.put("markNames", markNames);
    if (sample != null) {
      spec.put("whole", count());
      spec.put("cuts", sample.cuts());
      spec.put("totals", counts());
    }
    out.json(id + "-data", JsonText.of(spec));
    if (sample != null) {
      int[] chosen = sample.tets();
      writeSample(out, id, box, chosen);
      out.bytes(id + "-inner", sample.inner(chosen));
    } else {
      out.bytes(id + "-points", box.places(points));
      out.bytes(id + "-cells", box.finite(corners));
      out.bytes(id + "-values", !categories.isEmpty() ? box.kinds(states) : box.floats(values));
    }
    for (int i = 0; i < marks.size(); i++) {
      out.bytes(id + "-marks" + i, box.places(marks.get(i)));
    }
    out.raw("</figure>\n");
  }

  /// Writes chosen cells, with only the points that they have.
  private void writeSample(HtmlOutput out, String id, MeshBox box, int[] chosen)
      throws IOException {
    var to = new int[points.length / 3];
    for (int cell : chosen) {
      for (int i = 0; i < corners; i++) {
        to[cells[corners * cell + i]] = 1;
      }
    }
    var few = new double[3 * Arrays.stream(to).sum()];
    for (int point = 0, next = 0; point < to.length; point++) {
      if (to[point] == 1) {
        System.arraycopy(points, 3 * point, few, 3 * next, 3);
        to[point] = next++;
      }
    }
    var numbers = new int[chosen.length * corners];
    Arrays.setAll(numbers, i -> to[cells[corners * chosen[i / corners] + i % corners]]);
    out.bytes(id + "-points", box.places(few));
    out.bytes(id + "-cells", MeshBox.ints(numbers));
    out.bytes(
        id + "-values",
        categories.isEmpty()
            ? box.floats(
                values.length == 0
                    ? values
                    : Arrays.stream(chosen).mapToDouble(cell -> values[cell]).toArray())
            : box.kinds(Arrays.stream(chosen).map(cell -> states[cell]).toArray()));
    out.bytes(id + "-chosen", MeshBox.ints(chosen));
  }

  /// The cells of each category.
  private long[] counts() {
    var counts = new long[categories.size()];
    for (int state : states) {
      counts[state]++;
    }
    return counts;
  }

  private DataTable numbers(MeshBox box) {
    DataTable table =
        DataTable.titled(title + ": numbers")
            .text("quantity")
            .number("count", "")
            .number("least", "")
            .number("most", "");
    table.row("points", (long) points.length / 3, "", "");
    table.row(corners == 3 ? "triangles" : "tetrahedra", (long) count(), "", "");
    for (int k = 0; k < 3; k++) {
      table.row("xyz".substring(k, k + 1), "", box.least(k), box.most(k));
    }
    if (!categories.isEmpty()) {
      long[] counts = counts();
      for (int i = 0; i < counts.length; i++) {
        table.row(valueName + ": " + categories.get(i), counts[i], "", "");
      }
    } else if (values.length > 0) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      long known = 0;
      for (double value : values) {
        if (!Double.isNaN(value)) {
          least = Math.min(least, value);
          most = Math.max(most, value);
          known++;
        }
      }
      table.row(unit.isEmpty() ? valueName : valueName + ", " + unit, known, least, most);
    }
    for (int i = 0; i < marks.size(); i++) {
      table.row("lines: " + markNames.get(i), (long) marks.get(i).length / 6, "", "");
    }
    return table;
  }
}
