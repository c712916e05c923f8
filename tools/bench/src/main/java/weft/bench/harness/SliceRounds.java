// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.io.Console;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Slices that are measured in rounds. Each round measures every slice once, in a new random order,
/// so that a drift of the machine favours none. All comparing benchmarks use it.
public final class SliceRounds {
  /// A slice, measured once per round.
  @FunctionalInterface
  public interface Step {
    /// Measures in `round`, [#WARM_UP] or a number from 0.
    void run(int round) throws Exception;
  }

  /// The number of every warm-up round.
  public static final int WARM_UP = -1;

  /// What is no terminal hears of progress so often.
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Random random;
  private long said = System.nanoTime();
  private final boolean terminal;
  private final List<Step> steps = new ArrayList<>();

  /// Creates rounds whose orders follow from `seed`.
  public SliceRounds(long seed) {
    this.random = new Random(seed);
    this.terminal = isTerminal();
  }

  @SuppressWarnings("SystemConsoleNull") // the two lints disagree on whether it can be null
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// Adds a slice.
  public void add(Step step) {
    steps.add(step);
  }

  /// Runs `warmUps` warm-up rounds, then `rounds` rounds that count. A terminal shows the progress
  /// of `what`. If the machine becomes too busy, it ends with the rounds that it has, and says so.
  ///
  /// @throws BusyMachineException if it has none
  public void run(String what, int warmUps, int rounds) throws Exception {
    for (int round = -warmUps; round < rounds; round++) {
      if (!isDone(what, steps, round, rounds)) {
        return;
      }
    }
    end();
  }

  /// Runs one round as [#round]. Returns false, and says so, if the machine is too busy and earlier
  /// rounds have counted.
  ///
  /// @throws BusyMachineException if none has
  public boolean isDone(String what, List<Step> steps, int round, int rounds) throws Exception {
    try {
      round(what, steps, Math.max(round, WARM_UP), rounds);
      return true;
    } catch (BusyMachineException e) {
      end();
      if (round < 1) {
        throw e;
      }
      System.err.printf(
          "%s: %s. The figures are those of %d of %d rounds.%n",
          what, e.getMessage(), round, rounds);
      return false;
    }
  }

  /// Runs one round of `steps`, which may differ from round to round.
  public void round(String what, List<Step> steps, int round, int rounds) throws Exception {
    long now = System.nanoTime();
    if (terminal) {
      System.err.printf("\r%s: round %d of %d ", what, round + 1, rounds);
    } else if (now - said > PATIENCE_NANOS) {
      said = now;
      System.err.println(
          what + (round < 0 ? ": warming up" : ": round " + (round + 1) + " of " + rounds));
    }
    for (Step step : shuffled(steps)) {
      step.run(round);
    }
  }

  /// Clears the progress line of the terminal.
  public void end() {
    if (terminal) {
      System.err.printf("\r%60s\r", "");
    }
  }

  /// Returns the elements in a new random order.
  public <T> List<T> shuffled(List<T> all) {
    var order = new ArrayList<>(all);
    Collections.shuffle(order, random);
    return order;
  }
}
