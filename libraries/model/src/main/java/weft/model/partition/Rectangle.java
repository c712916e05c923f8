// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

/// A part of a grid, in cells.
///
/// @param x the first column, counted from the left
/// @param y the first row, counted from the top
/// @param width the number of columns
/// @param height the number of rows
public record Rectangle(int x, int y, int width, int height) {
  /// The first column to the right.
  public int right() {
    return x + width;
  }

  /// The first row below.
  public int bottom() {
    return y + height;
  }

  /// The number of cells.
  public long cells() {
    return (long) width * height;
  }

  @Override
  public String toString() {
    return width + " x " + height + " at (" + x + ", " + y + ")";
  }
}
