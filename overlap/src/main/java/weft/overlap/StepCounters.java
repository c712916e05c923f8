// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// What a rank did in one step of an [OverlapLoop].
///
/// @param seconds how long the step took
/// @param p the parameter of the step
/// @param polls how often the loop looked for messages
/// @param emptyPolls how often it found none, and could send nothing
/// @param received the records that arrived and were expected in this step
/// @param early the records that arrived for a later step
/// @param sent the records that were sent
/// @param computations all local computations
/// @param overlapped those that were done between two looks
/// @param pollSeconds how long one look in vain took
/// @param computationSeconds how long one local computation took
/// @param backlog how many looks found more than one message waiting
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

  /// The same, with the looks of all ranks together: for tuners of ranks that tune together, which
  /// must be told the same.
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

  /// The parameter at which looks in vain and late answers cost the same, by the model T = T0 +
  /// polls·computations/p + arrivals·computation·p/2; 0 when too little is known.
  public double model() {
    double arrivals = Math.max(1, polls - emptyPolls);
    double p = Math.sqrt(2 * pollSeconds * computations / (arrivals * computationSeconds));
    return Double.isFinite(p) ? p : 0;
  }
}
