// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Coordinates that are rounding errors of 0, such as 1e-33 in the file of a program that turns
/// shapes: exact tests do not take them, and solvers have no use for them.
public final class TinyCoordinates {
  private static final double ROUNDING = 0x1p-53;

  private TinyCoordinates() {}

  /// Sets coordinates to 0 that are below the range of exact tests, and below the rounding of the
  /// largest one. Returns how many.
  public static int clear(double[] xyz) {
    double largest = 0;
    for (double x : xyz) {
      largest = Double.isFinite(x) ? Math.max(largest, Math.abs(x)) : largest;
    }
    int count = 0;
    for (int i = 0; i < xyz.length; i++) {
      if (Math.abs(xyz[i]) < ROUNDING * largest && !Predicates.isInRange(xyz[i])) {
        xyz[i] = 0;
        count++;
      }
    }
    return count;
  }
}
