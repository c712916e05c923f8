// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static weft.recording.RecordingLayout.BODY;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.recording.RecordedRank;

/// By how much made-up jobs would have been shorter, where that can be counted by hand.
final class GainsTest {
  private static final long SECOND = 1_000_000_000;
  private static final int STEPS = 10;
  private static final Gains.Activities BODIES = index -> id -> id == BODY;

  @TempDir Path folder;

  private Totals totals(int ranks) {
    return new Totals(RecordedRank.readAll(folder, ranks));
  }

  private static double balanced(Totals totals, Gains.Activities which) {
    var gains = new Gains(totals);
    double[] nanos = gains.nanos(which, Gains.Pause.NONE);
    return gains.ofBalance(which, nanos, Gains.Pause.NONE) / SECOND;
  }

  /// In each step rank 0 computes for 3 s, and rank 1 for 1 s: both could compute for 2 s.
  private void recordUnevenSteps(long events) {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, events);
      for (int step = 1; step <= STEPS; step++) {
        it.compute(rank == 0 ? 3 * SECOND : SECOND);
        it.barrier(step, 3 * SECOND * step);
      }
      it.end(STEPS * 3 * SECOND);
    }
  }

  @Test
  void sharingTheWorkOfASlowRank() {
    recordUnevenSteps(256);
    assertThat(balanced(totals(2), BODIES)).isCloseTo(STEPS, within(0.01));
  }

  @Test
  void theLastEventsGoForTheWhole() {
    recordUnevenSteps(8);
    Totals totals = totals(2);
    assertThat(totals.ranks.getFirst().firstEvent()).isPositive();
    assertThat(balanced(totals, BODIES)).isCloseTo(STEPS, within(2.0));
  }

  /// Ranks are slow in turn. No rank has more work than another, so that sharing it gains nothing.
  @Test
  void ranksThatAreSlowInTurn() {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      for (int step = 1; step <= STEPS; step++) {
        it.compute(step % 2 == rank ? 3 * SECOND : SECOND);
        it.barrier(step, 3 * SECOND * step);
      }
      it.end(STEPS * 3 * SECOND);
    }
    assertThat(balanced(totals(2), BODIES)).isCloseTo(0, within(0.01));
  }

  /// A slow handler of rank 1 answers each message of rank 0, which waits for the answer: what rank
  /// 0 takes over is taken from the wait.
  @Test
  void messagesCarryTheGainToTheRankThatWaits() {
    long step = 3 * SECOND;
    var ranks = new MadeUpRank[2];
    for (int rank = 0; rank < 2; rank++) {
      ranks[rank] = new MadeUpRank(folder, rank, 2, 256);
    }
    for (int i = 0; i < STEPS; i++) {
      long begin = i * step;
      ranks[0].compute(SECOND);
      ranks[0].send(1);
      ranks[1].receive(begin + SECOND, 0, 2 * SECOND);
      ranks[1].send(0);
      ranks[0].receive(begin + step, 1, 0);
    }
    for (MadeUpRank it : ranks) {
      it.end(STEPS * step);
    }
    Totals totals = totals(2);
    var gains = new Gains(totals);
    IntPredicate handlers = id -> totals.isOfProgram(1, id);
    var nanos = gains.nanos(index -> handlers, Gains.Pause.NONE);
    assertThat(nanos[1] / SECOND).isCloseTo(2 * STEPS, within(2.1));
    // With half of its time in each step, all steps are 1 s shorter.
    assertThat(gains.ofBalance(index -> handlers, nanos, Gains.Pause.NONE) / SECOND)
        .isCloseTo(STEPS, within(1.1));
  }

  /// Rank 0 works alone at the beginning and at the end, and before that nothing can be gained.
  @Test
  void theBeginningAndTheEndStay() {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      it.compute(rank == 0 ? 5 * SECOND : 0);
      it.barrier(1, 5 * SECOND);
      for (int step = 1; step <= STEPS; step++) {
        it.compute(SECOND);
        it.barrier(1 + step, (5 + step) * SECOND);
      }
      it.compute(rank == 0 ? 5 * SECOND : 0);
      it.barrier(2 + STEPS, (10 + STEPS) * SECOND);
      it.end((10 + STEPS) * SECOND);
    }
    Totals totals = totals(2);
    var gains = new Gains(totals);
    assertThat(gains.middle.from()).isCloseTo(5 * SECOND, within(SECOND / 1000));
    assertThat(gains.middle.until()).isCloseTo((5 + STEPS) * SECOND, within(SECOND / 1000));
    assertThat(Arrays.stream(gains.nanos(BODIES, Gains.Pause.NONE)).map(it -> it / SECOND))
        .allMatch(it -> Math.abs(it - STEPS) < 0.01);
  }

  /// The only step: rank 0 has more work than rank 1, and works alone in the end. That is no end of
  /// a job, because rank 1 was busy when the work began.
  @Test
  void theOnlyStepCounts() {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      it.compute(rank == 0 ? 9 * SECOND : 3 * SECOND);
      it.barrier(1, 9 * SECOND);
      it.end(9 * SECOND);
    }
    assertThat(balanced(totals(2), BODIES)).isCloseTo(3, within(0.01));
  }

  @Test
  void aPauseInWhichAllComputeGainsNothing() {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      for (int step = 1; step <= 3; step++) {
        it.compute(step == 2 ? 10 * SECOND : SECOND);
        it.barrier(step, (step == 1 ? 1 : step + 9) * SECOND);
      }
      it.end(12 * SECOND);
    }
    Totals totals = totals(2);
    var gains = new Gains(totals);
    Gains.Pause pause = Gains.Pause.longest(totals, gains.middle);
    assertThat(pause.nanos() / SECOND).isCloseTo(10, within(0.1));
    assertThat(gains.ofPause(pause)).isZero();
  }
}
