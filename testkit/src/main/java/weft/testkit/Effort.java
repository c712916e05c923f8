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
  private static final int FEW = 5;

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

  /// Which of these numbers of ranks are tried over `transport`: all, or in a quick run, where
  /// ranks are processes, the largest up to five.
  public int[] ranks(String transport, int... ranks) {
    if (this != QUICK || transport.equals(ThreadsJob.NAME) || ranks.length < 2) {
      return ranks;
    }
    return new int[] {
      Arrays.stream(ranks)
          .filter(count -> count <= FEW)
          .max()
          .orElseGet(() -> Arrays.stream(ranks).min().orElseThrow())
    };
  }
}
