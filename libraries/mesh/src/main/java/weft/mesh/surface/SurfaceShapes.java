// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;

/// Closed surfaces for tests and benchmarks. Their fronts are outside.
public final class SurfaceShapes {
  /// The length of the NASA almond in the source below, 9.936 inches, is the unit here.
  private static final double ALMOND_BEGIN = -0.416667;

  private static final double ALMOND_END = 0.583333;

  /// The area of the almond below, over the square of its length, from its integral.
  private static final double ALMOND_AREA = 0.628;

  private SurfaceShapes() {}

  /// A sphere about the origin, all points of which are on it: an icosahedron whose faces are cut
  /// into f² triangles each, so that it has 20 f² triangles.
  public static Surface icosphere(double radius, Fineness fineness) {
    double wanted = fineness.trianglesFor(4 * Math.PI * radius * radius);
    return Icosphere.of(radius, (int) Math.max(1, Math.rint(Math.sqrt(wanted / 20))));
  }

  /// An icosphere that encloses the volume of the sphere with this radius: its points are a little
  /// outside of that sphere. Integral equations converge faster on it.
  public static Surface icosphereOfEqualVolume(double radius, Fineness fineness) {
    Surface surface = icosphere(1, scaled(fineness, radius));
    double factor = radius * Math.cbrt(4 * Math.PI / 3 / surface.volume());
    double[] points = surface.points();
    for (int i = 0; i < points.length; i++) {
      points[i] *= factor;
    }
    return surface;
  }

  private static Fineness scaled(Fineness fineness, double radius) {
    double count = fineness.trianglesFor(4 * Math.PI * radius * radius);
    return Fineness.triangles((int) Math.max(1, Math.rint(count)));
  }

