// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// Finds live blocks by their begin: a hash table with linear probing, at most half full.
final class OffsetIndex {
  /// 2^64 divided by the golden ratio: spreads neighbouring offsets.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final HeapBlocks blocks;

  /// Blocks, counted from 1; 0 is an empty slot.
  private int[] slots = new int[128];

  private int count;

  OffsetIndex(HeapBlocks blocks) {
    this.blocks = blocks;
  }

  int count() {
    return count;
  }

  void add(int block) {
    if (2 * ++count > slots.length) {
      grow();
    }
    insert(block);
  }

  private void insert(int block) {
    int slot = home(blocks.begin(block));
    while (slots[slot] != 0) {
      slot = slot + 1 & slots.length - 1;
    }
    slots[slot] = block + 1;
  }

  /// The block that begins at granule `begin`, or none.
  int find(long begin) {
    return slots[slot(begin)] - 1;
  }

  /// Removes the block that begins at granule `begin`, and returns it, or none.
  int remove(long begin) {
    int hole = slot(begin);
    int block = slots[hole] - 1;
    if (block == HeapBlocks.NONE) {
      return HeapBlocks.NONE;
    }
    count--;
    int mask = slots.length - 1;
    // Moves up the entries that a probe would no longer reach over the hole. So no tombstones
    // remain, which would make probes ever longer.
    for (int slot = hole + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      int home = home(blocks.begin(slots[slot] - 1));
      if ((slot - home & mask) >= (slot - hole & mask)) {
        slots[hole] = slots[slot];
        hole = slot;
      }
    }
    slots[hole] = 0;
    return block;
  }

  /// The slot of the block that begins there, or else the empty slot for it.
  private int slot(long begin) {
    int slot = home(begin);
    while (slots[slot] != 0 && blocks.begin(slots[slot] - 1) != begin) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private int home(long begin) {
    return (int) (begin * SPREAD >>> Integer.numberOfLeadingZeros(slots.length) + 33);
  }

  private void grow() {
    int[] old = slots;
    slots = new int[2 * old.length];
    for (int block : old) {
      if (block != 0) {
        insert(block - 1);
      }
    }
  }
}
