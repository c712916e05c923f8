// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

/// A model of messages without contention. All times are in the unit of its parameters.
public interface PointModel {
  /// The time of a message of `bytes` bytes from `source` to `target`.
  double message(int source, int target, long bytes);

  /// The time until the last of the ranks 1 to `ranks` − 1 has a message of `bytes` bytes from rank
  /// 0, which sends to one after the other.
  default double linear(int ranks, long bytes) {
    double time = 0;
    for (int rank = 1; rank < ranks; rank++) {
      time += message(0, rank, bytes);
    }
    return time;
  }

  /// The time of a binomial tree over `ranks` ranks from rank 0: in each round every rank that has
  /// the message sends it to one that has not.
  default double binomial(int ranks, long bytes) {
    double[] ready = new double[ranks];
    double last = 0;
    for (int distance = Integer.highestOneBit(Math.max(1, ranks - 1));
        distance > 0;
        distance /= 2) {
      for (int rank = 0; rank + distance < ranks; rank += 2 * distance) {
        ready[rank] += message(rank, rank + distance, bytes);
        ready[rank + distance] = ready[rank];
        last = Math.max(last, ready[rank]);
      }
    }
    return last;
  }

  /// The time of an iteration in which each rank sends to its neighbours, one after the other: the
  /// greatest sum of any rank (HLogGP, τ-Lop supplement (6) and (7)).
  ///
  /// @param bytes the bytes from each rank to each other, 0 for no message
  default double neighbours(long[][] bytes) {
    double most = 0;
    for (int source = 0; source < bytes.length; source++) {
      double sum = 0;
      for (int target = 0; target < bytes.length; target++) {
        sum += bytes[source][target] == 0 ? 0 : message(source, target, bytes[source][target]);
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
