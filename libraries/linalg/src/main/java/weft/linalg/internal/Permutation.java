// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.kernel.Tile;

/// Applies the interchanges of a factorisation to the rows of a matrix.
public final class Permutation {
  private static final int STEPS = 64;

  private Permutation() {}

  /// Exchanges row i with row `pivots[i]`, for one i after the other. If not `forward`, begins with
  /// the last i.
  public static void apply(CyclicMatrix x, long[] pivots, boolean forward) {
    int pieces = (pivots.length + STEPS - 1) / STEPS;
    try (var interchanges = new Interchanges(x, STEPS)) {
      for (int piece = 0; piece < pieces; piece++) {
        int from = (forward ? piece : pieces - 1 - piece) * STEPS;
        int count = Math.min(STEPS, pivots.length - from);
        Tile some = Tile.ofArray(1, count);
        for (int i = 0; i < count; i++) {
          some.set(0, i, (double) pivots[from + i]);
        }
        interchanges.follow(from, some, forward);
        interchanges.run(0, x.local().columns(), false);
      }
    }
  }
}
