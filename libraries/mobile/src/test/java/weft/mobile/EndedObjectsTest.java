// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.WeftTest;

/// Elements and objects that have ended cost nothing, and far indexes cost no more than near ones.
final class EndedObjectsTest {
  private static final Codec<long[]> LONGS = Codecs.of(long[].class);
  private static final long FAR = Integer.MAX_VALUE;

  private static int known(ObjectRank rank) {
    var known = new int[1];
    rank.router.forEachPlace(it -> known[0]++);
    return known[0];
  }

  /// Each index is used once, by an element to which all ranks and another element send.
  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void indexesAreForgottenAtQuiescence(World world) {
    int rounds = 4;
    int per = 5000;
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileArray<long[]> cells = type.array("cells", 8, i -> new long[1]);
    var got = new long[1];
    MobileRsr0<long[]> hit = type.rsr0("hit", (self, cell) -> got[0]++);
    MobileRsr1<long[]> pass = type.rsr1("pass", (self, cell, index) -> hit.send(cells.at(index)));
    MobileRsr1<long[]> go =
        type.rsr1("go", (self, cell, target) -> self.migrate((int) target % world.size()));
    world.start();
    ObjectRank rank = hit.rank;
    for (int round = 0; round < rounds; round++) {
      long from = round % 2 == 0 ? 8 + (long) round * per : FAR - (long) (round + 1) * per;
      for (int i = world.rank(); i < per; i += world.size()) {
        cells.insert(from + i, new long[1]);
        if (i % 5 == 0) {
          go.send(cells.at(from + i), world.rank() + i);
        }
        hit.send(cells.at(from + i));
      }
      world.quiesce();
      for (int i = world.rank(); i < per; i += world.size()) {
        pass.send(cells.at(i % 8), from + i);
        hit.send(cells.at(from + (i + 1) % per));
      }
      world.quiesce();
      for (int i = world.rank(); i < per; i += world.size()) {
        cells.remove(from + i);
      }
      world.quiesce();
      // Fewer than the elements of one round, on however many ranks.
      assertThat(known(rank)).as("after round %d", round).isLessThan(4000);
    }
    long all = Group.world(world).allreduce(got[0], Operator.SUM);
    assertThat(all).isEqualTo(3L * rounds * per);
    // What was forgotten is used again.
    if (world.rank() == 0) {
      for (int i = 8; i < 200; i++) {
        cells.insert(i, new long[1]);
        hit.send(cells.at(i));
      }
    }
    world.quiesce();
    assertThat(Group.world(world).allreduce(got[0], Operator.SUM)).isEqualTo(all + 192);
  }

  /// Objects that are created and end, without any array.
  @WeftTest(
      ranks = {2, 3},
      transport = {"threads"})
  void createdObjectsAreForgottenToo(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
    MobileRsr0<long[]> end = type.rsr0("end", (self, cell) -> self.destroy());
    world.start();
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 5000; i++) {
        end.send(type.createOn((world.rank() + i) % world.size(), new long[1]));
      }
      world.quiesce();
      assertThat(known(end.rank)).as("after round %d", round).isLessThan(4000);
    }
  }

  @TempDir Path folder;

  @Test
  void aCheckpointIsAsSmallAsAtTheStart() {
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
        MobileArray<long[]> cells = type.array("cells", 4, i -> new long[1]);
        Checkpoints<Integer> checkpoints =
            Checkpoints.of(world, Codecs.of(Integer.class), CheckpointPlan.NONE.withFolder(folder));
        world.start();
        assertThat(checkpoints.save(() -> 1)).isTrue();
        long before = bytes(checkpoints);
        for (int i = world.rank(); i < 2000; i += 2) {
          cells.insert(FAR - i, new long[1]);
        }
        world.quiesce();
        for (int i = world.rank(); i < 2000; i += 2) {
          cells.remove(FAR - i);
        }
        world.quiesce();
        assertThat(checkpoints.save(() -> 1)).isTrue();
        assertThat(bytes(checkpoints)).isEqualTo(before);
      });
    }
  }

  private static long bytes(Checkpoints<?> checkpoints) {
    return Objects.requireNonNull(checkpoints.last()).bytes();
  }

  @WeftTest(
      ranks = {1, 3},
      transport = {"threads", "shm"})
  void aRankNamesWhatItHas(World world) {
    MobileObjects objects = MobileObjects.of(world);
    MobileType<long[]> type = objects.type("cell", LONGS);
    MobileType<long[]> other = objects.type("other", LONGS);
    MobileArray<long[]> cells = type.array("cells", 10, i -> new long[] {i});
    MobileArray<long[]> more = type.array("more", 3, i -> new long[1]);
    world.start();
    var created = other.create(new long[1]);
    var own = type.create(new long[] {-1});
    if (world.rank() == 0) {
      cells.insert(FAR, new long[] {FAR});
      cells.remove(3);
    }
    world.quiesce();
    long[] here = cells.here();
    assertThat(here).isSorted();
    for (long index : here) {
      assertThat(objects.here(cells.at(index))).containsExactly(index);
    }
    List<Long> words = new ArrayList<>();
    Arrays.stream(here).forEach(it -> words.add(cells.at(it).word()));
    Arrays.stream(more.here()).forEach(it -> words.add(more.at(it).word()));
    words.add(own.word());
    assertThat(type.here())
        .extracting(MobilePointer::word)
        .containsExactlyInAnyOrderElementsOf(words);
    assertThat(other.here()).containsExactly(created);
    long count = Group.world(world).allreduce(here.length, Operator.SUM);
    assertThat(count).isEqualTo(10);
  }
}
