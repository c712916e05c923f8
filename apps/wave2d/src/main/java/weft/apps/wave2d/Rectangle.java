// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

/// A part of the grid, in cells; `x` counts columns from the left, `y` rows from the top.
record Rectangle(int x, int y, int width, int height) {
  /// The first column to the right.
  int right() {
    return x + width;
  }

  /// The first row below.
  int bottom() {
    return y + height;
  }

  long cells() {
    return (long) width * height;
  }

  @Override
  public String toString() {
    return width + " x " + height + " at (" + x + ", " + y + ")";
  }
}
