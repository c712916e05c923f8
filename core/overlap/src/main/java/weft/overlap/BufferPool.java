// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.ArrayDeque;
import java.util.Deque;
import weft.layer.BudgetShare;

/// The buffers of one channel, for all targets. All are taken from the rank's budget.
final class BufferPool {
  private final BudgetShare budget;
  private final Deque<RecordBuffer> spares = new ArrayDeque<>();
  private int size;

  /// The number of spare buffers that are kept.
  private int kept;

  BufferPool(BudgetShare budget, int size, int kept) {
    this.budget = budget;
    this.size = size;
    this.kept = kept;
  }

  /// The size of one buffer in bytes.
  int size() {
    return size;
  }

  /// Sets the size of buffers that are taken from now on.
  void resize(int size) {
    this.size = size;
    while (!spares.isEmpty()) {
      budget.give(spares.remove().bytes());
    }
  }

  /// Sets the number of spare buffers to keep.
  void keep(int kept) {
    this.kept = kept;
  }

  /// Whether a buffer can be taken within the budget.
  boolean hasRoom() {
    return !spares.isEmpty() || budget.fits(size);
  }

  /// Takes a buffer, whether it fits the budget or not.
  RecordBuffer take() {
    if (!spares.isEmpty()) {
      return spares.removeLast();
    }
    budget.take(size);
    return new RecordBuffer(size);
  }

  /// Returns a buffer, perhaps of an earlier size.
  void give(RecordBuffer buffer) {
    if (buffer.bytes() == size && spares.size() < kept) {
      spares.add(buffer);
    } else {
      budget.give(buffer.bytes());
    }
  }

  /// The owners of the rank's budget, for a report.
  String owners() {
    return budget.owners();
  }
}
