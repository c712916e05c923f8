// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;

/// The cube around all bodies.
record Cube(double x, double y, double z, double size) {
  private static final long CELLS = 1L << SpaceCell.DEEPEST;

  /// The extent of no bodies. An extent holds the greatest x, y, z, -x, -y and -z, so the maximum
  /// of two extents is the extent of both.
  static double[] nothing() {
    double[] extent = new double[6];
    Arrays.fill(extent, Double.NEGATIVE_INFINITY);
    return extent;
  }

  /// The smallest cube with the lowest corner of `extent` that contains it.
  static Cube around(double[] extent) {
    double size = 0;
    for (int i = 0; i < 3; i++) {
      size = Math.max(size, extent[i] + extent[3 + i]);
    }
    return new Cube(-extent[3], -extent[4], -extent[5], size > 0 ? size : 1);
  }

  /// The key of a point in this cube.
  long key(double px, double py, double pz) {
    return spread(px - x) << 2 | spread(py - y) << 1 | spread(pz - z);
  }

  /// The width of a cell at a level.
  double width(int level) {
    return size / (1L << level);
  }

  /// The index of a cell along one axis, with two zeros between its bits.
  private long spread(double distance) {
    long bits = Math.min((long) (distance / size * CELLS), CELLS - 1);
    bits = (bits | bits << 32) & 0x1f00000000ffffL;
    bits = (bits | bits << 16) & 0x1f0000ff0000ffL;
    bits = (bits | bits << 8) & 0x100f00f00f00f00fL;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3L;
    return (bits | bits << 2) & 0x1249249249249249L;
  }
}
