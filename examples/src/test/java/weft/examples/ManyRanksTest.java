// SPDX-License-Identifier: Apache-2.0
package weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import weft.Rsr0;
import weft.Rsr1;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.WeftTest;

/// How do I test code that runs on several ranks?
final class ManyRanksTest {
  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void everyoneHearsOfEveryone(World world) {
    var heard = new int[1];
    Rsr0 hello = world.rsr0("hello", source -> heard[0]++);
    world.start();

    for (int rank = 0; rank < world.size(); rank++) {
      hello.send(rank);
    }
    world.quiesce();
    assertThat(heard[0]).isEqualTo(world.size());
  }

  @WeftTest(ranks = 3, ring = 4096)
  void nothingIsLostWhenRingsAreFull(World world, Random random) {
    var received = new long[1];
    Group all = Group.world(world);
    Rsr1 add = world.rsr1("add", (source, value) -> received[0] += value);
    world.start();

    long sent = 0;
    for (int i = 0; i < 10_000; i++) {
      int value = random.nextInt(100);
      add.send(random.nextInt(world.size()), value);
      sent += value;
    }
    world.quiesce();
    assertThat(all.allreduce(received[0], Operator.SUM))
        .isEqualTo(all.allreduce(sent, Operator.SUM));
  }
}
