// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

/// A cube of the octree, named by its first key on the curve.
///
/// The curve is Morton's: the key of a point interleaves the bits of its three coordinates. All
/// points of a cell have keys between [#first] and [#last], and the keys of its eight children
/// follow each other. So a stretch of the curve is a part of the tree.
///
/// @param level the number of times that the cube around all bodies was halved
record SpaceCell(long first, int level) {
  /// The level of the smallest cells, which have one key each. Three times 21 bits fill a key.
  static final int DEEPEST = 21;

  /// The cube around all bodies.
  static final SpaceCell ROOT = new SpaceCell(0, 0);

  /// The last key in this cell.
  long last() {
    return first + ((1L << 3 * (DEEPEST - level)) - 1);
  }

  /// One of the eight cells of half this size, 0 to 7 in the order of the curve.
  SpaceCell child(int octant) {
    return new SpaceCell(first + ((long) octant << 3 * (DEEPEST - level - 1)), level + 1);
  }
}
