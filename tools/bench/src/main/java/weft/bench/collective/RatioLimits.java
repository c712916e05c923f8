// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;
import java.util.Set;

/// The limits on Weft's time, as a multiple of Open MPI's.
final class RatioLimits {
  /// The collectives whose times are limited individually and in the geometric mean.
  static final Set<String> LIMITED =
      Set.of("broadcast", "allreduce", "allgather", "reduce", "alltoall");

  /// The limit of their geometric mean.
  static final double MEAN = 0.7;

  private static final List<Long> SIZES = List.of(8L, 8L << 10, 256L << 10, 4L << 20);
  private static final Set<Integer> RANKS = Set.of(2, 4, 8);
  private static final long LARGE = 256 << 10;

  private RatioLimits() {}

  /// The limit of this cell, or NaN if there is none.
  static double of(Cell cell) {
    if (!RANKS.contains(cell.ranks())) {
      return Double.NaN;
    }
    if (cell.name().equals("barrier")) {
      return cell.ranks() == 2 ? 0.6 : 0.8;
    }
    if (!isLimited(cell)) {
      return Double.NaN;
    }
    boolean lower = cell.name().equals("allreduce") && cell.bytes() >= LARGE && cell.ranks() <= 4;
    return lower ? 0.4 : 1.0;
  }

  /// Whether the cell counts in the geometric mean.
  static boolean isLimited(Cell cell) {
    return LIMITED.contains(cell.name())
        && SIZES.contains(cell.bytes())
        && RANKS.contains(cell.ranks());
  }
}
