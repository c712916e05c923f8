// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import weft.Rsr1;
import weft.RsrN;
import weft.World;
import weft.layer.Layer;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// A send or a push of the body that waits for room runs handlers, and no steps of objects, on
/// every transport. Other waits run steps. A step may push, too.
@Sampled
final class SendsRunNoStepsTest {
  private static final int LARGE = 1 << 20;
  private static final int WORDS = 3_000;
  private static final int TIMES = 3;

  private int steps;
  private int handled;
  private long[] pushedInStep = new long[1];

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      ring = 4096)
  void sendsRunHandlersAlone(World world) {
    check(world);
  }

  @WeftTest(
      ranks = {2},
      ring = 4096,
      transport = {
        "mpi:WEFT_MPI=openmpi,WEFT_NETWORK_ONLY=1",
        "mpi:WEFT_MPI=mpich,WEFT_NETWORK_ONLY=1"
      })
  void sendsOverMpiRunHandlersAlone(World world) {
    assumeTrue(MpiInstallations.missing().isEmpty(), () -> MpiInstallations.missing().orElse(""));
    check(world);
  }

  private void check(World world) {
    Layer layer = Layer.of(world);
    var received = new long[2];
    RsrN large = world.rsrN("large", (source, payload) -> received[0] += payload.size());
    Rsr1 small = world.rsr1("small", (source, a) -> handled++);
    WordChannel words = Channel.words(world, "words", (source, word) -> received[1]++);
    words.buffers(1);
    layer.steps().set(() -> step(layer, world, words));
    world.start();
    byte[] payload = new byte[LARGE];
    world.pollUntil(() -> steps > 0); // a wait runs steps
    for (int time = 0; time < TIMES; time++) {
      int before = steps;
      for (int target = 0; target < world.size(); target++) {
        small.send(target, 1);
        large.send(target, payload);
        for (int i = 0; i < WORDS; i++) {
          words.push(target, i);
        }
        words.flush();
      }
      assertThat(steps).as("steps during sends").isEqualTo(before);
    }
    pushedInStep[0] = WORDS; // from now on the steps push, more than there is room for
    world.pollUntil(() -> pushedInStep[0] == 0);
    world.quiesce();
    assertThat(handled).isEqualTo(TIMES * world.size());
    assertThat(received[0]).isEqualTo((long) TIMES * world.size() * LARGE);
    // From the bodies of all ranks, and from the steps of the previous rank.
    assertThat(received[1]).isEqualTo(((long) TIMES * world.size() + 1) * WORDS);
  }

  private int step(Layer layer, World world, WordChannel words) {
    steps++;
    if (pushedInStep[0] == 0) {
      return 0;
    }
    layer.steps().enter("a step of the test");
    for (; pushedInStep[0] > 0; pushedInStep[0]--) {
      words.push(world.next(), pushedInStep[0]);
    }
    layer.steps().leave();
    return 1;
  }
}
