// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Counters of one rank for one step of an [OverlapLoop].
///
/// @param seconds the time of the step
/// @param p the parameter of the step
/// @param polls the number of polls
/// @param emptyPolls the polls after which nothing had arrived for this step and nothing could be
///   sent
/// @param received the records of this step, including those that arrived before it
/// @param early the records that arrived in this step for a later one
/// @param sent the records that were sent
/// @param computations all local computations
/// @param overlapped the local computations done between two polls
/// @param pollSeconds the time of one empty poll
/// @param computationSeconds the time of one local computation
/// @param backlog the polls that received records of this step, after which the loop polled on; 0
///   if [OverlapLoop#drain] is off
public record StepCounters(
    double seconds,
    double p,
    long polls,
    long emptyPolls,
    long received,
    long early,
    long sent,
    long computations,
    long overlapped,
    double pollSeconds,
    double computationSeconds,
    long backlog) {

  /// Returns these counters with the polls of all ranks together. Tuners of ranks that tune
  /// together must be given the same counters.
  public StepCounters withLooks(long polls, long emptyPolls) {
    return new StepCounters(
        seconds,
        p,
        polls,
        emptyPolls,
        received,
        early,
        sent,
        computations,
        overlapped,
        pollSeconds,
        computationSeconds,
        backlog);
  }

  /// Returns the parameter at which empty polls and late responses cost the same, or 0 if too
  /// little is known. The model is T = T0 + polls·computations/p + arrivals·computation·p/2.
  public double model() {
    double arrivals = Math.max(1, polls - emptyPolls);
    double p = Math.sqrt(2 * pollSeconds * computations / (arrivals * computationSeconds));
    return Double.isFinite(p) ? p : 0;
  }
}
