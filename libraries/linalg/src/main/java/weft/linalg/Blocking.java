// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.internal.DefaultBlocking;

/// The panels into which a factorisation is divided.
///
/// A panel that is at most as wide as a storage block is in one column of the grid. That column
/// factors and broadcasts it (*storage blocking*). A wider panel is in several columns. It is
/// spread along the rows first, and then each column of the grid factors it.
///
/// @param width columns of a panel (ω); 0 chooses a width for the matrix
/// @param lookahead whether the next panel is factored before the rest of the matrix is updated, so
///   that its broadcast overlaps with the update
public record Blocking(int width, boolean lookahead) {
  /// Chooses the width for the matrix and the grid.
  public static final Blocking AUTO = new Blocking(0, true);

  /// Checks the width.
  public Blocking {
    if (width < 0) {
      throw new IllegalArgumentException(
          "panels of " + width + " columns; give a width of at least 1, or 0 for the default");
    }
  }

  /// Panels of `width` columns, with lookahead.
  public static Blocking of(int width) {
    return new Blocking(width, true);
  }

  /// The same width without lookahead.
  public Blocking withoutLookahead() {
    return new Blocking(width, false);
  }

  /// The width of panels of a matrix in storage blocks of `block`. If no width was given, LLᵀ up to
  /// order 2000 uses at most 32 columns instead. Local.
  public int widthFor(int block) {
    return width > 0 ? width : DefaultBlocking.width(block);
  }
}
