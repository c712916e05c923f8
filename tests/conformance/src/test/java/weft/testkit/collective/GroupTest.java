// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.Completion;
import weft.WeftException;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Making groups, using several at once, and ending them.
@Sampled
class GroupTest {
  private static Group start(World world) {
    Group all = Group.world(world);
    world.start();
    return all;
  }

  private static long sum(Group group, long value) {
    long[] sum = {value};
    group.run(Operation.allreduce(Data.of(sum), Operator.SUM));
    return sum[0];
  }

  /// The world's ranks of all members, as they say themselves.
  private static List<Long> members(Group group, World world) {
    long[] ranks = new long[group.size()];
    group.run(Operation.allgather(Data.of(new long[] {world.rank()}), Data.of(ranks)));
    var list = new ArrayList<Long>();
    for (int i = 0; i < ranks.length; i++) {
      assertThat((long) group.member(i)).isEqualTo(ranks[i]);
      list.add(ranks[i]);
    }
    assertThat(list.get(group.rank())).isEqualTo(world.rank());
    return list;
  }

  @WeftTest(
      ranks = {1, 2, 5, 8},
      transport = {"threads", "shm"},
      apart = 4)
  void splitsByColorAndOrdersByKey(World world) {
    Group all = start(world);
    int rank = world.rank();
    Group third = all.split(rank % 3, -rank);
    var expected = new ArrayList<Long>();
    for (long other = world.size() - 1L; other >= 0; other--) {
      if (other % 3 == rank % 3) {
        expected.add(other);
      }
    }
    assertThat(members(third, world)).isEqualTo(expected);
    // Equal keys: in the order of the ranks. A group can be split again.
    Group again = third.split(0, 7);
    assertThat(members(again, world)).isEqualTo(expected);
    Group alone = again.split(again.rank(), 0);
    assertThat(members(alone, world)).containsExactly((long) rank);
    assertThat(sum(all, 1)).isEqualTo(world.size());
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void whoWantsNoGroupIsInNone(World world) {
    Group all = start(world);
    assertThatThrownBy(() -> all.split(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("color -1")
        .hasMessageContaining("splitNone");
    if (world.rank() == 1) {
      all.splitNone();
    } else {
      Group others = all.split(4, 0);
      assertThat(sum(others, 1)).isEqualTo(world.size() - 1);
    }
    assertThat(sum(all, 1)).isEqualTo(world.size());
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void groupsDoNotMeet(World world) {
    Group all = start(world);
    Group twin = all.dup();
    assertThat(members(twin, world)).isEqualTo(members(all, world));
    // The same operations, begun in another order by every other rank.
    long[] one = {1};
    long[] two = {2};
    Operation first = Operation.allreduce(Data.of(one), Operator.SUM);
    Operation second = Operation.allreduce(Data.of(two), Operator.SUM);
    Completion firstDone = world.completion();
    Completion secondDone = world.completion();
    if (world.rank() % 2 == 0) {
      all.start(first, firstDone);
      twin.start(second, secondDone);
    } else {
      twin.start(second, secondDone);
      all.start(first, firstDone);
    }
    secondDone.await();
    firstDone.await();
    assertThat(one[0]).isEqualTo(world.size());
    assertThat(two[0]).isEqualTo(2L * world.size());
  }

  @WeftTest(
      ranks = {3, 6},
      transport = {"threads", "shm"},
      apart = 4)
  void subgroupsByList(World world) {
    Group all = start(world);
    int last = world.size() - 1;
    Group pair = all.subgroup(last, 0);
    boolean isMember = world.rank() == 0 || world.rank() == last;
    assertThat(pair != null).isEqualTo(isMember);
    if (pair != null) {
      assertThat(members(pair, world)).containsExactly((long) last, 0L);
    }
    assertThat(all.subgroup()).isNull();
    assertThatThrownBy(() -> all.subgroup(1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[1, 2, 1] has rank 1 twice");
    assertThatThrownBy(() -> all.subgroup(world.size()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void membersThatDisagreeAreTold(World world) {
    Group all = start(world);
    int rank = world.rank();
    assertThatThrownBy(() -> all.subgroup(rank == 1 ? new int[] {1, 0} : new int[] {0, 1}))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("rank 1 gave other ranks than rank 0");
    assertThatThrownBy(() -> disagree(all, rank))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("rank 1 called Group.dup while rank 0 called Group.split");
    // All were told, so all can go on.
    assertThat(sum(all, rank)).isEqualTo(world.size() * (world.size() - 1L) / 2);
  }

  private static Group disagree(Group all, int rank) {
    return rank == 1 ? all.dup() : all.split(0, 0);
  }

  @WeftTest(
      ranks = {1, 4},
      transport = {"threads", "shm"},
      apart = 4)
  void freedGroupsAreRefused(World world) {
    Group all = start(world);
    Group half = all.split(world.rank() % 2, 0);
    half.barrier();
    half.free();
    assertThatThrownBy(half::barrier)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Group.barrier of group")
        .hasMessageContaining("was freed");
    assertThatThrownBy(half::dup).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(half::free).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(all::free)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("group of all ranks");
    assertThat(sum(all, 1)).isEqualTo(world.size());
  }

  /// What is refused changes nothing: the next call goes the way that it goes on the others.
  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 4)
  void whatAHandlerMayNotDoChangesNothing(World world) {
    Group all = Group.world(world);
    var made = new Group[1];
    var refused = new int[1];
    var free =
        world.rsr0(
            "frees",
            source -> {
              for (Runnable call :
                  new Runnable[] {made[0]::free, () -> made[0].reproducible(true)}) {
                try {
                  call.run();
                } catch (IllegalStateException e) {
                  refused[0]++;
                }
              }
            });
    world.start();
    Group twin = all.dup();
    made[0] = twin;
    all.barrier();
    if (world.rank() == 0) {
      free.send(1);
    }
    world.quiesce();
    assertThat(refused[0]).isEqualTo(world.rank() == 1 ? 2 : 0);
    assertThat(sum(twin, 1)).isEqualTo(world.size());
    assertThat(twin.allreduce(1.5, Operator.SUM)).isEqualTo(1.5 * world.size());
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      apart = 4)
  void aBusyGroupIsNotFreed(World world) {
    Group all = start(world);
    Group twin = all.dup();
    long[] value = {1};
    Completion done = world.completion();
    if (world.rank() == 0) {
      twin.start(Operation.allreduce(Data.of(value), Operator.SUM), done);
      // The others have not called yet.
      assertThatThrownBy(twin::free)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("pending");
      all.barrier();
    } else {
      all.barrier();
      twin.start(Operation.allreduce(Data.of(value), Operator.SUM), done);
    }
    done.await();
    twin.free();
    assertThat(value[0]).isEqualTo(world.size());
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void aThousandGroupsLeaveNothing(World world) {
    Group all = start(world);
    long[] words = new long[3000];
    long used = -1;
    for (int i = 0; i < 1000; i++) {
      Group group = i % 2 == 0 ? all.dup() : all.split(world.rank() % 2, i * world.rank());
      assertThat(group.toString()).startsWith("group 1 of ");
      words[0] = i;
      group.run(Operation.broadcast(i % group.size(), Data.of(words)));
      assertThat(words[0]).isEqualTo(i);
      group.free();
      if (i == 101) { // with a group as the last one, whose memory the next one would free
        used = world.heap().used();
      }
    }
    assertThat(world.heap().used()).isEqualTo(used);
  }

  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void manyGroupsAtOnce(World world, Random mine) {
    Group all = start(world);
    var groups = new ArrayList<Group>();
    // More than one round of looking for a number.
    for (int i = 0; i < 300; i++) {
      groups.add(all.dup());
    }
    var common = new Random(5);
    for (int i = 0; i < 300; i++) {
      Group group = groups.get(common.nextInt(groups.size()));
      assertThat(sum(group, i)).isEqualTo((long) i * world.size());
      if (mine.nextInt(10) == 0) {
        world.poll();
      }
    }
    groups.forEach(Group::free);
  }
}
