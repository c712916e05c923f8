// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Slices that are measured in rounds: each round takes every slice once, in a new random order, so
/// that a drifting machine favours none. All benchmarks that compare take theirs so.
public final class SliceRounds {
  /// Something that is measured once per round.
  @FunctionalInterface
  public interface Step {
    /// Measures in `round`, [#WARM_UP] or a number from 0.
    void run(int round) throws Exception;
  }

  /// A round before the first that counts.
  public static final int WARM_UP = -1;

  private final Random random;
  private final boolean terminal = System.console() != null && System.console().isTerminal();
  private final List<Step> steps = new ArrayList<>();

  /// SliceRounds whose orders `seed` decides.
  public SliceRounds(long seed) {
    this.random = new Random(seed);
  }

  /// Adds a slice.
  public void add(Step step) {
    steps.add(step);
  }

  /// Runs `warmUps` rounds that do not count, then `rounds` that do. On a terminal it says how far
  /// `what` is.
  public void run(String what, int warmUps, int rounds) throws Exception {
    for (int round = -warmUps; round < rounds; round++) {
      round(what, steps, Math.max(round, WARM_UP), rounds);
    }
    end();
  }

  /// Runs one round of `steps`, which may differ from round to round.
  public void round(String what, List<Step> steps, int round, int rounds) throws Exception {
    if (terminal) {
      System.err.printf("\r%s: round %d of %d ", what, round + 1, rounds);
    }
    for (Step step : shuffled(steps)) {
      step.run(round);
    }
  }

  /// Clears the line of the terminal.
  public void end() {
    if (terminal) {
      System.err.printf("\r%60s\r", "");
    }
  }

  /// These in a new random order.
  public <T> List<T> shuffled(List<T> all) {
    var order = new ArrayList<>(all);
    Collections.shuffle(order, random);
    return order;
  }
}
