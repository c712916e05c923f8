// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Shape;
import weft.memory.span.Span;

/// One call of a collective operation and its data. It belongs to the caller and is reused.
public final class GroupCall {
  /// The shape, on which the schedule depends.
  public final Shape shape = new Shape();

  /// The contribution of this rank.
  public final Span in = new Span();

  /// The result.
  public final Span out = new Span();

  /// The operator; null if nothing is combined.
  public @Nullable Combiner combiner;

  /// The [Signature] on which all ranks must agree.
  public long signature;

  /// The number on which all ranks must agree. It is the number of bytes, or a hash of the lengths
  /// if blocks differ and all ranks know them, else 0.
  public long agreed;

  /// The line of the program that began it, in the debug mode; else empty.
  String begunAt = "";

  /// Whether it is pending.
  boolean busy;

  /// Whether its place in the order is reserved and its data is not known yet.
  boolean reserved;

  /// Whether its reserved place is to be skipped.
  boolean givenUp;

  /// Runs when the call is done; null for nothing.
  public @Nullable Runnable whenDone;

  /// The next call in the queue.
  @Nullable GroupCall behind;

  /// Sets whether the call is started or run; all ranks must do the same.
  public void begun(boolean begun) {
    signature = begun ? signature | Signature.BEGUN : signature & ~Signature.BEGUN;
  }

  /// Completes the call.
  void done() {
    busy = false;
    Runnable action = whenDone;
    if (action != null) {
      action.run();
    }
  }

  /// Whether the call may be reused, because it is not pending.
  public boolean isDone() {
    return !busy;
  }
}
