// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

/// The table of blockings for callers that choose none. The page docs/performance/linalg.md
/// compares it with sweeps.
///
/// | what | choice |
/// | --- | --- |
/// | storage block r | 64; less if a rank would get fewer than 4 blocks along the longer side, but at least 16 |
/// | panel ω, r ≥ 16 | r, but at most 64: the panel lies in one column of the grid |
/// | panel ω, r < 16 | 64: the panel is spread |
/// | panel ω of LLᵀ up to order 2000 | at most 32 |
/// | grid | not higher than wide; [weft.linalg.Grid#tall] for programs that only multiply or take LDLᵀ |
///
/// Optima are flat: times with blocks of 32 and of 128 differ by a tenth, as two runs do. Measuring
/// at run time would take longer than a factorisation of 10 ms. There is one table for all
/// factorisations, because blocks are chosen when the matrix is made, before its purpose is known.
public final class DefaultBlocking {
  /// Products of this depth reach nine tenths of the rate of deeper ones. Wider panels take longer
  /// to factor.
  private static final int WIDE = 64;

  /// Panels narrower than this are bound by latency.
  private static final int NARROW = 16;

  /// Blocks for each rank of a row or column of the grid, so that all ranks have work until the
  /// end.
  private static final int BLOCKS = 4;

  /// Up to this order, a triangular solve of width [#WIDE] costs LLᵀ more than its deeper products
  /// gain.
  private static final int SMALL = 2000;

  private static final int SMALL_WIDTH = 32;
  private static final int ALIGNED = 8;

  private DefaultBlocking() {}

  /// The storage block of a matrix on a grid of `height` × `width` ranks. The longer side decides,
  /// so that a matrix and its right-hand sides have the same block.
  public static int block(long rows, long columns, int height, int width) {
    long fair = Math.max(rows / height, columns / width) / BLOCKS / ALIGNED * ALIGNED;
    return Math.clamp(fair, NARROW, WIDE);
  }

  /// The width of panels of a matrix in storage blocks of `block`.
  public static int width(int block) {
    return block < NARROW ? WIDE : Math.min(block, WIDE);
  }

  /// The width of panels for LLᵀ of a matrix of order `n`.
  public static int choleskyWidth(int block, long n) {
    return n <= SMALL ? Math.min(width(block), SMALL_WIDTH) : width(block);
  }
}
