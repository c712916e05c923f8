// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Counters of one rank for one channel.
///
/// @param pushed records pushed by this rank
/// @param delivered records that this rank has received: their handlers have run, or an
///   [OverlapLoop] keeps them for a later step
/// @param buffers buffers sent
/// @param bytes bytes in the buffers sent
/// @param full buffers sent because the next record did not fit
/// @param idle buffers sent because the rank was idle
/// @param late buffers sent because of the time bound
/// @param alone records that were larger than a buffer and were sent alone
/// @param refused calls of `tryPush` that returned false
/// @param waited pushes and flushes that had to wait for room
public record ChannelCounters(
    long pushed,
    long delivered,
    long buffers,
    long bytes,
    long full,
    long idle,
    long late,
    long alone,
    long refused,
    long waited) {}
