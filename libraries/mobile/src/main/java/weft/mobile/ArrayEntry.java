// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.mobile.internal.protocol.IndexSet;

/// One rank's record of an array of mobile objects. Indexes are assigned to homes in blocks. The
/// size of a block depends only on the initial number of elements.
final class ArrayEntry {
  private static final long MOST_BLOCKS = 64;

  final String name;
  final int number;
  final Kind kind;
  final long size;
  private final int ranks;
  private final long blockSize;
  private final long blocks;

  /// The elements whose home is this rank.
  final IndexSet members = new IndexSet();

  ArrayEntry(String name, int number, Kind kind, long size, int ranks) {
    this.name = name;
    this.number = number;
    this.kind = kind;
    this.size = size;
    this.ranks = ranks;
    // Enough blocks for the largest expected job, so that the size of a block does not depend on
    // the number of ranks.
    this.blockSize = Math.max(1, size / (16 * MOST_BLOCKS));
    this.blocks = Math.max(1, Math.ceilDiv(size, blockSize));
  }

  /// Returns the block of an index.
  long block(long index) {
    return index / blockSize;
  }

  /// Returns the home of an index. Blocks of the initial elements are assigned contiguously, later
  /// blocks cyclically.
  int home(long index) {
    long block = block(index);
    return (int) (block < blocks ? block * ranks / blocks : block % ranks);
  }
}
