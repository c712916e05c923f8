// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import weft.WeftException;

/// Steps that all ranks take together. If a step fails on one rank, it throws on all ranks, so that
/// no rank waits for the failed one.
public final class CommonSteps {
  private static final char GOOD = '+';
  private static final char BAD = '-';

  private final int rank;
  private final AllGather exchange;

  /// Creates the steps of `rank`.
  public CommonSteps(int rank, AllGather exchange) {
    this.rank = rank;
    this.exchange = exchange;
  }

  /// Runs `step` on every rank, and returns the results of all ranks. This is a collective call.
  ///
  /// @throws WeftException with the message of the first rank whose step threw an exception
  public String[] on(Callable<String> step) {
    String mine;
    Throwable thrown = null;
    try {
      mine = GOOD + step.call();
    } catch (Throwable e) {
      thrown = e;
      mine = BAD + (e instanceof WeftException ? e.getMessage() : "rank " + rank + ": " + e);
    }
    byte[][] all = exchange.allGather(mine.getBytes(StandardCharsets.UTF_8));
    var told = new String[all.length];
    for (int i = 0; i < all.length; i++) {
      told[i] = new String(all[i], StandardCharsets.UTF_8);
      if (told[i].charAt(0) == BAD) {
        throw new WeftException(told[i].substring(1), thrown);
      }
      told[i] = told[i].substring(1);
    }
    return told;
  }
}
