// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// The built-in policies.
public final class Balance {
  private Balance() {}

  /// Moves objects from ranks with more than `tolerance` times the lower bound to the least loaded
  /// ranks, heaviest first. Few objects move. If a rank is still above the limit, all objects are
  /// redistributed.
  ///
  /// @param tolerance at least 1; 1.05 allows five per cent
  public static BalancePolicy greedyRefine(double tolerance) {
    return new GreedyRefine(tolerance);
  }

  /// Moves every object to the next rank. It is for tests, since no object stays.
  public static BalancePolicy rotate() {
    return (loads, moves) -> {
      for (int i = 0; i < loads.objects(); i++) {
        moves.move(i, (loads.rank(i) + 1) % loads.ranks());
      }
    };
  }

  /// Moves every object to a random rank. The plan depends on the seed and is the same on all
  /// ranks.
  public static BalancePolicy random(long seed) {
    return new BalancePolicy() {
      private long round = seed;

      @Override
      public void plan(Loads loads, Moves moves) {
        round = mix(round + 1);
        for (int i = 0; i < loads.objects(); i++) {
          moves.move(i, (int) Long.remainderUnsigned(mix(loads.word(i) ^ round), loads.ranks()));
        }
      }
    };
  }

  /// Work stealing. A rank without mail asks two random ranks in turn, and gets about half of the
  /// objects with mail there. If neither gives any, the rank registers with its lifelines and
  /// sleeps. They give it objects later.
  public static StealPolicy stealing() {
    return (loads, moves) -> {
      double sum = loads.perRank()[0];
      double given = 0;
      // Move the objects that would run last.
      for (int i = loads.objects() - 1; i >= 0 && given + loads.load(i) <= sum / 2; i--) {
        moves.move(i, 1);
        given += loads.load(i);
      }
    };
  }

  /// The SplitMix64 mixing function.
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
