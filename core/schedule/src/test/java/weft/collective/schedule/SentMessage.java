// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import org.jspecify.annotations.Nullable;

/// What one rank of a [ScheduleMachine] sends to another: how long it is, and the bytes themselves,
/// or where they are shown, or where the other may write.
@SuppressWarnings("ArrayRecordComponent") // never compared
record SentMessage(
    long bytes,
    byte[] carried,
    Area.@Nullable Exposure shown,
    boolean isPulled,
    Area.@Nullable Offer offer) {
  SentMessage(long bytes, byte[] carried, Area.@Nullable Exposure shown, boolean isPulled) {
    this(bytes, carried, shown, isPulled, null);
  }

  SentMessage(Area.Offer offer) {
    this(offer.length(), new byte[0], null, false, offer);
  }
}
