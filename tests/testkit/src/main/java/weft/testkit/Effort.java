// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.Arrays;
import weft.transport.rings.ThreadsJob;

/// The number of cases that tests try. The property `weft.effort` selects `quick`, `all` (the
/// default) or `long`.
///
/// A quick run tests every claim with fewer numbers of ranks and fewer repetitions. A long run
/// takes 45 minutes more, for the claims about order.
public enum Effort {
  /// The effort of `./weft test`.
  QUICK,
  /// The effort of `./weft test --all`.
  ALL,
  /// An effort that takes too long for every change.
  LONG;

  /// The largest number of processes in a quick run, if a test has such a number up to this.
  private static final int FEW = 3;

  /// The effort of this run.
  public static Effort current() {
    String name = System.getProperty("weft.effort", "");
    return switch (name) {
      case "quick" -> QUICK;
      case "", "all" -> ALL;
      case "long" -> LONG;
      default ->
          throw new IllegalArgumentException(
              "-Dweft.effort=" + name + " is not known; use quick, all or long");
    };
  }

  /// Chooses which of these ascending numbers of ranks to try over `transport`. A quick run over
  /// threads tries the smallest, the middle and the largest. With processes it tries the largest
  /// number up to three.
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

  /// Returns whether to try the case `name` over `transport`. If ranks are processes, a quick run
  /// tries one of `parts` of all cases, chosen by the seed. Use it for cases that are alike over
  /// all transports, because threads try all of them.
  public boolean tries(String transport, String name, long seed, int parts) {
    return this != QUICK
        || isThreads(transport)
        || Math.floorMod(Chaos.mix(name.hashCode() + seed), parts) == 0;
  }

  private static boolean isThreads(String transport) {
    return transport.equals(ThreadsJob.NAME);
  }
}
