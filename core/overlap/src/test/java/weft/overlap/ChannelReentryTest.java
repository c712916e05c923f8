// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import weft.Rsr1;
import weft.World;
import weft.layer.Layer;
import weft.testkit.WeftTest;

/// Handlers that run while a call of a channel waits use the same channel.
class ChannelReentryTest {
  private static final int ROUNDS = 500;

  /// Checks that records arrive in the order in which their pushes were called.
  private static final class Order {
    private final long[] next;
    private final long[] got;

    Order(World world) {
      next = new long[world.size()];
      got = new long[world.size()];
    }

    long next(int target) {
      return next[target]++;
    }

    void arrived(int source, long number) {
      assertThat(number).as("from rank %d", source).isEqualTo(got[source]++);
    }
  }

  @WeftTest(
      ranks = {1, 3, 5},
      transport = {"threads", "shm"},
      ring = 4096)
  void settingsKeepWhatHandlersPush(World world) {
    var channel = new WordChannel[1];
    var got = new long[1];
    var pushed = new long[1];
    var sums = new long[2];
    var order = new Order(world);
    Rsr1 all = world.rsr1("pushed", (source, count) -> sums[0] += count);
    Rsr1 some = world.rsr1("got", (source, count) -> sums[1] += count);
    channel[0] =
        Channel.words(
            world,
            "words",
            (source, word) -> {
              got[0]++;
              order.arrived(source, word >>> 8);
              long left = word & 255;
              for (int target = 0; left > 0 && target < world.size(); target++) {
                if ((left + target) % 2 == 0) {
                  pushed[0]++;
                  channel[0].push(target, order.next(target) << 8 | left - 1);
                }
              }
              if (left == 2 && got[0] % 16 == 0) {
                channel[0].bufferBytes(64 + (int) (got[0] % 5) * 64);
                channel[0].buffers(1 + (int) (got[0] % 3));
              }
            });
    world.start();
    for (int i = 0; i < ROUNDS; i++) {
      for (int target = 0; target < world.size(); target++) {
        pushed[0]++;
        channel[0].push(target, order.next(target) << 8 | 4);
      }
      switch (i % 5) {
        case 0 -> channel[0].bufferBytes(64 + i % 7 * 64);
        case 1 -> channel[0].buffers(1 + i % 3);
        case 2 -> channel[0].flush();
        case 3 -> channel[0].flush(i % world.size());
        default -> world.poll();
      }
    }
    world.quiesce();
    all.send(0, pushed[0]);
    some.send(0, got[0]);
    world.quiesce();
    assertThat(sums[1]).isEqualTo(sums[0]);
    assertThat(channel[0].isFlushed()).isTrue();
    assertThat(channel[0].counters().pushed()).isEqualTo(pushed[0]);
  }

  /// One rank sends to itself, so that its pushes surely wait, and handlers run meanwhile.
  @WeftTest(
      ranks = {1},
      transport = {"threads", "shm"},
      ring = 4096)
  void aPushTakesItsPlaceWhenItIsCalled(World world) {
    var order = new Order(world);
    var channel = new VectorChannel[1];
    var byHandlers = new int[1];
    channel[0] =
        Channel.vectors(
            world,
            "vectors",
            (source, tag, vector) -> {
              order.arrived(source, tag);
              if (byHandlers[0] < 2 * ROUNDS && vector.bytes() != 16) {
                byHandlers[0]++;
                channel[0].push(0, order.next(0), new byte[16]);
              }
            });
    world.start();
    int inWaits = 0;
    for (int i = 0; i < ROUNDS; i++) {
      // Small, and of several frames; buffers of one record, and of some.
      channel[0].bufferBytes(i % 100 == 0 ? 64 : 256);
      int before = byHandlers[0];
      channel[0].push(0, order.next(0), new byte[i % 7 == 0 ? 3 * world.frameBytes() : 40]);
      inWaits += byHandlers[0] - before;
    }
    world.quiesce();
    assertThat(inWaits).isPositive();
    assertThat(channel[0].counters().waited()).isPositive();
  }

  /// A step of an object may push more than there is room for, as it may send.
  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"},
      ring = 4096)
  void aStepPushesWaitingForRoom(World world) {
    Layer layer = Layer.of(world);
    var order = new Order(world);
    WordChannel words =
        Channel.words(world, "words", (source, word) -> order.arrived(source, word));
    var left = new int[] {3};
    layer
        .steps()
        .set(() -> {
          if (left[0] == 0) {
            return 0;
          }
          left[0]--;
          layer.steps().enter("a step");
          for (int i = 0; i < 2000; i++) {
            words.push(world.next(), order.next(world.next()));
          }
          layer.steps().leave();
          return 1;
        });
    world.start();
    world.pollUntil(() -> left[0] == 0);
    world.quiesce();
    assertThat(order.got[world.previous()]).isEqualTo(6000);
    assertThatThrownBy(() -> layer.steps().set(() -> 0)).hasMessageContaining("already");
    assertThatThrownBy(() -> layer.messages().setBuffers(() -> 0))
        .hasMessageContaining("this rank has a chore for buffers of libraries already");
  }

  /// More buffers than one are used while the budget has room for them.
  @WeftTest(
      ranks = {2},
      ring = 4096,
      budget = 1 << 16)
  void buffersStayInTheBudget(World world) {
    var order = new Order(world);
    WordChannel words =
        Channel.words(world, "words", (source, word) -> order.arrived(source, word));
    world.start();
    words.bufferBytes(world.frameBytes());
    words.buffers(64);
    for (int i = 0; i < 100_000 && world.rank() == 0; i++) {
      words.push(1, order.next(1));
    }
    world.quiesce();
    assertThat(world.counters().budgetPeak()).isLessThanOrEqualTo(1 << 16);
  }
}
