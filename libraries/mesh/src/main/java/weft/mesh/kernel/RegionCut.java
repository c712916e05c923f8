// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import weft.mesh.internal.InsertionOrder;

/// Which region each place in the box of all points belongs to: intervals of a Hilbert curve.
///
/// Cells of a coarse grid are intervals of the same curve. So all of them are in one region, but
/// the few in which a region begins.
public final class RegionCut {
  private static final int BITS = 12;
  private static final int COARSE = 4;

  private final double[] low;
  private final double scale;

  /// The places on the curve at which regions begin, but the first.
  private final long[] begins;

  /// The region of each cell of the coarse grid; −1 where it has several.
  private final int[] cells = new int[1 << (3 * COARSE)];

  /// Cuts the box where the work is even.
  ///
  /// @param box least and largest coordinates
  /// @param places three coordinates for each piece of work
  RegionCut(double[] box, double[] places, int regions) {
    low = Arrays.copyOf(box, 3);
    double width = Math.max(box[3] - box[0], Math.max(box[4] - box[1], box[5] - box[2]));
    scale = ((1 << BITS) - 1) / width;
    begins = new long[regions - 1];
    long[] keys = new long[places.length / 3];
    Arrays.setAll(
        keys,
        i -> key(cell(places[3 * i], 0), cell(places[3 * i + 1], 1), cell(places[3 * i + 2], 2)));
    Arrays.sort(keys);
    for (int r = 1; r < regions; r++) {
      begins[r - 1] = keys[(int) ((long) keys.length * r / regions)];
    }
    int step = 1 << (BITS - COARSE);
    for (int i = 0; i < cells.length; i++) {
      int x = i >> (2 * COARSE);
      int y = i >> COARSE & ((1 << COARSE) - 1);
      int z = i & ((1 << COARSE) - 1);
      long size = (long) step * step * step;
      long from = key(x * step, y * step, z * step) / size * size;
      int region = regionOf(from);
      cells[i] = regionOf(from + size - 1) == region ? region : -1;
    }
  }

  private static long key(int x, int y, int z) {
    return InsertionOrder.hilbert(x, y, z, BITS);
  }

  private int cell(double coordinate, int axis) {
    return (int) ((coordinate - low[axis]) * scale);
  }

  private int regionOf(long key) {
    int from = 0;
    int to = begins.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (begins[middle] <= key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /// The number of regions.
  public int regions() {
    return begins.length + 1;
  }

  /// The region of a place.
  public int regionOf(double x, double y, double z) {
    int i = cell(x, 0);
    int j = cell(y, 1);
    int k = cell(z, 2);
    int coarse = BITS - COARSE;
    int region = cells[(i >> coarse) << (2 * COARSE) | (j >> coarse) << COARSE | k >> coarse];
    return region >= 0 ? region : regionOf(key(i, j, k));
  }
}
