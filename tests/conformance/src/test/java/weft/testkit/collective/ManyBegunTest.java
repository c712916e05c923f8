// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import weft.Completion;
import weft.Rsr0;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Any number of operations of a group may have been begun: more than its window wait for their
/// turn, and nobody waits for others in `start`.
@Sampled
class ManyBegunTest {
  private static final int MANY = 500;

  private int told;

  /// The others begin nothing before rank 0 has begun everything, and says so.
  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 3)
  void startWaitsForNobody(World world) {
    Group all = Group.world(world);
    Rsr0 go = world.rsr0("go", source -> told++);
    world.start();
    int size = world.size();
    var dones = new Completion[MANY];
    var values = new long[MANY][];
    if (world.rank() > 0) {
      world.pollUntil(() -> told > 0);
    }
    for (int i = 0; i < MANY; i++) {
      dones[i] = world.completion();
      values[i] = SampleNumbers.of(i, world.rank(), i % 3 == 0 ? 3_000 : 3);
      all.start(operation(i, size, values[i]), dones[i]);
    }
    if (world.rank() == 0) {
      for (int other = 1; other < size; other++) {
        go.send(other);
      }
    }
    // What is called meanwhile comes after them.
    assertThat(all.allreduce(1, Operator.SUM)).isEqualTo(size);
    for (int i = MANY - 1; i >= 0; i--) {
      dones[i].await();
      int length = values[i].length;
      long[] expected =
          i % 2 == 0
              ? SampleNumbers.sum(i, 0, size, length)
              : SampleNumbers.of(i, i % size, length);
      assertThat(values[i]).as("operation %d", i).isEqualTo(expected);
    }
  }

  private static Operation operation(int i, int size, long[] values) {
    return i % 2 == 0
        ? Operation.allreduce(Data.of(values), Operator.SUM)
        : Operation.broadcast(i % size, Data.of(values));
  }

  /// A body may return while much has still to begin: the operations are carried out all the same,
  /// for others may wait for them.
  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 3)
  void whatWaitsForItsTurnIsCarriedOutThoughTheBodyHasReturned(World world) {
    Group all = Group.world(world);
    world.start();
    var dones = new Completion[100];
    var values = new long[dones.length][];
    for (int i = 0; i < dones.length; i++) {
      dones[i] = world.completion();
      values[i] = SampleNumbers.of(i, world.rank(), 600);
      all.start(Operation.allreduce(Data.of(values[i]), Operator.SUM), dones[i]);
    }
    if (world.rank() == 0) {
      return;
    }
    for (int i = 0; i < dones.length; i++) {
      dones[i].await();
      assertThat(values[i]).isEqualTo(SampleNumbers.sum(i, 0, world.size(), 600));
    }
  }
}
