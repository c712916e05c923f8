// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import weft.Rsr1;
import weft.World;

/// Thirty handlers of one word that do almost nothing. Each has its own class, because the cost of
/// a call depends on how many classes the call site has seen.
public final class ThirtyHandlers {
  /// The number of handlers.
  public static final int MOST = 30;

  /// The sum of all words, so that the compiler cannot remove the handlers' work.
  long sum;

  // The lambdas are written out, because one lambda expression in a loop would be one class.
  private final Rsr1.Handler[] all = {
    (source, a) -> sum += a + 0,
    (source, a) -> sum += a + 1,
    (source, a) -> sum += a + 2,
    (source, a) -> sum += a + 3,
    (source, a) -> sum += a + 4,
    (source, a) -> sum += a + 5,
    (source, a) -> sum += a + 6,
    (source, a) -> sum += a + 7,
    (source, a) -> sum += a + 8,
    (source, a) -> sum += a + 9,
    (source, a) -> sum += a + 10,
    (source, a) -> sum += a + 11,
    (source, a) -> sum += a + 12,
    (source, a) -> sum += a + 13,
    (source, a) -> sum += a + 14,
    (source, a) -> sum += a + 15,
    (source, a) -> sum += a + 16,
    (source, a) -> sum += a + 17,
    (source, a) -> sum += a + 18,
    (source, a) -> sum += a + 19,
    (source, a) -> sum += a + 20,
    (source, a) -> sum += a + 21,
    (source, a) -> sum += a + 22,
    (source, a) -> sum += a + 23,
    (source, a) -> sum += a + 24,
    (source, a) -> sum += a + 25,
    (source, a) -> sum += a + 26,
    (source, a) -> sum += a + 27,
    (source, a) -> sum += a + 28,
    (source, a) -> sum += a + 29
  };

  /// Registers the first `some` handlers.
  Rsr1[] register(World world, int some) {
    var requests = new Rsr1[some];
    for (int i = 0; i < some; i++) {
      requests[i] = world.rsr1("spread" + i, all[i]);
    }
    return requests;
  }
}
