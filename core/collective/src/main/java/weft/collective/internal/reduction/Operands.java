// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.util.ArrayList;
import java.util.List;
import weft.collective.internal.data.ByteRange;

/// The operands of the next fold. They are blocks to combine with this rank's contribution, in the
/// order of their ranks, and memory of other ranks that also gets the result.
///
/// @param <E> the blocks, which their owner releases after the fold
public final class Operands<E extends ByteRange> {
  private final List<E> blocks = new ArrayList<>(0);
  private final List<E> targets = new ArrayList<>(0);
  private int before;

  /// Creates an empty set of operands.
  public Operands() {}

  /// Adds a block; `first` if its rank is below this one.
  public void add(E block, boolean first) {
    blocks.add(block);
    before += first ? 1 : 0;
  }

  /// Adds memory to write the result to.
  public void addTarget(E target) {
    targets.add(target);
  }

  /// The number of blocks.
  public int count() {
    return blocks.size();
  }

  /// The number of blocks that precede this rank's contribution.
  public int before() {
    return before;
  }

  /// The number of targets.
  public int targets() {
    return targets.size();
  }

  /// The block with index `i`.
  public E block(int i) {
    return blocks.get(i);
  }

  /// The target with index `i`.
  public E target(int i) {
    return targets.get(i);
  }

  /// Removes all blocks and targets.
  public void clear() {
    blocks.clear();
    targets.clear();
    before = 0;
  }
}
