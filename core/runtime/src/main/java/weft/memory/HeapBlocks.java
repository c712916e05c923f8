// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.Arrays;

/// The blocks of a heap, live and free, each linked to its neighbours in the heap and, when free,
/// to others of its size. A block is an index into these tables; its begin and size count granules.
///
/// ```
/// places  begin | size                    two longs per block
/// links   before | after | left | right   four ints per block
/// ```
///
/// `before` and `after` are the neighbours in the heap, `left` and `right` those in a list of free
/// blocks, which [SizeClasses] owns. Unused entries are chained by `right`.
final class HeapBlocks {
  /// No block.
  static final int NONE = -1;

  private static final int BEGIN = 0;
  private static final int SIZE = 1;

  private static final int BEFORE = 0;
  private static final int AFTER = 1;
  private static final int LEFT = 2;
  private static final int RIGHT = 3;

  private long[] places = new long[2 * 64];
  private int[] links = new int[4 * 64];
  private int made;
  private int spare = NONE;

  /// Makes the block from which all others are split.
  int first(long begin, long size) {
    int block = make(begin, size);
    links[4 * block + BEFORE] = NONE;
    links[4 * block + AFTER] = NONE;
    return block;
  }

  long begin(int block) {
    return places[2 * block + BEGIN];
  }

  long size(int block) {
    return places[2 * block + SIZE];
  }

  int before(int block) {
    return links[4 * block + BEFORE];
  }

  int after(int block) {
    return links[4 * block + AFTER];
  }

  int left(int block) {
    return links[4 * block + LEFT];
  }

  int right(int block) {
    return links[4 * block + RIGHT];
  }

  void setLeft(int block, int left) {
    links[4 * block + LEFT] = left;
  }

  void setRight(int block, int right) {
    links[4 * block + RIGHT] = right;
  }

  /// The distance from `begin` to the next multiple of `step`, a power of two.
  static long gap(long begin, long step) {
    return -begin & (step - 1);
  }

  /// Leaves `block` its first `size` granules and returns a new block of the rest.
  int split(int block, long size) {
    int rest = make(begin(block) + size, size(block) - size);
    places[2 * block + SIZE] = size;
    int after = after(block);
    links[4 * block + AFTER] = rest;
    links[4 * rest + BEFORE] = block;
    links[4 * rest + AFTER] = after;
    if (after != NONE) {
      links[4 * after + BEFORE] = rest;
    }
    return rest;
  }

  /// Merges `next`, which follows `block` in the heap, into `block`.
  void join(int block, int next) {
    places[2 * block + SIZE] += size(next);
    int after = after(next);
    links[4 * block + AFTER] = after;
    if (after != NONE) {
      links[4 * after + BEFORE] = block;
    }
    setRight(next, spare);
    spare = next;
  }

  private int make(long begin, long size) {
    int block = spare;
    if (block != NONE) {
      spare = right(block);
    } else {
      block = made++;
      if (4 * block == links.length) {
        places = Arrays.copyOf(places, 2 * places.length);
        links = Arrays.copyOf(links, 2 * links.length);
      }
    }
    places[2 * block + BEGIN] = begin;
    places[2 * block + SIZE] = size;
    setLeft(block, NONE);
    setRight(block, NONE);
    return block;
  }
}
