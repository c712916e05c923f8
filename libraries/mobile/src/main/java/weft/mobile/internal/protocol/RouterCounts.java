// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import org.jspecify.annotations.Nullable;

/// Counters of one rank's router. They never decrease, except [#early].
public final class RouterCounts {
  /// Messages sent by this rank and by its objects.
  long sent;

  /// Messages forwarded to objects on other ranks.
  long forwarded;

  long left;
  long came;
  long created;

  /// Messages that wait for array elements that have not been inserted yet.
  long early;

  /// Messages accepted after 1, 2, 3 … hops; the last entry counts all with more hops.
  private final long[] byHops = new long[16];

  RouterCounts() {}

  /// Messages accepted here, by the rank that first sent them; null if these are not counted.
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

  /// Starts to count messages by the rank that first sent them.
  public void countSenders(int ranks) {
    bySender = new long[ranks];
  }

  /// Messages accepted here, by the rank that first sent them. [#countSenders] must have been
  /// called.
  public long[] bySender() {
    long[] bySender = this.bySender;
    return bySender == null ? new long[0] : bySender.clone();
  }

  /// Messages sent by this rank and by its objects.
  public long sent() {
    return sent;
  }

  /// Messages forwarded to objects on other ranks.
  public long forwarded() {
    return forwarded;
  }

  /// Objects that have left this rank.
  public long left() {
    return left;
  }

  /// Objects that were created here on other ranks.
  public long created() {
    return created;
  }

  /// Objects that have arrived from other ranks: those that left them, and those that they created
  /// here.
  public long came() {
    return came;
  }

  /// Messages that wait for array elements that have not been inserted yet.
  public long early() {
    return early;
  }

  /// Messages accepted after `hops` hops, from 1; the last entry counts all with more hops.
  public long[] byHops() {
    return byHops.clone();
  }
}
