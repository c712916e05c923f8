// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.Completion;
import weft.GlobalPointer;
import weft.Job;
import weft.Rsr0;
import weft.RsrN;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// While a large payload is on its way to a rank, nothing else goes there: room that is too little
/// for its next fragment must not keep the rank awake for the sake of something smaller.
final class HeldOutboxTest {
  private static final int ROUNDS = 8;
  private static final int LONGEST_MILLIS = 10_000;

  /// The thread of rank 0 while it sends.
  private final AtomicReference<@Nullable Thread> sending = new AtomicReference<>();

  @Test
  void aRankSleepsWhileAGetWaitsBehindALargePayload() {
    WeftConfig config = WeftConfig.ofRanks(2).withApart().withRingBytes(4096).withHeap(1 << 20);
    try (Job job = Weft.open(config)) {
      job.run(this::run);
    }
  }

  private void run(World world) throws InterruptedException {
    GlobalPointer all = world.heap().mallocAll(64);
    Rsr0 small = world.rsr0("small", source -> {});
    RsrN large = world.rsrN("large", (source, payload) -> {});
    Completion done = world.completion();
    world.start();
    for (int round = 0; round < ROUNDS; round++) {
      if (world.rank() == 0) {
        // Another place in the ring each time, so that some room is left for the get's answer.
        for (int i = 0; i < 5 * round + 5; i++) {
          small.send(1);
        }
        sending.set(Thread.currentThread());
        large.send(1, new byte[3 * 4096]);
        sending.set(null);
      } else {
        Thread other = awaitSender();
        // Rank 0 does not look before its ring is full.
        world.memory().get(all.at(0), 0, MemorySegment.ofArray(new long[1]), 0, 8, done);
        awaitSleep(other, round);
        done.await();
      }
      world.quiesce();
    }
  }

  private Thread awaitSender() throws InterruptedException {
    for (; ; ) {
      Thread thread = sending.get();
      if (thread != null) {
        return thread;
      }
      Thread.sleep(1);
    }
  }

  private static void awaitSleep(Thread thread, int round) throws InterruptedException {
    Thread.sleep(20); // it takes the get meanwhile
    boolean sleeps = false;
    for (int i = 0; i < LONGEST_MILLIS && !sleeps; i++) {
      Thread.sleep(1);
      sleeps = thread.getState() == Thread.State.TIMED_WAITING;
    }
    assertThat(sleeps)
        .as("round %d: whether rank 0 sleeps while it waits for room", round)
        .isTrue();
  }
}
