// SPDX-License-Identifier: Apache-2.0
package weft;

import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;

/// A request with its words, which a put or get sends when its bytes are there. `arrived.op(step)`
/// makes the op of a handler `arrived` of one word.
///
/// A handler has one op, so that none is allocated. It belongs to the next put or get.
///
/// Source: the op of DMCS's put-op and get-op (section 4).
public final class TransferOp {
  private final Rsr rsr;
  private boolean ready;
  long a;
  long b;
  long c;
  long d;

  /// The operation that is done when the handler has run, or null.
  @Nullable Pending done;

  TransferOp(Rsr rsr) {
    this.rsr = rsr;
  }

  TransferOp with(long a, long b, long c, long d) {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.done = null;
    ready = true;
    return this;
  }

  /// The request. Its words and its completion must be read before anything else runs, which may
  /// use this op again.
  Rsr take(String call) {
    if (!ready) {
      throw new IllegalStateException(
          call
              + " was given the op of \""
              + rsr.name()
              + "\" of an earlier put or get; make it in the call, as in put(…, "
              + rsr.name()
              + ".op(…))");
    }
    ready = false;
    return rsr;
  }
}
