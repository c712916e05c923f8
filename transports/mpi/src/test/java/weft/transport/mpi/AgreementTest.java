// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.watch.AllGather;

/// What all ranks must agree on. Here they are threads.
final class AgreementTest {
  private static final int SIZE = 3;
  private static final int PATIENCE_SECONDS = 600;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private List<Future<MpiSettings>> agree(Map<String, String> ofLast) {
    var told = new byte[SIZE][];
    var barrier = new CyclicBarrier(SIZE);
    var agreed = new ArrayList<Future<MpiSettings>>();
    for (int rank = 0; rank < SIZE; rank++) {
      int me = rank;
      Map<String, String> mine = me == SIZE - 1 ? ofLast : Map.of();
      AllGather threadsAllGather =
          bytes -> {
            told[me] = bytes;
            await(barrier);
            return told;
          };
      agreed.add(threads.submit(() -> Agreement.on(mine, me, SIZE, threadsAllGather)));
    }
    return agreed;
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertThatAllThrow(Map<String, String> ofLast, String... parts) {
    for (Future<MpiSettings> each : agree(ofLast)) {
      assertThatThrownBy(each::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(WeftException.class)
          .hasMessageContainingAll(parts);
    }
  }

  @Test
  void theSameSettingsAreReturned() throws Exception {
    for (Future<MpiSettings> each : agree(Map.of("WEFT_JOIN", "7"))) {
      assertThat(each.get().ringBytes()).isEqualTo(1 << 20);
    }
  }

  @Test
  void whatIsWrongAtOneIsThrownAtAll() {
    assertThatAllThrow(Map.of("WEFT_RING", "5"), "on rank 2, WEFT_RING is \"5\"", "power of two");
    assertThatAllThrow(Map.of("WEFT_JOIN", "long"), "on rank 2, WEFT_JOIN is \"long\"");
  }

  @Test
  void whatDiffersIsThrownAtAll() {
    assertThatAllThrow(
        Map.of("WEFT_RING", "4k"),
        "rank 0 has rings of 1048576 bytes",
        "rank 2 has rings of 4096 bytes");
  }
}
