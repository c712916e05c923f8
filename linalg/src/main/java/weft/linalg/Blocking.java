// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import weft.linalg.internal.UsualBlocking;

/// How a factorisation is cut into panels.
///
/// A panel of at most the storage block's width lies in one column of the grid, which factors it
/// and broadcasts it (*storage blocking*). A wider one lies in several: it is spread along the rows
/// first, and each column of the grid factors it.
///
/// @param width columns of a panel (ω); 0 for the width that fits the matrix
/// @param lookahead whether the next panel is factored before the rest of the matrix is updated, so
///   that its broadcast goes on meanwhile
public record Blocking(int width, boolean lookahead) {
  /// What fits the matrix and the grid.
  public static final Blocking AUTO = new Blocking(0, true);

  /// Checks the width.
  public Blocking {
    if (width < 0) {
      throw new IllegalArgumentException(
          "panels of " + width + " columns; give a width of at least 1, or 0 for the usual one");
    }
  }

  /// Panels of `width` columns, with lookahead.
  public static Blocking of(int width) {
    return new Blocking(width, true);
  }

  /// The same without lookahead.
  public Blocking withoutLookahead() {
    return new Blocking(width, false);
  }

  /// The width of panels of a matrix in storage blocks of `block`. If none was given, LLᵀ up to
  /// order 2000 takes 32 columns at most. Local.
  public int widthFor(int block) {
    return width > 0 ? width : UsualBlocking.width(block);
  }
}
