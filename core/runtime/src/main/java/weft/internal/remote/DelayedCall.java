// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.Arrays;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;

/// One call of one-sided memory in debug mode, of one transfer or of many. It is open until all its
/// transfers are known, and done when they have been carried out. It is ordered when the program
/// knows that they are done.
final class DelayedCall {
  private final int rank;
  private final Rank self;
  private final AccessChecks checks;
  private final String text;
  private final int target;
  private final Set<DelayedCall> underWay;
  private final @Nullable Pending done;
  private int[] slots = {};
  private boolean closed;
  private int left;
  private long value;

  /// A call that stays in `underWay` until it is ordered.
  DelayedCall(
      int rank,
      Rank self,
      AccessChecks checks,
      String text,
      int target,
      Set<DelayedCall> underWay,
      @Nullable Pending done) {
    this.rank = rank;
    this.self = self;
    this.checks = checks;
    this.text = text;
    this.target = target;
    this.underWay = underWay;
    this.done = done;
    underWay.add(this);
    if (done != null) {
      self.ledger().expect();
    }
  }

  /// The call, and where in the program it is.
  String text() {
    return text;
  }

  /// Adds a transfer recorded in `slot` of the target's table, or not recorded with −1.
  void entered(int slot) {
    if (slot >= 0) {
      slots = Arrays.copyOf(slots, slots.length + 1);
      slots[slots.length - 1] = slot;
    }
  }

  /// One of its transfers, for which `bytes` bytes are kept.
  Delays.Delayed operation(long bytes, LongSupplier work) {
    left++;
    return new Operation(bytes, work);
  }

  /// Closes the call: all its transfers are known.
  void close() {
    closed = true;
    endIfDone();
  }

  private void endIfDone() {
    if (closed && left == 0 && done != null) {
      self.ledger().happened();
      done.done(value);
    }
  }

  /// Marks the call as ordered: its program knows that it is done.
  void order() {
    underWay.remove(this);
    for (int slot : slots) {
      checks.leave(target, slot);
    }
    slots = new int[0];
  }

  private final class Operation implements Delays.Delayed {
    private final long bytes;
    private final LongSupplier work;

    Operation(long bytes, LongSupplier work) {
      this.bytes = bytes;
      this.work = work;
    }

    @Override
    public int target() {
      return target;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public void carryOut() {
      try {
        value = work.getAsLong();
      } catch (RuntimeException e) {
        throw self.failures()
            .report(
                HeapMap.ONE_SIDED,
                new WeftException(
                    "rank " + rank + " could not finish its " + text + ": " + e.getMessage(), e));
      }
      left--;
      endIfDone();
    }
  }
}
