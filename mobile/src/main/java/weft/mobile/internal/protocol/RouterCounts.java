// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import org.jspecify.annotations.Nullable;

/// What one rank's router has done; numbers that never fall, but for [#early].
public final class RouterCounts {
  /// Messages of this rank and of the objects here.
  long sent;

  /// Messages for objects elsewhere that were sent on.
  long forwarded;

  long left;
  long came;

  /// Messages that wait for elements that nobody has inserted yet.
  long early;

  /// Messages accepted after 1, 2, 3 … hops; the last counts all that took more.
  private final long[] byHops = new long[16];

  RouterCounts() {}

  /// Messages accepted here, by the rank that sent them first; null where nobody wants to know.
  private long @Nullable [] bySender;

  void accepted(int first, int hops) {
    if (hops > 0) {
      byHops[Math.min(hops, byHops.length) - 1]++;
    }
    long[] bySender = this.bySender;
    if (bySender != null) {
      bySender[first]++;
    }
  }

  /// From now on messages are counted by the rank that sent them first.
  public void countSenders(int ranks) {
    bySender = new long[ranks];
  }

  /// Messages accepted here, by the rank that sent them first, once [#countSenders] has been
  /// called.
  public long[] bySender() {
    long[] bySender = this.bySender;
    return bySender == null ? new long[0] : bySender.clone();
  }

  /// Messages of this rank and of the objects here.
  public long sent() {
    return sent;
  }

  /// Messages for objects elsewhere that were sent on.
  public long forwarded() {
    return forwarded;
  }

  /// Objects that have left.
  public long left() {
    return left;
  }

  /// Objects that have come.
  public long came() {
    return came;
  }

  /// Messages that wait for elements that nobody has inserted yet.
  public long early() {
    return early;
  }

  /// Messages accepted after `hops` hops, from 1; the last counts all that took more.
  public long[] byHops() {
    return byHops.clone();
  }
}
