// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A chart of values in all directions of a plane: the angle is the direction, counter-clockwise
/// from the right, and the value is the distance from the centre. A table behind it holds its
/// numbers.
///
/// ```java
/// PolarChart.titled("Gain in the horizontal plane").value("gain", "dBi").range(-30, 10)
///     .series("port 1", degrees, gains)
/// ```
public final class PolarChart extends Part {
  private static final int RADIUS = 150;
  private static final int RINGS = 4;
  private static final int SPOKE = 30;
  private static final int COLOURS = 12;
  private static final double NOT_GIVEN = Double.NaN;

  @SuppressWarnings("ArrayRecordComponent") // never compared, and arrays are copied
  private record Curve(String name, double[] degrees, double[] values) {}

  private final String title;
  private final List<Curve> series = new ArrayList<>();
  private String name = "value";
  private String unit = "";
  private double least = NOT_GIVEN;
  private double most = NOT_GIVEN;
  private String note = "";

  private PolarChart(String title) {
    this.title = title;
  }

  /// Creates a chart.
  public static PolarChart titled(String title) {
    return new PolarChart(title);
  }

  /// Names the values.
  public PolarChart value(String name, String unit) {
    this.name = name;
    this.unit = unit;
    return this;
  }

  /// The values of the centre and of the outer ring. Lower values are drawn at the centre.
  /// Otherwise they are the least and the greatest value.
  public PolarChart range(double centre, double outer) {
    least = centre;
    most = outer;
    return this;
  }

  /// Adds a sentence below.
  public PolarChart note(String sentence) {
    note = sentence;
    return this;
  }

  /// Adds a curve through values in directions, in degrees. Values that are not finite are gaps.
  public PolarChart series(String name, double[] degrees, double[] values) {
    if (degrees.length != values.length) {
      throw new IllegalArgumentException(
          "the series "
              + name
              + " has "
              + degrees.length
              + " directions and "
              + values.length
              + " values");
    }
    series.add(new Curve(name, degrees.clone(), values.clone()));
    return this;
  }

  @Override
  protected void writeTo(HtmlOutput out, String id) throws IOException {
    out.raw("<figure id=\"" + id + "\" aria-labelledby=\"" + id + "-caption\">");
    out.raw("<figcaption id=\"" + id + "-caption\">").text(title).raw("</figcaption>\n");
    int half = RADIUS + 40;
    out.raw(
        "<svg viewBox=\"%d %d %d %d\" role=\"img\" style=\"width:100%%;max-width:30rem\" aria-label=\""
            .formatted(-half, -half, 2 * half, 2 * half));
    out.text(description()).raw("\">\n");
    writeGrid(out);
    for (int i = 0; i < series.size(); i++) {
      out.raw("<path fill=\"none\" stroke-width=\"2\" stroke=\"var(--c" + i % COLOURS + ")\" d=\"");
      out.raw(path(series.get(i))).raw("\"/>\n");
    }
    out.raw("</svg>\n<p>");
    for (int i = 0; i < series.size(); i++) {
      out.raw("<span style=\"color:var(--c" + i % COLOURS + ")\" aria-hidden=\"true\">■</span> ");
      out.text(series.get(i).name()).raw(" &nbsp; ");
    }
    out.raw("</p>\n");
    if (!note.isEmpty()) {
      out.raw("<p class=\"note\">").text(note).raw("</p>\n");
    }
    out.raw("<details><summary>Numbers of this chart</summary>\n");
    for (Curve each : series) {
      numbers(each).writeTo(out, id + "-numbers-" + series.indexOf(each));
    }
    out.raw("</details>\n</figure>\n");
  }

  private void writeGrid(HtmlOutput out) throws IOException {
    for (int ring = 1; ring <= RINGS; ring++) {
      double r = (double) RADIUS * ring / RINGS;
      out.raw(
          String.format(
              Locale.ROOT, "<circle r=\"%.1f\" fill=\"none\" stroke=\"var(--line)\"/>\n", r));
      out.raw(
          String.format(
              Locale.ROOT,
              "<text x=\"3\" y=\"%.1f\" font-size=\"9\" fill=\"var(--soft)\">",
              -r - 2));
      double value = least() + (most() - least()) * ring / RINGS;
      out.text(Numbers.text(value, ring == RINGS ? unit : "")).raw("</text>\n");
    }
    for (int degrees = 0; degrees < 360; degrees += SPOKE) {
      double x = Math.cos(Math.toRadians(degrees));
      double y = -Math.sin(Math.toRadians(degrees));
      out.raw(
          String.format(
              Locale.ROOT,
              "<line x2=\"%.1f\" y2=\"%.1f\" stroke=\"var(--line)\"/>\n",
              RADIUS * x,
              RADIUS * y));
      out.raw(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" font-size=\"10\" text-anchor=\"middle\" fill=\"var(--soft)\">%d°</text>\n",
              (RADIUS + 22) * x,
              (RADIUS + 22) * y + 3,
              degrees));
    }
  }

  private double least() {
    return Double.isNaN(least) ? bounds()[0] : least;
  }

  private double most() {
    return Double.isNaN(most) ? bounds()[1] : most;
  }

  private double[] bounds() {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Curve each : series) {
      for (double value : each.values()) {
        if (Double.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    return low < high ? new double[] {low, high} : new double[] {low - 1, low + 1};
  }

  private String path(Curve curve) {
    var path = new StringBuilder();
    boolean begun = false;
    for (int i = 0; i < curve.degrees().length; i++) {
      double value = curve.values()[i];
      if (!Double.isFinite(value)) {
        begun = false;
        continue;
      }
      double share = Math.clamp((value - least()) / (most() - least()), 0.0, 1.0);
      double angle = Math.toRadians(curve.degrees()[i]);
      path.append(begun ? "L" : "M");
      path.append(
          String.format(
              Locale.ROOT,
              "%.1f %.1f",
              RADIUS * share * Math.cos(angle),
              -RADIUS * share * Math.sin(angle)));
      begun = true;
    }
    return path.toString();
  }

  /// The text for screen readers.
  private String description() {
    var text = new StringBuilder(title).append(". Curves of ").append(name);
    text.append(" in all directions.");
    for (Curve each : series) {
      int best = -1;
      for (int i = 0; i < each.values().length; i++) {
        if (Double.isFinite(each.values()[i])
            && (best < 0 || each.values()[i] > each.values()[best])) {
          best = i;
        }
      }
      text.append(' ').append(each.name()).append(": ");
      text.append(
          best < 0
              ? "no values."
              : "greatest "
                  + Numbers.text(each.values()[best], unit)
                  + " at "
                  + Numbers.text(each.degrees()[best])
                  + "°.");
    }
    return text.append(" The numbers are in the table below.").toString();
  }

  private DataTable numbers(Curve curve) {
    DataTable table = DataTable.titled(curve.name()).number("direction", "°").number(name, unit);
    for (int i = 0; i < curve.degrees().length; i++) {
      table.row(curve.degrees()[i], curve.values()[i]);
    }
    return table;
  }
}
