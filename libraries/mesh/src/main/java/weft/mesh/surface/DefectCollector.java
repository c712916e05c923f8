// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Collects one kind of defect: its triangles, places and lines.
final class DefectCollector {
  /// As many places are named in a sentence.
  private static final int NAMED = 3;

  private final Surface surface;
  private final DefectKind kind;
  private int[] triangles = new int[8];
  private int triangleCount;
  private double[] places = new double[12];
  private int placeCount;
  private double[] lines = new double[12];
  private int lineCount;
  private long count;

  DefectCollector(Surface surface, DefectKind kind) {
    this.surface = surface;
    this.kind = kind;
  }

  long count() {
    return count;
  }

  void count(long more) {
    count += more;
  }

  void triangle(int triangle) {
    if (triangleCount == triangles.length) {
      triangles = Arrays.copyOf(triangles, 2 * triangleCount);
    }
    triangles[triangleCount++] = triangle;
  }

  void place(double x, double y, double z) {
    if (3 * placeCount == places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    places[3 * placeCount] = x;
    places[3 * placeCount + 1] = y;
    places[3 * placeCount + 2] = z;
    placeCount++;
  }

  void point(int point) {
    double[] xyz = surface.points();
    place(xyz[3 * point], xyz[3 * point + 1], xyz[3 * point + 2]);
  }

  /// The middle of a triangle becomes a place.
  void middle(int triangle) {
    double[] a = surface.corner(triangle, 0);
    double[] b = surface.corner(triangle, 1);
    double[] c = surface.corner(triangle, 2);
    place((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3);
  }

  /// An edge becomes a line, and its middle a place.
  void edge(int a, int b) {
    if (6 * lineCount == lines.length) {
      lines = Arrays.copyOf(lines, 2 * lines.length);
    }
    double[] xyz = surface.points();
    System.arraycopy(xyz, 3 * a, lines, 6 * lineCount, 3);
    System.arraycopy(xyz, 3 * b, lines, 6 * lineCount + 3, 3);
    lineCount++;
    place(
        xyz[3 * a] / 2 + xyz[3 * b] / 2,
        xyz[3 * a + 1] / 2 + xyz[3 * b + 1] / 2,
        xyz[3 * a + 2] / 2 + xyz[3 * b + 2] / 2);
  }

  /// Adds the defect, if there is any.
  ///
  /// @param one the beginning of the sentence for one of them, such as `1 edge belongs …`
  /// @param many the same for several, where `%,d` stands for their number
  /// @param advice what to do: further sentences
  void addTo(List<Defect> defects, String one, String many, String advice) {
    if (count == 0) {
      return;
    }
    String begin = count == 1 ? one : String.format(Locale.ROOT, many, count);
    int[] sorted = Arrays.copyOf(triangles, triangleCount);
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    defects.add(
        new Defect(
            kind,
            count,
            begin + where() + ". " + advice,
            Arrays.copyOf(sorted, kept),
            Arrays.copyOf(places, 3 * placeCount),
            Arrays.copyOf(lines, 6 * lineCount)));
  }

  private String where() {
    if (placeCount == 0) {
      return "";
    }
    List<String> named = new ArrayList<>();
    int i = 0;
    for (; i < placeCount && named.size() < NAMED; i++) {
      String text =
          "("
              + number(places[3 * i])
              + ", "
              + number(places[3 * i + 1])
              + ", "
              + number(places[3 * i + 2])
              + ")";
      if (!named.contains(text)) {
        named.add(text);
      }
    }
    String more = i < placeCount ? ", and " + (placeCount - i) + " more" : "";
    return ": at " + String.join(", ", named) + more;
  }

  /// A number with six digits at most.
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
    }
    if (value == 0) {
      return "0";
    }
    String text =
        new java.math.BigDecimal(value, new java.math.MathContext(6))
            .stripTrailingZeros()
            .toPlainString();
    return text.length() <= 12 ? text : String.format(Locale.ROOT, "%.5e", value);
  }
}
