// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// What one rank has done with a channel so far.
///
/// @param pushed the records that it has pushed
/// @param delivered the records whose handlers have run here
/// @param buffers the buffers that have left
/// @param bytes the bytes in them
/// @param full how many of them left because the next record did not fit
/// @param idle how many of them left because nothing else happened
/// @param late how many of them left because of the time bound
/// @param alone the records that were larger than a buffer, and travelled alone
/// @param refused how often `tryPush` returned false
/// @param waited how often a push had to wait for room
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
