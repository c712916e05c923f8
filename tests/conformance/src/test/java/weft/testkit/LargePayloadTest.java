// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.RsrN;
import weft.World;

/// A payload is bound neither by the frame, nor by the budget, nor by the heap of a rank's JVM.
@Sampled
final class LargePayloadTest {
  private static final long BYTES = 160L << 20;

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm", "tcp:WEFT_NETWORK_ONLY=1"})
  void aPayloadLargerThanBudgetAndHeapArrives(World world) {
    var seen = new long[2];
    RsrN large =
        world.rsrN(
            "large",
            (source, payload) -> {
              seen[0] = payload.size();
              seen[1] = payload.getLong(payload.size() - 8);
            });
    world.start();
    if (world.rank() == 0) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(BYTES, 8);
        segment.set(ValueLayout.JAVA_LONG, BYTES - 8, 42);
        large.send(1, segment);
      }
    }
    world.quiesce();
    assertEquals(world.rank() == 1 ? BYTES : 0, seen[0]);
    assertEquals(world.rank() == 1 ? 42 : 0, seen[1]);
  }
}
