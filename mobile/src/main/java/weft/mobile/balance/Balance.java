// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// The policies of the house.
public final class Balance {
  private Balance() {}

  /// Takes objects from ranks with more than `tolerance` times the mean, the heaviest first, and
  /// gives them to those with least; so few move. Where that leaves a rank with too much, all are
  /// dealt anew.
  ///
  /// @param tolerance at least 1; 1.05 allows five per cent
  public static BalancePolicy greedyRefine(double tolerance) {
    return new GreedyRefine(tolerance);
  }

  /// Every object to the next rank: for tests, since nothing stays.
  public static BalancePolicy rotate() {
    return new BalancePolicy() {
      @Override
      public Scope scope() {
        return Scope.ALL;
      }

      @Override
      public void plan(Loads loads, Moves moves) {
        for (int i = 0; i < loads.objects(); i++) {
          moves.move(i, (loads.rank(i) + 1) % loads.ranks());
        }
      }
    };
  }

  /// Every object to a random rank, the same on all ranks for one seed.
  public static BalancePolicy random(long seed) {
    return new BalancePolicy() {
      private long round = seed;

      @Override
      public Scope scope() {
        return Scope.ALL;
      }

      @Override
      public void plan(Loads loads, Moves moves) {
        round = mix(round + 1);
        for (int i = 0; i < loads.objects(); i++) {
          moves.move(i, (int) Long.remainderUnsigned(mix(loads.word(i) ^ round), loads.ranks()));
        }
      }
    };
  }

  /// A rank without mail asks two others at random, and is given half of the objects that wait
  /// there; when both have none it asks its lifelines to think of it later, and sleeps.
  public static BalancePolicy stealing() {
    return new BalancePolicy() {
      @Override
      public Scope scope() {
        return Scope.IDLE;
      }

      @Override
      public void plan(Loads loads, Moves moves) {
        double sum = loads.perRank()[0];
        double given = 0;
        // Those that would run last.
        for (int i = loads.objects() - 1; i >= 0 && given + loads.load(i) <= sum / 2; i--) {
          moves.move(i, 1);
          given += loads.load(i);
        }
      }
    };
  }

  /// SplitMix64.
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
