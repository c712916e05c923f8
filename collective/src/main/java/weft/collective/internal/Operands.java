// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What an operation keeps for its next fold: the blocks that are combined with what this rank has,
/// in the order of their ranks, and the places of others that the result goes to.
final class Operands {
  private @Nullable Block[] blocks = {};
  private @Nullable Block[] targets = {};
  private int count;
  private int aims;
  private int before;

  /// One more block; `first` if its rank comes before this one.
  void keep(Block block, boolean first) {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(4, 2 * count));
    }
    blocks[count++] = block;
    before += first ? 1 : 0;
  }

  /// One more place to write to.
  void aim(Block place) {
    if (aims == targets.length) {
      targets = Arrays.copyOf(targets, Math.max(4, 2 * aims));
    }
    targets[aims++] = place;
  }

  /// How many blocks there are.
  int count() {
    return count;
  }

  /// How many of them come before this rank's own contribution.
  int before() {
    return before;
  }

  /// How many places there are.
  int targets() {
    return aims;
  }

  Block block(int i) {
    return there(blocks[i]);
  }

  Block target(int i) {
    return there(targets[i]);
  }

  /// Where the bytes of a block that is kept are.
  static MemorySegment memory(Block block) {
    MemorySegment memory = block.memory;
    if (memory == null) {
      throw new IllegalStateException("a block that is kept was given back");
    }
    return memory;
  }

  private static Block there(@Nullable Block block) {
    if (block == null) {
      throw new IllegalStateException("a fold uses what is not kept for it");
    }
    return block;
  }

  /// All of it is used.
  void letGo(Blocks all) {
    boolean isPaired = count == aims;
    for (int i = 0; i < count; i++) {
      if (isPaired) {
        all.release(block(i), target(i));
      } else {
        all.release(block(i));
      }
      blocks[i] = null;
    }
    for (int i = 0; i < aims; i++) {
      if (!isPaired) {
        all.release(target(i));
      }
      targets[i] = null;
    }
    count = 0;
    aims = 0;
    before = 0;
  }
}
