// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.BitSet;

/// What a rank knows about one array of mobile objects. Indexes are dealt to homes in blocks, whose
/// size depends on the first number of elements alone.
final class ArrayEntry {
  private static final long MOST_BLOCKS = 64;

  final String name;
  final int number;
  final Kind kind;
  private final int ranks;
  private final long blockSize;
  private final long blocks;

  /// The elements whose home is here.
  final BitSet members = new BitSet();

  ArrayEntry(String name, int number, Kind kind, long size, int ranks) {
    this.name = name;
    this.number = number;
    this.kind = kind;
    this.ranks = ranks;
    // As many blocks as ranks may ever want to share, whatever their number is now.
    this.blockSize = Math.max(1, size / (16 * MOST_BLOCKS));
    this.blocks = Math.max(1, Math.ceilDiv(size, blockSize));
  }

  /// The block of an index.
  long block(long index) {
    return index / blockSize;
  }

  /// The home of an index: blocks of the first elements are contiguous, later ones go round.
  int home(long index) {
    long block = block(index);
    return (int) (block < blocks ? block * ranks / blocks : block % ranks);
  }
}
