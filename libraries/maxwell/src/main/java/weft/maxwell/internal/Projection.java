// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Integrals of incident fields with the functions.
public final class Projection {
  private final double[] points;
  private final int[] triangles;
  private final int[] firsts;
  private final int[] entries;
  private final double[] placed;

  /// @param firsts the begin of each triangle's entries
  /// @param entries the functions of each triangle
  public Projection(double[] points, int[] triangles, int[] firsts, int[] entries) {
    this.points = points;
    this.triangles = triangles;
    this.firsts = firsts;
    this.entries = entries;
    placed = TriangleRule.SIX.on(points, triangles);
  }

  /// The incident fields at a point: real and imaginary part of E and ηH along x, y and z.
  @FunctionalInterface
  public interface Fields {
    /// Sets the 12 numbers.
    void at(double x, double y, double z, double[] fields);
  }

  /// Adds ⟨J, E⟩ to `electric` and ⟨J, ηH⟩ to `magnetic`, real and imaginary part for each
  /// function.
  public void add(Fields incident, double[] electric, double[] magnetic) {
    double[] fields = new double[12];
    double[] sums = new double[12];
    double[] weights = TriangleRule.SIX.weights();
    for (int t = 0; t < triangles.length / 3; t++) {
      if (firsts[t] == firsts[t + 1]) {
        continue;
      }
      java.util.Arrays.fill(sums, 0);
      for (int q = 0; q < weights.length; q++) {
        int at = 3 * (weights.length * t + q);
        incident.at(placed[at], placed[at + 1], placed[at + 2], fields);
        for (int corner = 0; corner < 3; corner++) {
          int s = 3 * triangles[3 * t + corner];
          for (int axis = 0; axis < 3; axis++) {
            double x = weights[q] * (placed[at + axis] - points[s + axis]) / 2;
            sums[4 * corner] += x * fields[2 * axis];
            sums[4 * corner + 1] += x * fields[2 * axis + 1];
            sums[4 * corner + 2] += x * fields[6 + 2 * axis];
            sums[4 * corner + 3] += x * fields[7 + 2 * axis];
          }
        }
      }
      for (int e = firsts[t]; e < firsts[t + 1]; e++) {
        int j = entries[e] >> 3;
        int corner = entries[e] >> 1 & 3;
        double sign = (entries[e] & 1) == 0 ? 1 : -1;
        electric[2 * j] += sign * sums[4 * corner];
        electric[2 * j + 1] += sign * sums[4 * corner + 1];
        magnetic[2 * j] += sign * sums[4 * corner + 2];
        magnetic[2 * j + 1] += sign * sums[4 * corner + 3];
      }
    }
  }
}
