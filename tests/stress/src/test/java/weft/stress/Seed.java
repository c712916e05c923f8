// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.util.concurrent.ThreadLocalRandom;

/// Where the random choices of the stress tests come from: `-Dweft.stress.seed=N` repeats a run.
final class Seed {
  private Seed() {}

  /// The seed that was asked for, or a new one.
  static long ofThisRun() {
    String seed = System.getProperty("weft.stress.seed", "");
    return seed.isEmpty()
        ? ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE)
        : Long.parseLong(seed);
  }
}
