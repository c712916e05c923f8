// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// Counters of one rank's mobile objects since the start.
///
/// @param sent messages that this rank and its objects have sent to objects
/// @param handled messages that objects have handled on this rank
/// @param forwarded messages that this rank has forwarded to objects on other ranks
/// @param left objects that have left this rank
/// @param came objects that have arrived from other ranks, including those that other ranks created
///   here; at quiescence, over all ranks, `came` is `left` plus `created`
/// @param created objects that this rank has created on other ranks ([MobileType#createOn])
/// @param byHops messages accepted after 1, 2, 3 … hops from other ranks; the last entry counts all
///   with more hops
/// @param balancing messages that this rank has sent for [MobileObjects#balanceEvery];
///   [weft.World#counters] excludes them
@SuppressWarnings("ArrayRecordComponent") // a snapshot
public record MobileCounters(
    long sent,
    long handled,
    long forwarded,
    long left,
    long came,
    long created,
    long[] byHops,
    long balancing) {}