  /// A torus about the z axis.
  ///
  /// @param ring the radius of the circle in the middle of the tube
  /// @param tube the radius of the tube, less than `ring`
  public static Surface torus(double ring, double tube, Fineness fineness) {
    if (!(tube > 0 && tube < ring)) {
      throw new IllegalArgumentException(
          "A torus with radii " + ring + " and " + tube + " is not possible: 0 < tube < ring.");
    }
    double edge = fineness.edgeFor(4 * Math.PI * Math.PI * ring * tube);
    // Rows are shifted by half an edge, so that triangles are nearly equilateral. Hence an even
    // number of rows.
    int around = (int) Math.max(3, Math.rint(2 * Math.PI * ring / edge));
    int rows = 2 * (int) Math.max(2, Math.rint(Math.PI * tube / (edge * Math.sqrt(0.75))));
    var points = new double[3 * around * rows];
    var triangles = new int[6 * around * rows];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      double v = 2 * Math.PI * row / rows;
      int above = (row + 1) % rows;
      for (int i = 0; i < around; i++) {
        double u = 2 * Math.PI * (i + row % 2 / 2.0) / around;
        int p = 3 * (row * around + i);
        points[p] = (ring + tube * Math.cos(v)) * Math.cos(u);
        points[p + 1] = (ring + tube * Math.cos(v)) * Math.sin(u);
        points[p + 2] = tube * Math.sin(v);
        int j = (i + 1) % around;
        int a = row * around + i;
        int b = row * around + j;
        int c = above * around + (row % 2 == 0 ? i : j);
        int d = above * around + (row % 2 == 0 ? (i + around - 1) % around : i);
        at = put(triangles, at, a, b, c);
        at = put(triangles, at, a, c, d);
      }
    }
    return Surface.of(points, triangles);
  }

  private static int put(int[] triangles, int at, int a, int b, int c) {
    triangles[at] = a;
    triangles[at + 1] = b;
    triangles[at + 2] = c;
    return at + 3;
  }

  /// The NASA almond along the x axis: half an ellipsoid, and a tip. Source: A. C. Woo, H. T. G.
  /// Wang, M. J. Schuh, M. L. Sanders, "Benchmark radar targets for the validation of computational
  /// electromagnetics programs", IEEE Antennas and Propagation Magazine 35 (1), 1993.
  ///
  /// @param length from tip to tip; 0.2524 m in the source
  public static Surface almond(double length, Fineness fineness) {
    if (!(length > 0)) {
      throw new IllegalArgumentException("An almond cannot be " + length + " long.");
    }
    double edge = fineness.edgeFor(ALMOND_AREA * length * length) / length;
    double[] ts = almondRings(edge * Math.sqrt(0.75));
    var counts = new int[ts.length];
    int pointCount = 2;
    for (int ring = 0; ring < ts.length; ring++) {
      double y = almondWidth(ts[ring]);
      double z = y / 3;
      // Ramanujan's approximation of the perimeter of an ellipse.
      double perimeter = Math.PI * (3 * (y + z) - Math.sqrt((3 * y + z) * (y + 3 * z)));
      counts[ring] = (int) Math.max(6, Math.rint(perimeter / edge));
      pointCount += counts[ring];
    }
    var points = new double[3 * pointCount];
    points[0] = ALMOND_BEGIN * length;
    points[3 * pointCount - 3] = ALMOND_END * length;
    int at = 3;
    for (int ring = 0; ring < ts.length; ring++) {
      double y = almondWidth(ts[ring]);
      for (int i = 0; i < counts[ring]; i++) {
        double psi = 2 * Math.PI * i / counts[ring];
        points[at++] = ts[ring] * length;
        points[at++] = y * Math.cos(psi) * length;
        points[at++] = y / 3 * Math.sin(psi) * length;
      }
    }
    return Surface.of(points, stitched(counts, pointCount));
  }

  /// Half of the almond's extent in y. That in z is a third of it.
  private static double almondWidth(double t) {
    if (t < 0) {
      return 0.193333 * Math.sqrt(Math.max(0, 1 - t * t / (ALMOND_BEGIN * ALMOND_BEGIN)));
    }
    double q = t / 2.08335;
    return 4.83345 * Math.max(0, Math.sqrt(1 - q * q) - 0.96);
  }

  /// Places of rings between the tips, equally far apart along the profile in the x-y plane.
  private static double[] almondRings(double step) {
    int samples = 20_000;
    var along = new double[samples + 1];
    for (int i = 1; i <= samples; i++) {
      double width = almondWidth(place(i, samples)) - almondWidth(place(i - 1, samples));
      along[i] = along[i - 1] + Math.hypot(place(i, samples) - place(i - 1, samples), width);
    }
    int rings = (int) Math.max(3, Math.rint(along[samples] / step) - 1);
    var ts = new double[rings];
    for (int ring = 0; ring < rings; ring++) {
      double wanted = along[samples] * (ring + 1) / (rings + 1);
      int i = Arrays.binarySearch(along, wanted);
      ts[ring] = place(i < 0 ? -i - 1 : i, samples);
    }
    return ts;
  }

  /// Samples are denser near the round end, where the profile is steep.
  private static double place(int i, int samples) {
    double part = (double) i / samples;
    return ALMOND_BEGIN + (ALMOND_END - ALMOND_BEGIN) * part * part;
  }

  /// Triangles between neighbouring rings, and between the first and last ring and the tips.
  private static int[] stitched(int[] counts, int pointCount) {
    int size = counts[0] + counts[counts.length - 1];
    for (int ring = 1; ring < counts.length; ring++) {
      size += counts[ring - 1] + counts[ring];
    }
    var triangles = new int[3 * size];
    int at = 0;
    int first = 1;
    for (int i = 0; i < counts[0]; i++) {
      at = put(triangles, at, 0, first + (i + 1) % counts[0], first + i);
    }
    for (int ring = 1; ring < counts.length; ring++) {
      int n = counts[ring - 1];
      int m = counts[ring];
      int second = first + n;
      int i = 0;
      int j = 0;
      while (i < n || j < m) {
        // Goes on along the ring whose next point comes first. Compared as (i + 1) / n and (j + 1)
        // / m.
        if (j == m || (i < n && (i + 1L) * m <= (j + 1L) * n)) {
          at = put(triangles, at, first + i % n, first + (i + 1) % n, second + j % m);
          i++;
        } else {
          at = put(triangles, at, first + i % n, second + (j + 1) % m, second + j % m);
          j++;
        }
      }
      first = second;
    }
    int n = counts[counts.length - 1];
    for (int i = 0; i < n; i++) {
      at = put(triangles, at, pointCount - 1, first + i, first + (i + 1) % n);
    }
    return triangles;
  }
}
