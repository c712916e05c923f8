// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever process of a job is lost, however it ends: all others know, end, and one report says
/// so.
final class PeerWatchTest {
  private static final int SIZE = 4;
  private static final int HUB = 0;
  private static final int DEPUTY = SIZE - 1;

  @TempDir Path folder;
  private WatchedJob job;

  @BeforeEach
  void start() throws Exception {
    job = WatchedJob.start(folder, SIZE, Map.of());
  }

  @AfterEach
  void end() {
    job.close();
  }

  private static List<Integer> others(int... ranks) {
    return IntStream.range(0, SIZE)
        .filter(it -> IntStream.of(ranks).noneMatch(rank -> rank == it))
        .boxed()
        .toList();
  }

  /// All of `ranks` learn that `culprit` has failed, and end.
  private void assertThatAllEnd(List<Integer> ranks, int culprit) throws Exception {
    long began = System.nanoTime();
    for (int rank : ranks) {
      assertThat(job.await("failed", rank)).startsWith("rank " + culprit + " failed");
    }
    long known = System.nanoTime();
    for (int rank : ranks) {
      assertThat(job.end(rank)).isEqualTo(1);
    }
    System.out.printf(
        "all knew after %d ms, and had ended after %d ms%n",
        (known - began) / 1_000_000, (System.nanoTime() - began) / 1_000_000);
  }

  private void assertThatNothingIsLeft() throws Exception {
    assertThat(job.directories()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB, DEPUTY})
  void aKilledRankIsNamedOnAllOthers(int culprit) throws Exception {
    long pid = job.process(culprit).pid();
    WatchedJob.awaitThat("the job to be listed", job::isListed);

    job.signal("KILL", culprit);

    assertThatAllEnd(others(culprit), culprit);
    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .startsWith("weft: rank " + culprit + " failed: its process (pid " + pid + " on host ")
        .contains("is gone: it called Runtime.halt, was killed");
    assertThatNothingIsLeft();
  }

