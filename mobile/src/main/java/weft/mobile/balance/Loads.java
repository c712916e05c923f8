// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import java.util.Objects;

/// The loads of objects, and where they are: what a [BalancePolicy] plans with. Objects are
/// numbered from 0, by their ranks.
public final class Loads {
  private final int ranks;
  private final long[] words;
  private final int[] places;
  private final double[] loads;

  /// Object `i` is `words[i]`, on rank `places[i]`, with the load `loads[i]`; the arrays are kept.
  ///
  /// @throws IllegalArgumentException when lengths differ, a rank is outside the job, or a load is
  ///   negative or not a number
  public Loads(int ranks, long[] words, int[] places, double[] loads) {
    if (words.length != places.length || words.length != loads.length) {
      throw new IllegalArgumentException(
          "loads of "
              + words.length
              + " objects with "
              + places.length
              + " places and "
              + loads.length
              + " loads");
    }
    for (int i = 0; i < words.length; i++) {
      Objects.checkIndex(places[i], ranks);
      if (!(loads[i] >= 0) || loads[i] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "object " + Long.toHexString(words[i]) + " has the load " + loads[i]);
      }
    }
    this.ranks = ranks;
    this.words = words;
    this.places = places;
    this.loads = loads;
  }

  /// How many ranks there are.
  public int ranks() {
    return ranks;
  }

  /// How many objects there are.
  public int objects() {
    return words.length;
  }

  /// The word that names an object.
  public long word(int object) {
    return words[object];
  }

  /// The rank of an object.
  public int rank(int object) {
    return places[object];
  }

  /// The load of an object.
  public double load(int object) {
    return loads[object];
  }

  /// The sum of the loads of each rank.
  public double[] perRank() {
    var sums = new double[ranks];
    for (int i = 0; i < places.length; i++) {
      sums[places[i]] += loads[i];
    }
    return sums;
  }

  /// The sum of the loads of each rank after `moves`.
  public double[] perRank(Moves moves) {
    var sums = new double[ranks];
    for (int i = 0; i < places.length; i++) {
      sums[moves.target(i)] += loads[i];
    }
    return sums;
  }

  /// No plan has a rank with less than this: the mean, or the heaviest object.
  public double lowerBound() {
    double sum = 0;
    double most = 0;
    for (double load : loads) {
      sum += load;
      most = Math.max(most, load);
    }
    return Math.max(sum / ranks, most);
  }

  /// The greatest of `perRank` over the mean; 1 when there is no load.
  public static double imbalance(double[] perRank) {
    double sum = 0;
    double most = 0;
    for (double load : perRank) {
      sum += load;
      most = Math.max(most, load);
    }
    return sum == 0 ? 1 : most * perRank.length / sum;
  }
}
