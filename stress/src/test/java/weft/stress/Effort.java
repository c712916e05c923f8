// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.util.concurrent.ThreadLocalRandom;

/// How long the stress tests run: `quick`, as in every build, or `long`.
///
/// `-Dweft.stress=long` takes 45 minutes on two processors; `-Dweft.stress.seed=N` repeats a run.
enum Effort {
  QUICK,
  LONG;

  /// What the build was asked for.
  static Effort asked() {
    String name = System.getProperty("weft.stress", "quick");
    return switch (name) {
      case "", "quick" -> QUICK;
      case "long" -> LONG;
      default ->
          throw new IllegalArgumentException(
              "-Dweft.stress=" + name + " is not known; it is quick or long");
    };
  }

  /// The seed of this run: the one that was asked for, or a new one.
  static long seed() {
    String seed = System.getProperty("weft.stress.seed", "");
    return seed.isEmpty()
        ? ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE)
        : Long.parseLong(seed);
  }
}
