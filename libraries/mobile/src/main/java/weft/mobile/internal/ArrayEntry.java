// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import weft.mobile.internal.protocol.IndexSet;

/// One rank's record of an array of mobile objects. Indexes are assigned to homes in blocks. The
/// size of a block depends only on the initial number of elements.
public final class ArrayEntry {
  private static final long MOST_BLOCKS = 64;

  private final String name;
  private final int number;
  private final String type;
  private final long size;
  private final int ranks;
  private final long blockSize;
  private final long blocks;
  private final IndexSet members = new IndexSet();

  /// Makes the record of an array that begins with `size` elements of `type`.
  public ArrayEntry(String name, int number, String type, long size, int ranks) {
    this.name = name;
    this.number = number;
    this.type = type;
    this.size = size;
    this.ranks = ranks;
    // Enough blocks for the largest expected job, so that the size of a block does not depend on
    // the number of ranks.
    this.blockSize = Math.max(1, size / (16 * MOST_BLOCKS));
    this.blocks = Math.max(1, Math.ceilDiv(size, blockSize));
  }

  /// The name of the array.
  public String name() {
    return name;
  }

  /// Its number, which words of its elements carry.
  public int number() {
    return number;
  }

  /// The name of the elements' type.
  public String type() {
    return type;
  }

  /// The number of initial elements.
  public long size() {
    return size;
  }

  /// The elements whose home is this rank.
  public IndexSet members() {
    return members;
  }

  /// Returns the block of an index.
  public long block(long index) {
    return index / blockSize;
  }

  /// Returns the home of an index. Blocks of the initial elements are assigned contiguously, later
  /// blocks cyclically.
  public int home(long index) {
    long block = block(index);
    return (int) (block < blocks ? block * ranks / blocks : block % ranks);
  }

  @Override
  public String toString() {
    return "the array \"" + name + "\"";
  }
}
