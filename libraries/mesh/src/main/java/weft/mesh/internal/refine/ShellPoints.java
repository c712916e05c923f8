// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// Where segments are split. Pieces at a corner with a sharp angle end at distances that are powers
/// of two of one unit, so that pieces around it have equal lengths and do not split each other for
/// ever: J. Ruppert, "A Delaunay refinement algorithm for quality 2-dimensional mesh generation",
/// Journal of Algorithms 18 (1995). All others are halved.
public final class ShellPoints {
  /// Cosine of 61 degrees.
  private static final double SHARP = 0.4848;

  private final boolean[] sharp;

  /// Finds the corners with sharp angles.
  ///
  /// @param xyz coordinates of vertex v at `3 * v`
  /// @param vertices their number
  /// @param segments two vertices for each segment
  public ShellPoints(double[] xyz, int vertices, int[] segments) {
    sharp = new boolean[vertices];
    int[] starts = new int[vertices + 1];
    for (int v : segments) {
      starts[v + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      starts[v + 1] += starts[v];
    }
    int[] ends = new int[segments.length];
    int[] used = starts.clone();
    for (int i = 0; i < segments.length; i++) {
      ends[used[segments[i]]++] = segments[i ^ 1];
    }
    for (int v = 0; v < vertices; v++) {
      sharp[v] = isSharp(xyz, v, ends, starts[v], starts[v + 1]);
    }
  }

  private static boolean isSharp(double[] xyz, int v, int[] ends, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = i + 1; j < to; j++) {
        double dot = 0;
        double a = 0;
        double b = 0;
        for (int k = 0; k < 3; k++) {
          double x = xyz[3 * ends[i] + k] - xyz[3 * v + k];
          double y = xyz[3 * ends[j] + k] - xyz[3 * v + k];
          dot += x * y;
          a += x * x;
          b += y * y;
        }
        if (dot > SHARP * Math.sqrt(a) * Math.sqrt(b)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether segments meet at a corner below 61 degrees.
  public boolean isSharp(int v) {
    return v < sharp.length && sharp[v];
  }

  /// The share of a piece from `a` to `b` where it is split.
  public double part(int a, int b, byte dimensionA, byte dimensionB, double length) {
    boolean first = dimensionA == ConstrainedTets.CORNER && isSharp(a);
    boolean second = dimensionB == ConstrainedTets.CORNER && isSharp(b);
    if (first == second) {
      return 0.5;
    }
    // The power of two that is nearest to the middle: from 1/3 to 2/3 of the length.
    double distance = Math.scalb(1.0, Math.getExponent(length * (2.0 / 3)));
    double part = Math.min(0.7, Math.max(0.3, distance / length));
    return first ? part : 1 - part;
  }
}
