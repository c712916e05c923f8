// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

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

  void accepted(int hops) {
    byHops[Math.min(hops, byHops.length) - 1]++;
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