  @Test
  void bothHubsAreKilledAtOnce() throws Exception {
    WatchedJob.awaitThat("the job to be listed", job::isListed);
    job.process(HUB).destroyForcibly();
    job.process(DEPUTY).destroyForcibly();

    for (int rank : others(HUB, DEPUTY)) {
      assertThat(job.await("failed", rank)).matches("(?s)rank [03] failed: its process.*");
      assertThat(job.end(rank)).isEqualTo(1);
    }
    assertThat(job.err()).contains("weft: rank ");
    assertThatNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB, DEPUTY})
  void aStoppedRankIsNotADeadOne(int rank) throws Exception {
    job.signal("STOP", rank);
    Thread.sleep(3_000);
    job.signal("CONT", rank);
    Thread.sleep(500);

    for (int each : others()) {
      assertThat(job.has("failed", each)).isFalse();
      assertThat(job.process(each).isAlive()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {HUB, DEPUTY})
  void aStoppedHubDoesNotKeepAKilledRankFromBeingNoticed(int stopped) throws Exception {
    job.signal("STOP", stopped);

    job.signal("KILL", 1);

    assertThatAllEnd(others(1, stopped), 1);
    job.signal("CONT", stopped);
    assertThatAllEnd(List.of(stopped), 1);
    assertThat(job.err()).containsOnlyOnce("weft: ");
    assertThatNothingIsLeft();
  }

  /// As a recording that is delivered to another host.
  @Test
  void aRankCompletesItsLastWorkThoughItsGraceIsOver() throws Exception {
    for (int rank : others(1)) {
      job.order(rank, "work");
      job.await("prepared", rank);
    }

    job.signal("KILL", 1);

    assertThatAllEnd(others(1), 1);
    assertThat(others(1)).allMatch(rank -> job.has("worked", rank));
  }

  /// For less than the second in which it must act, and longer than the grace.
  @Test
  void whatIsThrownWhileTheHubPausesIsReportedOnce() throws Exception {
    job.signal("STOP", HUB);
    job.order(1, "throw");
    job.await("failed", 1);
    Thread.sleep(600);
    job.signal("CONT", HUB);

    assertThatAllEnd(others(1), 1);
    assertThat(job.end(1)).isBetween(0, 1);
    assertThat(job.err()).containsOnlyOnce("weft: ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB, DEPUTY})
  void whatARankThrowsIsKnownToAll(int culprit) throws Exception {
    job.order(culprit, "throw");

    assertThatAllEnd(others(culprit), culprit);
    assertThat(job.end(culprit)).isBetween(0, 1); // Its main has returned, if in time.
    assertThat(job.err())
        .startsWith("weft: rank " + culprit + " failed in its body: ")
        .containsOnlyOnce("IllegalStateException: the body gave up")
        .contains("WatchedMain.java:");
    assertThatNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB, DEPUTY})
  void whoEndsWithoutHavingFinishedFails(int culprit) throws Exception {
    job.order(culprit, "exit");

    assertThatAllEnd(others(culprit), culprit);
    assertThat(job.end(culprit)).isEqualTo(3);
    assertThat(job.err()).containsOnlyOnce("weft: ").contains("ended before the job's end");
    assertThatNothingIsLeft();
  }

  @Test
  void anEndWithoutAWordIsAsAKill() throws Exception {
    job.order(2, "halt");

    assertThatAllEnd(others(2), 2);
    assertThat(job.err()).containsOnlyOnce("weft: ").contains("is gone");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB, DEPUTY})
  void aRankWhoseWatchingBreaksFails(int culprit) throws Exception {
    job.order(culprit, "break");

    assertThatAllEnd(others(), culprit);
    assertThat(job.err())
        .containsOnlyOnce("weft: ")
        .contains("weft: rank " + culprit + " failed in watching the other ranks: ")
        .contains("StackOverflowError: of the thread that asks");
    assertThatNothingIsLeft();
  }

  @Test
  void whoHasFinishedMayGo() throws Exception {
    List<Integer> first = List.of(1, DEPUTY);
    finish(first);
    for (int rank : first) {
      job.order(rank, "leave");
      assertThat(job.end(rank)).isZero();
    }
    Thread.sleep(1_000);
    for (int rank : others(1, DEPUTY)) {
      assertThat(job.process(rank).isAlive()).isTrue();
    }
    finish(others(1, DEPUTY));
    for (int rank : others(1, DEPUTY)) {
      job.order(rank, "await");
      job.await("all", rank);
      job.order(rank, "leave");
      assertThat(job.end(rank)).isZero();
    }
    assertThat(job.err()).isEmpty();
    assertThatNothingIsLeft();
  }

  /// Where nothing happens that thread waits; one that looks all the time runs whenever it is seen.
  @ParameterizedTest
  @ValueSource(ints = {1, HUB})
  void whoHasFinishedSleepsUntilTheOthersHave(int rank) throws Exception {
    finish(List.of(rank));
    Thread.sleep(1_000);

    Path thread = job.watchingThread(rank);
    int running = 0;
    for (int look = 0; look < 50; look++) {
      running += WatchedJob.isRunning(thread) ? 1 : 0;
      Thread.sleep(5);
    }
    assertThat(running).as("how often it ran, of 50 times").isLessThan(25);
  }

  private void finish(List<Integer> ranks) throws Exception {
    for (int rank : ranks) {
      job.order(rank, "finish");
      job.await("finished", rank);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB})
  void thatAllHaveFinishedIsKnownWhenTheLastHas(int last) throws Exception {
    finish(others(last));
    for (int rank : others(last)) {
      job.order(rank, "await");
    }
    Thread.sleep(300);
    for (int rank : others(last)) {
      assertThat(job.has("all", rank)).isFalse();
    }

    finish(List.of(last));
    job.order(last, "await");

    for (int rank : others()) {
      job.await("all", rank);
      job.order(rank, "leave");
      assertThat(job.end(rank)).isZero();
    }
    assertThat(job.err()).isEmpty();
    assertThatNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, HUB})
  void whoWaitsForAllLearnsThatOneIsLost(int culprit) throws Exception {
    finish(others(culprit));
    for (int rank : others(culprit)) {
      job.order(rank, "await");
    }

    job.signal("KILL", culprit);

    assertThatAllEnd(others(culprit), culprit);
    for (int rank : others(culprit)) {
      assertThat(job.has("all", rank)).isFalse();
    }
  }

  @Test
  void whoKnowsThatAllHaveFinishedIsNotEnded() throws Exception {
    finish(others());
    for (int rank : others()) {
      job.order(rank, "await");
      job.await("all", rank);
    }

    job.signal("KILL", 2);

    Thread.sleep(1_000);
    for (int rank : others(2)) {
      assertThat(job.process(rank).isAlive()).isTrue();
    }
    assertThat(job.err()).isEmpty();
  }

  @Test
  void processesThatAUserEndsTogetherHaveNotFailed() throws Exception {
    for (int rank : others()) {
      job.process(rank).destroy();
    }

    for (int rank : others()) {
      assertThat(job.end(rank)).isEqualTo(143);
    }
    assertThat(job.err()).isEmpty();
    assertThatNothingIsLeft();
  }
}
