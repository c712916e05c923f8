// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.Span;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Shape;

/// One call of a collective operation: what was asked for, and where its data is. It belongs to the
/// caller and is used again.
public final class GroupCall {
  /// What a schedule depends on.
  public final Shape shape = new Shape();

  /// What is contributed.
  public final Span in = new Span();

  /// Where the result goes.
  public final Span out = new Span();

  /// How values are combined; null where none are.
  public @Nullable Combiner combiner;

  /// What ranks must agree on besides sizes; see [Signature].
  public long signature;

  /// The number of bytes that ranks must agree on; where blocks differ and all must know them, a
  /// number that stands for their lengths.
  public long agreed;

  /// The line of the program that has begun it, in the debug mode; else empty.
  String begunAt = "";

  /// Whether it is under way.
  boolean busy;

  /// Whether it has its place in the order of calls already, and what it does is not known yet.
  boolean reserved;

  /// Whether nothing will come of it: its place is left out.
  boolean givenUp;

  /// Run when it is done; null for nothing.
  public @Nullable Runnable whenDone;

  /// What waits for its turn behind it.
  @Nullable GroupCall behind;

  /// Says whether it is begun, or waited for: all ranks must do the same.
  public void begun(boolean begun) {
    signature = begun ? signature | Signature.BEGUN : signature & ~Signature.BEGUN;
  }

  /// The operation is complete.
  void done() {
    busy = false;
    Runnable action = whenDone;
    if (action != null) {
      action.run();
    }
  }

  /// Whether nothing is under way.
  public boolean isDone() {
    return !busy;
  }
}
