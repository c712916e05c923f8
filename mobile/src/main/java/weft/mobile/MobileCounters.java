// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// What the mobile objects of one rank have done since the start.
///
/// @param sent messages that this rank and its objects have sent to objects
/// @param handled messages that objects have handled here
/// @param forwarded messages for objects elsewhere that were sent on
/// @param left objects that have moved away
/// @param came objects that have come
/// @param byHops messages that came from other ranks after 1, 2, 3 … hops; the last counts all that
///   took more
/// @param balancing messages by which this rank has balanced: those of
///   [MobileObjects#balanceEvery], which [weft.World#counters] does not count
@SuppressWarnings("ArrayRecordComponent") // a snapshot
public record MobileCounters(
    long sent, long handled, long forwarded, long left, long came, long[] byHops, long balancing) {}
