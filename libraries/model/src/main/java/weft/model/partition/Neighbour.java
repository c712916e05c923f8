// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import java.util.Optional;

/// A rank whose rectangle shares an edge with this rank's rectangle.
///
/// @param rank the neighbour
/// @param side the side of this rank's rectangle that it touches
/// @param from the first shared cell, counted along the side from the left or the top
/// @param length the number of shared cells
public record Neighbour(int rank, Side side, int from, int length) {
  /// A side of a rectangle.
  public enum Side {
    /// Left.
    LEFT,
    /// Right.
    RIGHT,
    /// Above.
    ABOVE,
    /// Below.
    BELOW
  }

  /// The neighbour that owns `other`, seen from the rank that owns `mine`. Empty if they share no
  /// edge. A common corner does not count, because the five-point stencil does not read it.
  public static Optional<Neighbour> between(Rectangle mine, int rank, Rectangle other) {
    if (other.right() == mine.x() || other.x() == mine.right()) {
      int from = Math.max(mine.y(), other.y());
      int to = Math.min(mine.bottom(), other.bottom());
      Side side = other.x() < mine.x() ? Side.LEFT : Side.RIGHT;
      if (from < to) {
        return Optional.of(new Neighbour(rank, side, from - mine.y(), to - from));
      }
    } else if (other.bottom() == mine.y() || other.y() == mine.bottom()) {
      int from = Math.max(mine.x(), other.x());
      int to = Math.min(mine.right(), other.right());
      Side side = other.y() < mine.y() ? Side.ABOVE : Side.BELOW;
      if (from < to) {
        return Optional.of(new Neighbour(rank, side, from - mine.x(), to - from));
      }
    }
    return Optional.empty();
  }
}
