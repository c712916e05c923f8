// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.util.Arrays;

/// A surface of triangles.
///
/// @param points x, y and z of each point, point after point
/// @param triangles three point numbers for each triangle
@SuppressWarnings("ArrayRecordComponent") // never compared
record SurfaceMesh(double[] points, int[] triangles) {

  /// The midpoints of all edges, x, y and z of each, in the order of their point numbers. They are
  /// the positions of the degrees of freedom.
  double[] edgeMiddles() {
    long[] edges = edges();
    var middles = new double[3 * edges.length];
    for (int i = 0; i < edges.length; i++) {
      int a = 3 * (int) (edges[i] >>> 32);
      int b = 3 * (int) edges[i];
      for (int k = 0; k < 3; k++) {
        middles[3 * i + k] = (points[a + k] + points[b + k]) / 2;
      }
    }
    return middles;
  }

  /// The median length of the edges.
  double medianEdge() {
    long[] edges = edges();
    var lengths = new double[edges.length];
    for (int i = 0; i < edges.length; i++) {
      int a = 3 * (int) (edges[i] >>> 32);
      int b = 3 * (int) edges[i];
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        double d = points[a + k] - points[b + k];
        sum += d * d;
      }
      lengths[i] = Math.sqrt(sum);
    }
    Arrays.sort(lengths);
    return lengths[lengths.length / 2];
  }

  /// Each edge once, as a word with the smaller point number above the larger one.
  private long[] edges() {
    var all = new long[triangles.length];
    for (int t = 0; t < triangles.length; t += 3) {
      for (int k = 0; k < 3; k++) {
        long a = triangles[t + k];
        long b = triangles[t + (k + 1) % 3];
        all[t + k] = Math.min(a, b) << 32 | Math.max(a, b);
      }
    }
    Arrays.sort(all);
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[count++] = all[i];
      }
    }
    return Arrays.copyOf(all, count);
  }
}
