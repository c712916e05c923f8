// SPDX-License-Identifier: Apache-2.0
package weft;

/// A snapshot of the work of one rank since it started.
///
/// @param sent requests sent, backlogged ones included
/// @param received requests whose handler has run
/// @param sentBytes payload bytes of the rsrN requests sent (words are 8 bytes each and not
///   counted)
/// @param receivedBytes payload bytes of the rsrN requests received
/// @param fragmented requests sent in fragments, being larger than a frame
/// @param backlogged records that a handler sent and that had to wait for room
/// @param budgetUsed bytes of the budget that are taken now: by backlog, reassembly, and what
///   libraries keep, such as messages for mobile objects
/// @param budgetPeak the highest value of `budgetUsed` so far, in bytes
/// @param polls the number of polls of the transport
/// @param yields the number of times that the rank gave its processor away while it waited
/// @param sleeps the number of times that the rank slept while it waited
/// @param tasks tasks run for worker threads
/// @param busyNanos nanoseconds since the rank's start in which it was not idle; a loop over
///   [World#poll] counts as busy
/// @param idleNanos nanoseconds in which the rank waited and nothing arrived, without the first
///   microsecond or two of each wait
/// @param refused the number of times that a `trySend` found no room
public record Counters(
    long sent,
    long received,
    long sentBytes,
    long receivedBytes,
    long fragmented,
    long backlogged,
    long budgetUsed,
    long budgetPeak,
    long polls,
    long yields,
    long sleeps,
    long tasks,
    long busyNanos,
    long idleNanos,
    long refused) {}
