// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import java.util.Objects;

/// The loads and ranks of objects, from which a [BalancePolicy] plans. Objects are numbered from 0,
/// in the order of their ranks.
public final class Loads {
  /// The greatest load of an object. The sum of as many such loads as an array can hold is still
  /// finite.
  public static final double MOST = 1e290;

  private final int ranks;
  private final long[] words;
  private final int[] places;
  private final double[] loads;

  /// Takes the arrays without copying them: object `i` is `words[i]`, on rank `places[i]`, with
  /// load `loads[i]`.
  ///
  /// @throws IllegalArgumentException if the lengths differ, or a load is not a number from 0 to
  ///   [#MOST]
  /// @throws IndexOutOfBoundsException if a rank is outside the job
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
      if (!(loads[i] >= 0 && loads[i] <= MOST)) {
        throw new IllegalArgumentException(
            "object "
                + Long.toHexString(words[i])
                + " has the load "
                + loads[i]
                + "; a load is a number from 0 to "
                + MOST);
      }
    }
    this.ranks = ranks;
    this.words = words;
    this.places = places;
    this.loads = loads;
  }

  /// The number of ranks.
  public int ranks() {
    return ranks;
  }

  /// The number of objects.
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

  /// A lower bound of the busiest rank's load under any plan: the greater of the mean and the
  /// heaviest object.
  public double lowerBound() {
    double sum = 0;
    double most = 0;
    for (double load : loads) {
      sum += load;
      most = Math.max(most, load);
    }
    return Math.max(sum / ranks, most);
  }

  /// The greatest of `perRank` divided by the mean; 1 if there is no load.
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
