// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Locale;
import weft.apps.common.BadInputException;
import weft.maxwell.SurfaceSolver;

/// What a run needs, and what would fit: the matrix, and the currents of all sources.
final class MatrixMemory {
  /// The numbers of an array.
  private static final long MOST = Integer.MAX_VALUE - 8;

  /// Copies of the currents of all sources on each rank: solved, gathered, by source.
  private static final double COPIES = 2.5;

  private MatrixMemory() {}

  /// What to do where registered heaps are too small.
  ///
  /// @param there the bytes that a rank has
  static String advice(int unknowns, int sources, int ranks, long there) {
    long needed = SurfaceSolver.memory(unknowns, sources, ranks);
    long alone = SurfaceSolver.memory(unknowns, 1, ranks);
    return String.format(
        Locale.ROOT,
        "%,d unknowns and %,d %s take %,d MiB on each of %d ranks, and their registered heaps have"
            + " %,d; give weft run --heap %dm, more ranks on more hosts, %slonger edges (%s)",
        unknowns,
        sources,
        sources == 1 ? "source" : "sources",
        mebibytes(needed),
        ranks,
        there >> 20,
        mebibytes(needed) + 8,
        alone <= there ? "fewer angles, or " : "or ",
        most(sources, ranks, there));
  }

  private static String most(int sources, int ranks, long there) {
    long least = 0;
    long most = Integer.MAX_VALUE / 2;
    while (most - least > 1) {
      long middle = (least + most) / 2;
      if (SurfaceSolver.memory(middle, sources, ranks) <= there) {
        least = middle;
      } else {
        most = middle;
      }
    }
    // Two digits, rounded down.
    double digits = Math.floor(Math.log10((double) Math.max(1, least)));
    long unit = Math.max(1, (long) Math.pow(10, digits - 1));
    long shown = least / unit * unit;
    return shown < 3
        ? "so many sources leave room for none"
        : String.format(Locale.ROOT, "some %,d unknowns fit", shown);
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }

  /// Refuses currents that have no room in the heap of this JVM.
  ///
  /// @throws BadInputException with what would fit
  static void check(int unknowns, int sources) {
    double numbers = 2.0 * unknowns * sources;
    long heap = Runtime.getRuntime().maxMemory();
    double needed = 8 * COPIES * numbers;
    if (numbers <= MOST && needed <= heap) {
      return;
    }
    double fit = Math.min(MOST, heap / 8.0 / COPIES) / 2 / unknowns;
    throw new BadInputException(
        String.format(
            Locale.ROOT,
            "the currents of %,d sources and %,d unknowns take %,.0f MiB of each JVM's heap, which"
                + " has %,d; give fewer angles (some %,d, two sources each)",
            sources,
            unknowns,
            needed / (1 << 20),
            heap >> 20,
            (long) (fit / 2)));
  }
}
