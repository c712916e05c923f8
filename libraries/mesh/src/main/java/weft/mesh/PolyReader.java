// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads TetGen's `.poly` and `.smesh`: points (or those of the `.node` beside it), facets with
/// their holes and markers, holes, and regions. A `.poly` has a number of polygons for each facet;
/// a `.smesh` has one polygon on each line.
///
/// Markers and attributes of regions become positive numbers: whole positive ones are kept, others
/// get the next free one, with what the file had as a name.
final class PolyReader {
  private static final String COUNT = "the number of what follows is needed";
  private static final String POINT = "a point has a number, x, y and z";
  private static final int MOST = 100_000_000;

  private final Path file;
  private final boolean perLine;
  private int first;
  private StringTokenizer rest = new StringTokenizer("");

  PolyReader(Path file) {
    this.file = file;
    perLine = file.toString().toLowerCase(Locale.ROOT).endsWith(".smesh");
  }

  Complex read() throws IOException {
    try (var lines = new NumberLines(file)) {
      double[] xyz = points(lines);
      if (xyz.length == 0) {
        String name = file.toString();
        Path nodes = Path.of(name.substring(0, name.lastIndexOf('.')) + ".node");
        if (!Files.exists(nodes)) {
          throw lines.wrong("there are no points, and no file " + nodes + " that has them");
        }
        try (var others = new NumberLines(nodes)) {
          xyz = points(others);
        }
      }
      var builder = new ComplexBuilder(xyz);
      facets(lines, builder, xyz.length / 3);
      holes(lines, builder);
      regions(lines, builder);
      return builder.build();
    }
  }

  private double[] points(NumberLines lines) throws IOException {
    StringTokenizer head = lines.need("the number of points");
    int count = count(lines, head);
    if (head.hasMoreTokens() && lines.whole(head, COUNT) != 3) {
      throw lines.wrong("the points do not have three coordinates");
    }
    var xyz = new ArrayList<double[]>();
    for (int i = 0; i < count; i++) {
      StringTokenizer next = lines.need("%d points, and has %d".formatted(count, i));
      int number = lines.whole(next, POINT);
      if (i == 0) {
        first = number;
        if (first != 0 && first != 1) {
          throw lines.wrong("the first point has the number " + number + "; it is 0 or 1");
        }
      }
      xyz.add(
          new double[] {
            lines.number(next, POINT), lines.number(next, POINT), lines.number(next, POINT)
          });
    }
    return xyz.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
  }

  private static int count(NumberLines lines, StringTokenizer tokens) throws IOException {
    int count = lines.whole(tokens, COUNT);
    if (count < 0 || count > MOST) {
      throw lines.wrong("%d is no number of entries; it is from 0 to %d".formatted(count, MOST));
    }
    return count;
  }

