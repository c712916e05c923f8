// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.transport.FailureReport;
import weft.transport.Outbox;
import weft.transport.RecordSink;
import weft.transport.Transport;
import weft.transport.Waits;

/// The order in which a waiting rank looks, announces sleep and sleeps.
final class WaitingTest {
  private static final long LONGER_THAN_THE_LINGER = 1_000_000;

  private final SleepLog transport = new SleepLog();
  private final Waiting waiting = new Waiting(transport);

  @Test
  void theLastLookBeforeSleepBeginsAfterTheLinger() {
    waiting.begin("a test", "", -1);
    waitUntilAnnounced();
    // Here the rank looks, and is then off its processor for long: the look was too early, whatever
    // the clock says now.
    pass(LONGER_THAN_THE_LINGER);
    waiting.pause(0);
    assertThat(transport.sleeps).isZero();

    waiting.pause(0);
    assertThat(transport.sleeps).isEqualTo(1);
    assertThat(transport.announced).isFalse();
  }

  @Test
  void eachSleepHasItsOwnLinger() {
    waiting.begin("a test", "", -1);
    for (int sleep = 1; sleep <= 3; sleep++) {
      waitUntilAnnounced();
      pass(LONGER_THAN_THE_LINGER);
      waiting.pause(0);
      assertThat(transport.sleeps).isEqualTo(sleep - 1);
      waiting.pause(0);
      assertThat(transport.sleeps).isEqualTo(sleep);
    }
  }

  @Test
  void whatArrivesInTheLingerEndsIt() {
    waiting.begin("a test", "", -1);
    waitUntilAnnounced();
    waiting.pause(1);
    assertThat(transport.announced).isFalse();
    assertThat(transport.sleeps).isZero();
  }

  @Test
  void roomThatIsThereAlreadyEndsIt() {
    waiting.addRooms(() -> transport.announced);
    waiting.begin("a test", "", -1);
    for (int i = 0; i < 10_000; i++) {
      waiting.pause(0);
      assertThat(transport.announced).isFalse();
    }
    assertThat(transport.announcements).isPositive();
    assertThat(transport.sleeps).isZero();
  }

  @Test
  void aLoopOverPollsInWhichNothingComesIsToldThatItIsLong() {
    var told = new int[1];
    waiting.whenLong(() -> told[0]++);
    long polls = 0;
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 1_500_000_000) {
      waiting.idled(++polls, polls / 1_000); // between any two looks something comes
    }
    assertThat(told[0]).isZero();

    begin = System.nanoTime();
    long completed = polls;
    while (told[0] == 0) {
      assertThat(waiting.idled(++polls, completed)).isZero();
    }
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(500_000_000);
    while (told[0] == 1) {
      waiting.idled(++polls, completed);
    }
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(1_000_000_000);
  }

  @Test
  void aLongWaitIsToldThatItIsLong() {
    var told = new int[2];
    waiting.whenLong(() -> {
      assertThat(transport.announced).isFalse();
      told[0]++;
    });
    waiting.whenLong(() -> told[1]++);
    waiting.begin("a test", "", -1);
    waitUntilAnnounced();
    while (transport.sleeps == 0) {
      waiting.pause(0);
    }
    assertThat(told[0]).isZero();
    for (int pauses = 1; told[0] == 0; pauses++) {
      // That something comes now and then does not make it shorter.
      waiting.pause(pauses % 10_000 == 0 ? 1 : 0);
    }
    assertThat(waiting.nanos()).isGreaterThanOrEqualTo(500_000_000);
    assertThat(told[1]).isEqualTo(1);
    while (told[0] == 1) {
      waiting.pause(0);
    }
    assertThat(waiting.nanos()).isGreaterThanOrEqualTo(1_000_000_000);
    waiting.end();

    waiting.begin("another", "", -1);
    waitUntilAnnounced();
    int sleeps = transport.sleeps;
    while (transport.sleeps == sleeps) {
      waiting.pause(0);
    }
    assertThat(told[0]).isEqualTo(2);
  }

  private void waitUntilAnnounced() {
    while (!transport.announced) {
      waiting.pause(0);
    }
  }

  private static void pass(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
  }

  /// Moves nothing; counts sleeps.
  private static final class SleepLog implements Transport {
    private boolean announced;
    private int announcements;
    private int sleeps;
    private final Waits waits =
        new Waits() {
          @Override
          public void sleep(long nanos) {
            sleeps++;
          }
        };

    @Override
    public String name() {
      return "log";
    }

    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public int maxRecord() {
      return 64;
    }

    @Override
    public Outbox outbox(int target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int poll(RecordSink sink) {
      return 0;
    }

    @Override
    public @Nullable MemorySegment heap(int rank) {
      return null;
    }

    @Override
    public void commitHeap(long offset, long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void prepareSleep() {
      announced = true;
      announcements++;
    }

    @Override
    public Waits waits() {
      return waits;
    }

    @Override
    public void awake() {
      announced = false;
    }

    @Override
    public void wake() {}

    @Override
    public void connect(Watcher watcher) {}

    @Override
    public void fail(FailureReport report) {}

    @Override
    public void finished() {}

    @Override
    public void close() {}
  }
}
