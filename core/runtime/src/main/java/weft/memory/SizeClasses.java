// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.Arrays;

/// The free blocks of a heap in lists by size class, and bit maps of the lists that are not empty.
///
/// Sizes below 32 granules have a class each. Above, each power of two is divided into 32, so that
/// the sizes of one class differ by at most 3 %. Class `32 * row + column`:
///
/// ```
/// row 0   1, 2 … 31 granules, one by one (column 0 is empty)
/// row r   32·2^(r-1) … 64·2^(r-1) - 1 granules, column by column of 2^(r-1) sizes
/// ```
final class SizeClasses {
  private static final int COLUMNS = 32;
  private static final int LOG_COLUMNS = 5;
  private static final int ROWS = 56;

  /// The left link of a block that is in no list.
  private static final int NOT_FREE = HeapBlocks.NONE;

  /// The left link of the first block of a list.
  private static final int HEAD = -2;

  private final HeapBlocks blocks;
  private final int[] heads = new int[ROWS * COLUMNS];
  private final int[] columns = new int[ROWS];
  private long rows;
  private int count;

  SizeClasses(HeapBlocks blocks) {
    this.blocks = blocks;
    Arrays.fill(heads, HeapBlocks.NONE);
  }

  /// The class of blocks of `granules` granules.
  static int classOf(long granules) {
    if (granules < COLUMNS) {
      return (int) granules;
    }
    int log = 63 - Long.numberOfLeadingZeros(granules);
    int row = log - LOG_COLUMNS + 1;
    int column = (int) (granules >>> log - LOG_COLUMNS) & COLUMNS - 1;
    return row * COLUMNS + column;
  }

  /// The first class of which every block has at least `granules` granules.
  static int classAbove(long granules) {
    return granules < COLUMNS ? (int) granules : classOf(granules - 1) + 1;
  }

  int count() {
    return count;
  }

  /// Whether `block` is in a list.
  boolean contains(int block) {
    return blocks.left(block) != NOT_FREE;
  }

  void add(int block) {
    int of = classOf(blocks.size(block));
    int head = heads[of];
    if (head == HeapBlocks.NONE) {
      columns[of / COLUMNS] |= 1 << of % COLUMNS;
      rows |= 1L << of / COLUMNS;
    } else {
      blocks.setLeft(head, block);
    }
    blocks.setLeft(block, HEAD);
    blocks.setRight(block, head);
    heads[of] = block;
    count++;
  }

  void remove(int block) {
    int left = blocks.left(block);
    int right = blocks.right(block);
    if (right != HeapBlocks.NONE) {
      blocks.setLeft(right, left);
    }
    if (left != HEAD) {
      blocks.setRight(left, right);
    } else {
      setHead(classOf(blocks.size(block)), right);
    }
    blocks.setLeft(block, NOT_FREE);
    count--;
  }

  private void setHead(int of, int block) {
    heads[of] = block;
    if (block == HeapBlocks.NONE) {
      int left = columns[of / COLUMNS] &= ~(1 << of % COLUMNS);
      if (left == 0) {
        rows &= ~(1L << of / COLUMNS);
      }
    }
  }

  /// A block in which `granules` granules fit from a multiple of `step`, or none.
  int find(long granules, long step) {
    int block = heads[classOf(granules)];
    if (block != HeapBlocks.NONE && fits(block, granules, step)) {
      return block;
    }
    block = firstFrom(classAbove(granules));
    if (block != HeapBlocks.NONE && !fits(block, granules, step)) {
      block = firstFrom(classAbove(granules + step - 1));
    }
    return block != HeapBlocks.NONE ? block : findSlow(granules, step);
  }

  /// Tries every block that may fit. This is for a nearly full heap, so that an allocation fails
  /// only if nothing fits.
  private int findSlow(long granules, long step) {
    for (int of = classOf(granules); of < heads.length; of++) {
      for (int block = heads[of]; block != HeapBlocks.NONE; block = blocks.right(block)) {
        if (fits(block, granules, step)) {
          return block;
        }
      }
    }
    return HeapBlocks.NONE;
  }

  private boolean fits(int block, long granules, long step) {
    return HeapBlocks.gap(blocks.begin(block), step) + granules <= blocks.size(block);
  }

  /// A block of the first nonempty class from `of` on.
  private int firstFrom(int of) {
    int row = of / COLUMNS;
    int here = row < ROWS ? columns[row] & -1 << of % COLUMNS : 0;
    if (here == 0) {
      long above = row < ROWS ? rows & -2L << row : 0;
      if (above == 0) {
        return HeapBlocks.NONE;
      }
      row = Long.numberOfTrailingZeros(above);
      here = columns[row];
    }
    return heads[row * COLUMNS + Integer.numberOfTrailingZeros(here)];
  }

  /// The granules of the largest free block; 0 if there is none.
  long largest() {
    if (rows == 0) {
      return 0;
    }
    int row = 63 - Long.numberOfLeadingZeros(rows);
    int column = 31 - Integer.numberOfLeadingZeros(columns[row]);
    long most = 0;
    for (int block = heads[row * COLUMNS + column];
        block != HeapBlocks.NONE;
        block = blocks.right(block)) {
      most = Math.max(most, blocks.size(block));
    }
    return most;
  }
}
