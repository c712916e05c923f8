// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.Rsr0;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// A rank frees a group without waiting. Others may still use it, and nothing of it is used again
/// before all have freed it.
@Sampled
class GroupEndTest {
  private static final int STEPS = 300;
  private static final int MOST_GROUPS = 6;

  /// A rank that was first to give its data, and leaves, still serves the others.
  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void aRankLeavesWhileOthersReceive(World world) throws InterruptedException {
    Group all = Group.world(world);
    world.start();
    for (int length : new int[] {1, 3000, 100_000}) {
      for (int root = 0; root < world.size(); root++) {
        Group own = all.dup();
        double[] values = new double[length];
        if (own.rank() == root) {
          Arrays.fill(values, root + 1);
        } else {
          Thread.sleep(1 + own.rank());
        }
        own.run(Operation.broadcast(root, Data.of(values)));
        own.free();
        assertThat(values).containsOnly(root + 1);
      }
    }
  }

  /// The memory of the last groups is given back, too, when all ranks have left them.
  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"})
  void noMemoryOfGroupsStays(World world) {
    Group all = Group.world(world);
    world.start();
    all.barrier();
    world.quiesce();
    long before = world.heap().used();
    for (int i = 0; i < 20; i++) {
      Group group = i % 2 == 0 ? all.dup() : all.split(0, -all.rank());
      assertThat(group.allreduce(1L, Operator.SUM)).isEqualTo(world.size());
      group.free();
    }
    all.barrier();
    world.pollUntil(() -> world.heap().used() == before); // a standstill if it stays
    all.barrier();
  }

  /// The memory of groups is used again when all ranks have left them. Ranks whose bodies end after
  /// that, and which may not have heard of it, write nothing there.
  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"})
  void anEndingRankWritesNothingToMemoryThatIsUsedAgain(World world) throws InterruptedException {
    Group all = Group.world(world);
    boolean[] told = new boolean[1];
    Rsr0 end = world.rsr0("end", source -> told[0] = true);
    world.start();
    Group alone = all.split(world.rank(), 0);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < MOST_GROUPS; i++) {
      groups.add(all.dup());
      assertThat(groups.getLast().allreduce(1L, Operator.SUM)).isEqualTo(world.size());
    }
    groups.forEach(Group::free);
    if (world.rank() > 0) {
      world.pollUntil(() -> told[0]);
      return;
    }
    for (int i = 0; i < 50; i++) {
      world.poll();
      Thread.sleep(1);
    }
    alone.dup().free();
    List<MemorySegment> memory = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      memory.add(world.heap().allocate(i < 20 ? 1 << 14 : 1 << 9));
    }
    for (int rank = 1; rank < world.size(); rank++) {
      end.send(rank);
    }
    Thread.sleep(300);
    for (MemorySegment each : memory) {
      for (long at = 0; at < each.byteSize(); at += 8) {
        assertThat(each.get(ValueLayout.JAVA_LONG, at)).as("word %d", at / 8).isZero();
      }
    }
  }

  /// A group of which this rank is a member.
  private record Member(Group group, long sum) {}

  /// Random groups, in which the ranks have no common time: they end them at random. All ranks draw
  /// the same groups, and each takes part in those of its own.
  @WeftTest(
      ranks = {1, 2, 3, 5, 8},
      transport = {"threads", "shm"},
      apart = 4)
  void groupsComeAndGo(World world, Random mine) {
    Group all = Group.world(world);
    world.start();
    var common = new Random(all.broadcast(0, mine.nextLong()));
    // Of every group its members, as all ranks draw them.
    Map<Integer, int[]> members = new HashMap<>();
    Map<Integer, Member> own = new HashMap<>();
    List<Group> ending = new ArrayList<>();
    members.put(0, ranks(all));
    own.put(0, new Member(all, Arrays.stream(ranks(all)).sum()));
    for (int step = 1; step <= STEPS; step++) {
      List<Integer> names = new ArrayList<>(members.keySet().stream().sorted().toList());
      int name = names.get(common.nextInt(names.size()));
      int[] ranks = members.getOrDefault(name, new int[0]);
      Member it = own.get(name);
      if (name != 0 && (names.size() > MOST_GROUPS || common.nextInt(3) == 0)) {
        members.remove(name);
        own.remove(name);
        if (it != null) {
          ending.add(it.group());
        }
      } else if (names.size() <= MOST_GROUPS) {
        boolean isHalf = common.nextBoolean();
        int odd = common.nextInt(2);
        int[] chosen =
            isHalf ? Arrays.stream(ranks).filter(rank -> rank % 2 == odd).toArray() : ranks;
        if (chosen.length > 0) {
          members.put(step, chosen);
        }
        if (it != null) {
          Group made = make(it.group(), isHalf, odd, world.rank());
          if (made != null) {
            own.put(step, new Member(made, Arrays.stream(chosen).sum()));
          }
        }
      }
      Member other = own.get(names.get(common.nextInt(names.size())));
      int how = common.nextInt(3);
      if (other != null) {
        use(other, world.rank(), how);
      }
      endSome(ending, mine);
      if (mine.nextInt(4) == 0) {
        world.poll();
      }
    }
    own.remove(0);
    own.values().forEach(it -> ending.add(it.group()));
    ending.forEach(Group::free);
    all.barrier();
    for (int i = 0; i < 3; i++) {
      Group last = all.dup();
      assertThat(last.toString()).startsWith("group 1 of ");
      last.free();
    }
  }

  private static void endSome(List<Group> ending, Random mine) {
    while (!ending.isEmpty() && mine.nextInt(3) == 0) {
      ending.remove(mine.nextInt(ending.size())).free();
    }
  }

  private static @Nullable Group make(Group parent, boolean isHalf, int odd, int rank) {
    if (!isHalf) {
      return parent.dup();
    }
    if (rank % 2 != odd) {
      parent.splitNone();
      return null;
    }
    return parent.split(0, 0);
  }

  private static void use(Member it, int rank, int how) {
    if (how == 0) {
      assertThat(it.group().allreduce((long) rank, Operator.SUM)).isEqualTo(it.sum());
      return;
    }
    long[] values = new long[how == 1 ? 500 : 20_000];
    Arrays.fill(values, rank);
    it.group().run(Operation.allreduce(Data.of(values), Operator.SUM));
    assertThat(values).containsOnly(it.sum());
  }

  private static int[] ranks(Group group) {
    int[] ranks = new int[group.size()];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = group.member(i);
    }
    return ranks;
  }

  /// Groups of some ranks only, that are never followed by a group of all.
  @WeftTest(
      ranks = {3, 5},
      transport = {"threads", "shm"},
      apart = 4)
  void neighboursLeaveNothing(World world) {
    Group all = Group.world(world);
    world.start();
    int rank = world.rank();
    Group pairs = all.split(rank / 2, rank);
    long used = -1;
    for (int i = 0; i < 300; i++) {
      Group pair = pairs.dup();
      Group alone = pair.split(rank, 0);
      pair.barrier();
      pair.free();
      alone.free();
      assertThatThrownBy(pair::barrier).hasMessageContaining("which was freed at ");
      if (i == 10) {
        used = usedAtRest(world);
      }
    }
    assertThat(usedAtRest(world)).isEqualTo(used);
    pairs.free();
    all.barrier();
  }

  /// What is in use when each rank knows which groups the others have freed.
  private static long usedAtRest(World world) {
    world.quiesce();
    return world.heap().used();
  }
}
