// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import weft.mesh.Delaunay;
import weft.mesh.TetMesh;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.Page;

/// The shape of each tet of a mesh: volumes, ratios of the circumradius to the shortest edge,
/// smallest dihedral angles in degrees, and mean lengths of edges.
@SuppressWarnings("ArrayRecordComponent") // never compared
record TetShapes(double[] volumes, double[] ratios, double[] dihedrals, double[] edges) {
  private static final int RANGES = 36;
  private static final double LARGEST_RATIO = 5;

  static TetShapes of(Delaunay mesh) {
    double[] xyz = new double[3 * mesh.pointCount()];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = mesh.coordinate(i / 3, i % 3);
    }
    return of(xyz, mesh.tets(), mesh::circumradius);
  }

  static TetShapes of(TetMesh mesh) {
    double[] xyz = mesh.vertices();
    int[] tets = mesh.tets();
    return of(xyz, tets, t -> circumradius(corners(xyz, tets, t)));
  }

  private static double[][] corners(double[] xyz, int[] tets, int t) {
    double[][] p = new double[4][];
    for (int i = 0; i < 4; i++) {
      int v = 3 * tets[4 * t + i];
      p[i] = new double[] {xyz[v], xyz[v + 1], xyz[v + 2]};
    }
    return p;
  }

  private static TetShapes of(double[] xyz, int[] tets, IntToDoubleFunction circumradius) {
    int count = tets.length / 4;
    var shapes =
        new TetShapes(new double[count], new double[count], new double[count], new double[count]);
    for (int t = 0; t < count; t++) {
      double[][] p = corners(xyz, tets, t);
      double shortest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
          double[] edge = minus(p[j], p[i]);
          double length = Math.sqrt(dot(edge, edge));
          shortest = Math.min(shortest, length);
          shapes.edges[t] += length / 6;
        }
      }
      double[] a = minus(p[1], p[0]);
      shapes.volumes[t] = dot(a, cross(minus(p[2], p[0]), minus(p[3], p[0]))) / 6;
      shapes.ratios[t] = circumradius.applyAsDouble(t) / shortest;
      shapes.dihedrals[t] = smallestDihedral(p);
    }
    return shapes;
  }

  private static double circumradius(double[][] p) {
    double[] a = minus(p[1], p[0]);
    double[] b = minus(p[2], p[0]);
    double[] c = minus(p[3], p[0]);
    double[] x = cross(b, c);
    double[] y = cross(c, a);
    double[] z = cross(a, b);
    double[] sum = new double[3];
    for (int k = 0; k < 3; k++) {
      sum[k] = dot(a, a) * x[k] + dot(b, b) * y[k] + dot(c, c) * z[k];
    }
    return Math.sqrt(dot(sum, sum)) / Math.abs(2 * dot(a, x));
  }

  /// Adds histograms and a table to a page.
  void addCharts(Page page) {
    page.chart(
        histogram(
                "Smallest dihedral angle of each tet", dihedrals, 70.6, "the regular tet has 70.5°")
            .x("angle", "°"));
    page.chart(
        histogram(
                "Circumradius over shortest edge",
                ratios,
                LARGEST_RATIO,
                "the regular tet has 0.61; the last range holds all larger ones")
            .x("ratio", ""));
    page.chart(histogram("Mean edge of each tet", edges, largest(edges), "").x("length", ""));
    page.chart(histogram("Volume of each tet", volumes, largest(volumes), "").x("volume", ""));
    DataTable table =
        DataTable.titled("Shapes in numbers")
            .text("quantity")
            .number("least", "")
            .number("median", "")
            .number("most", "");
    row(table, "volume", volumes);
    row(table, "mean edge", edges);
    row(table, "circumradius over shortest edge", ratios);
    row(table, "smallest dihedral angle, degrees", dihedrals);
    page.table(table);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).max().orElse(1) * (1 + 1e-12);
  }

  private static Chart histogram(String title, double[] values, double most, String note) {
    double[] ranges = new double[RANGES + 1];
    for (int i = 0; i <= RANGES; i++) {
      ranges[i] = most * i / RANGES;
    }
    double[] counts = new double[RANGES];
    for (double value : values) {
      counts[(int) Math.min(RANGES - 1, value / most * RANGES)]++;
    }
    Chart chart = Chart.histogram(title, "tets", ranges, counts).y("tets", "");
    return note.isEmpty() ? chart : chart.note(note);
  }

  private static void row(DataTable table, String name, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    table.row(name, sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  /// The smallest angle between two faces, in degrees.
  private static double smallestDihedral(double[][] p) {
    double least = 180;
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        int k = 0;
        while (k == i || k == j) {
          k++;
        }
        double[] edge = minus(p[j], p[i]);
        double[] first = cross(edge, minus(p[k], p[i]));
        double[] second = cross(edge, minus(p[6 - i - j - k], p[i]));
        double sine = Math.sqrt(dot(cross(first, second), cross(first, second)));
        least = Math.min(least, Math.toDegrees(Math.atan2(sine, dot(first, second))));
      }
    }
    return least;
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
