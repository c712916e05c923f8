// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.Rsr1;
import weft.World;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.testkit.WeftTest;

/// Steps of objects, which run in waits of the body below the handlers, and counted messages of any
/// size.
final class StepsTest {
  private static final int MANY = 20_000;

  /// Each step sends more than the ring holds, so that it waits for room inside the body's wait.
  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"},
      ring = 4096)
  void aStepSendsWaitingForRoomAndMayPoll(World world) {
    Layer layer = Layer.of(world);
    var sum = new long[1];
    Rsr1 add = world.rsr1("add", (source, value) -> sum[0] += value);
    var left = new int[] {0};
    layer
        .steps()
        .set(() -> {
          if (left[0] == 0) {
            return 0;
          }
          left[0]--;
          layer.steps().enter("a step");
          assertThat(layer.calls().where()).isEqualTo("a step");
          for (int i = 0; i < MANY; i++) {
            add.send(world.next(), 1);
          }
          world.poll();
          assertThatThrownBy(world::quiesce)
              .hasMessageContaining("World.quiesce was called on rank " + world.rank())
              .hasMessageContaining("in a step");
          layer.steps().leave();
          layer.counts().happened(1);
          return 1;
        });
    world.start();
    left[0] = 3;
    for (int i = 0; i < 3; i++) {
      layer.counts().expect(1);
    }
    world.quiesce();
    assertThat(left[0]).isZero();
    assertThat(sum[0]).isEqualTo(3L * MANY);
  }

  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void messagesOfAnySizeAreForwardedAsTheyAre(World world) {
    Layer layer = Layer.of(world);
    int size = 3 * world.frameBytes() + 5;
    var messages = new Frames[1];
    var seen = new long[1];
    messages[0] =
        layer
            .messages()
            .programFrames(
                "pass on",
                "words",
                (source, memory, at, bytes) -> {
                  if (world.rank() == 1) {
                    messages[0].send(0, memory, at, bytes);
                  } else {
                    seen[0] += bytes + memory.get(ValueLayout.JAVA_BYTE, at + bytes - 1);
                  }
                });
    world.start();
    if (world.rank() == 0) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment large = arena.allocate(size);
        large.set(ValueLayout.JAVA_BYTE, size - 1, (byte) 7);
        messages[0].send(1, large, 0, size);
      }
      long at = messages[0].open(1, 16);
      messages[0].memory().set(ValueLayout.JAVA_LONG_UNALIGNED, at, 1);
      messages[0].memory().set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, 9L << 56);
      messages[0].close();
    }
    world.quiesce();
    if (world.rank() == 0) {
      assertThat(seen[0]).isEqualTo(size + 7 + 16 + 9);
    }
  }
}
