// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.Arrays;
import weft.transport.rings.ThreadsJob;

/// How much tests try: the property `weft.effort`, which is `quick`, `all` (the default) or `long`.
///
/// A quick run tests every claim with fewer numbers of ranks and repetitions; a long one takes 45
/// minutes more, for the claims about order.
public enum Effort {
  /// What `./weft test` asks for.
  QUICK,
  /// What `./weft test --all` asks for.
  ALL,
  /// What takes too long for every change.
  LONG;

  /// A quick run has jobs of processes no larger than this, where a test names a smaller one.
  private static final int FEW = 3;

  /// What this run was asked for.
  public static Effort asked() {
    String name = System.getProperty("weft.effort", "");
    return switch (name) {
      case "quick" -> QUICK;
      case "", "all" -> ALL;
      case "long" -> LONG;
      default ->
          throw new IllegalArgumentException(
              "-Dweft.effort=" + name + " is not known; it is quick, all or long");
    };
  }

  /// Which of these numbers of ranks, which rise, are tried over `transport`. A quick run tries the
  /// least, the middle and the largest over threads; where ranks are processes, the largest up to
  /// three.
  public int[] ranks(String transport, int... ranks) {
    if (this != QUICK || ranks.length < 2) {
      return ranks;
    }
    if (isThreads(transport)) {
      return ranks.length <= 3
          ? ranks
          : new int[] {ranks[0], ranks[ranks.length / 2], ranks[ranks.length - 1]};
    }
    return new int[] {
      Arrays.stream(ranks)
          .filter(count -> count <= FEW)
          .max()
          .orElseGet(() -> Arrays.stream(ranks).min().orElseThrow())
    };
  }

  /// Whether the case `name` is tried over `transport`. A quick run tries one of `parts` where
  /// ranks are processes, others with each seed: for what is the same over all transports, when
  /// threads try all.
  public boolean tries(String transport, String name, long seed, int parts) {
    return this != QUICK
        || isThreads(transport)
        || Math.floorMod(Chaos.mix(name.hashCode() + seed), parts) == 0;
  }

  private static boolean isThreads(String transport) {
    return transport.equals(ThreadsJob.NAME);
  }
}