  private void facets(NumberLines lines, ComplexBuilder builder, int points) throws IOException {
    StringTokenizer head = lines.need("the number of facets");
    int count = count(lines, head);
    boolean marked = head.hasMoreTokens() && lines.whole(head, COUNT) != 0;
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Facet(double marker, int[][] polygons, double[] holes) {}
    var numbers = new Numbers();
    List<Facet> all = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      StringTokenizer next = lines.need("%d facets, and has %d".formatted(count, f));
      int polygons = perLine ? 1 : count(lines, next);
      int holes = !perLine && next.hasMoreTokens() ? count(lines, next) : 0;
      double marker = marked && !perLine ? markerOf(lines, next) : 0;
      int[][] corners = new int[polygons][];
      for (int i = 0; i < polygons; i++) {
        StringTokenizer line = perLine ? next : lines.need("a polygon of facet " + f);
        corners[i] = polygon(lines, line, points);
        // It stands behind the corners, maybe in a later line.
        marker = marked && perLine ? markerOf(lines, rest) : marker;
      }
      double[] places = new double[3 * holes];
      for (int i = 0; i < holes; i++) {
        StringTokenizer hole = lines.need("a hole of facet " + f);
        lines.number(hole, POINT);
        for (int k = 0; k < 3; k++) {
          places[3 * i + k] = lines.number(hole, POINT);
        }
      }
      numbers.keep(marker);
      all.add(new Facet(marker, corners, places));
    }
    for (Facet facet : all) {
      builder.facet(numbers.of(facet.marker()), facet.polygons());
      double[] holes = facet.holes();
      for (int i = 0; i < holes.length; i += 3) {
        builder.facetHole(holes[i], holes[i + 1], holes[i + 2]);
      }
    }
    numbers.names.forEach(builder::name);
  }

  private static double markerOf(NumberLines lines, StringTokenizer tokens) throws IOException {
    return tokens.hasMoreTokens() ? lines.number(tokens, "the marker of a facet") : 0;
  }

  /// Reads a polygon, and leaves what follows it in `rest`.
  private int[] polygon(NumberLines lines, StringTokenizer start, int points) throws IOException {
    int corners = count(lines, start);
    int[] polygon = new int[Math.min(corners, points + 1)];
    StringTokenizer tokens = start;
    for (int k = 0; k < corners; k++) {
      while (!tokens.hasMoreTokens()) {
        // A polygon may go on in the next line.
        tokens = lines.need("the corners of a polygon");
      }
      int corner = lines.whole(tokens, "a polygon has points") - first;
      if (corner < 0 || corner >= points || k >= polygon.length) {
        throw lines.wrong(
            "a polygon has point %d; points are numbered from %d to %d"
                .formatted(corner + first, first, points - 1 + first));
      }
      polygon[k] = corner;
    }
    rest = tokens;
    return polygon;
  }

  private static void holes(NumberLines lines, ComplexBuilder builder) throws IOException {
    StringTokenizer head = lines.next();
    int count = head == null ? 0 : count(lines, head);
    for (int i = 0; i < count; i++) {
      StringTokenizer next = lines.need("%d holes, and has %d".formatted(count, i));
      lines.number(next, POINT);
      builder.hole(lines.number(next, POINT), lines.number(next, POINT), lines.number(next, POINT));
    }
  }

  private static void regions(NumberLines lines, ComplexBuilder builder) throws IOException {
    StringTokenizer head = lines.next();
    int count = head == null ? 0 : count(lines, head);
    record Row(double x, double y, double z, double attribute, double volume) {}
    List<Row> rows = new ArrayList<>();
    var numbers = new Numbers();
    for (int i = 0; i < count; i++) {
      StringTokenizer next = lines.need("%d regions, and has %d".formatted(count, i));
      lines.number(next, POINT);
      double x = lines.number(next, POINT);
      double y = lines.number(next, POINT);
      double z = lines.number(next, POINT);
      double attribute = next.hasMoreTokens() ? lines.number(next, "a region's attribute") : 0;
      double volume = next.hasMoreTokens() ? lines.number(next, "a region's volume") : -1;
      rows.add(new Row(x, y, z, attribute, volume > 0 ? volume : Double.POSITIVE_INFINITY));
      numbers.keep(attribute);
    }
    for (Row row : rows) {
      int number = numbers.of(row.attribute());
      builder.region(
          number,
          String.valueOf(numbers.names.getOrDefault(number, "")),
          row.x(),
          row.y(),
          row.z(),
          row.volume());
    }
  }

  /// Positive whole numbers for any numbers.
  private static final class Numbers {
    final TreeMap<Integer, String> names = new TreeMap<>();
    private final TreeMap<Double, Integer> given = new TreeMap<>();

    private static boolean isKept(double number) {
      return number >= 1 && number < 1 << 30 && number == Math.rint(number);
    }

    void keep(double number) {
      if (isKept(number)) {
        given.put(number, (int) number);
      }
    }

    int of(double number) {
      if (isKept(number)) {
        given.put(number, (int) number);
        return (int) number;
      }
      @Nullable Integer known = given.get(number);
      if (known == null) {
        int next = 1;
        while (given.containsValue(next)) {
          next++;
        }
        known = next;
        given.put(number, next);
        names.put(next, text(number));
      }
      return known;
    }

    private static String text(double number) {
      return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
  }
}
