// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;

/// Restarts of programs that have dropped or changed something, and restores that fail.
final class ChangedProgramsTest {
  private static final Codec<long[]> LONGS = Codecs.of(long[].class);

  @TempDir Path folder;

  private static void run(int ranks, Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body);
    }
  }

  private CheckpointPlan plan() {
    return CheckpointPlan.NONE.withFolder(folder);
  }

  /// A type with an array, and a reduction over it to which one request contributes.
  private static final class Cells {
    final MobileType<long[]> type;
    final MobileArray<long[]> array;

    /// Without a reduction, so elements may be inserted while a round is open.
    final MobileArray<long[]> more;

    final MobileRsr1<long[]> add;
    long sum = -1;
    private final MobileReduction reduction;

    Cells(MobileObjects objects, String name, Codec<long[]> codec) {
      type = objects.type(name, codec);
      array = type.array(name + "s", 10, index -> new long[1]);
      more = type.array(name + "-more", 0, index -> new long[1]);
      reduction = array.longReduction("sum", Long::sum, (round, value) -> sum = value);
      add =
          type.rsr1(
              "add",
              (self, cell, value) -> {
                cell[0] += value;
                if (self.index() < 10) {
                  self.contributeLong(reduction, value);
                }
              });
    }

    /// Half of the elements contribute, one ends, and a message waits for one that is not there.
    void fill(World world) {
      MobilePointer<long[]> own = type.create(new long[] {100});
      if (world.rank() == 0) {
        for (int i = 0; i < 5; i++) {
          add.send(array.at(i), 1);
        }
        array.remove(9);
        add.send(more.at(50), 1);
      }
      assertThat(own.word()).isNotNegative();
    }
  }

  private void save(boolean dropsFirst) {
    run(
        3,
        world -> {
          MobileObjects objects = MobileObjects.of(world);
          Cells goes = dropsFirst ? new Cells(objects, "goes", LONGS) : null;
          var stays = new Cells(objects, "stay", LONGS);
          Cells last = goes == null ? new Cells(objects, "goes", LONGS) : goes;
          Checkpoints<Integer> checkpoints =
              Checkpoints.of(world, Codecs.of(Integer.class), plan());
          world.start();
          stays.fill(world);
          last.fill(world);
          assertThat(checkpoints.save(() -> 1)).isTrue();
          if (world.rank() == 0) {
            stays.more.insert(50, new long[1]);
            last.more.insert(50, new long[1]);
            for (int i = 5; i < 9; i++) {
              stays.add.send(stays.array.at(i), 1);
              last.add.send(last.array.at(i), 1);
            }
          }
          world.quiesce();
        });
  }

  private void restore(int ranks, boolean replaces) {
    run(
        ranks,
        world -> {
          MobileObjects objects = MobileObjects.of(world);
          if (replaces) {
            Cells _ = new Cells(objects, "new", LONGS);
          }
          var stays = new Cells(objects, "stay", LONGS);
          objects.drops("goes");
          Checkpoints<Integer> checkpoints =
              Checkpoints.of(
                  world, Codecs.of(Integer.class), CheckpointPlan.NONE.withRestart(folder));
          world.start();
          assertThat(checkpoints.restored()).isNotNull();
          if (world.rank() == 0) {
            stays.more.insert(50, new long[1]);
            for (int i = 5; i < 9; i++) {
              stays.add.send(stays.array.at(i), 1);
            }
          }
          world.quiesce();
          // Nine elements, the inserted one, and one object of each rank that had saved.
          long here = stays.type.here().size();
          Group all = Group.world(world);
          assertThat(all.allreduce(here, Operator.SUM)).isEqualTo(13);
          assertThat(all.allreduce((long) objects.count(), Operator.SUM))
              .isEqualTo(replaces ? 23 : 13);
          if (world.rank() == 0) {
            assertThat(stays.sum).isEqualTo(9);
          }
        });
  }

  @Test
  void aTypeIsDroppedByName() {
    save(false);
    restore(3, false);
    restore(2, false);
    assertThatThrownBy(() ->
            run(
                1,
                world -> {
                  MobileObjects objects = MobileObjects.of(world);
                  Cells _ = new Cells(objects, "stay", LONGS);
                  Checkpoints<Integer> checkpoints =
                      Checkpoints.of(
                          world, Codecs.of(Integer.class), CheckpointPlan.NONE.withRestart(folder));
                  world.start();
                  checkpoints.restored();
                }))
        .hasMessageContaining("has objects of type \"goes\", which this program does not register")
        .hasMessageContaining("MobileObjects.drops");
  }

  /// The numbers of the first type and its array are taken by another one.
  @Test
  void anotherTypeMayTakeItsPlace() {
    save(true);
    restore(2, true);
    assertThatThrownBy(() -> restore(2, false))
        .hasMessageContaining("the checkpoint has the array stays as 2 10 elements of stay")
        .hasMessageContaining("in the same order");
  }

  @Test
  void aReductionOfOtherValuesIsRefused() {
    save(false);
    assertThatThrownBy(() ->
            run(
                2,
                world -> {
                  MobileObjects objects = MobileObjects.of(world);
                  objects.drops("goes");
                  MobileType<long[]> type = objects.type("stay", LONGS);
                  MobileArray<long[]> array = type.array("stays", 10, index -> new long[1]);
                  type.array("stay-more", 0, index -> new long[1]);
                  array.reduction("sum", Double::sum, (round, value) -> {});
                  Checkpoints<Integer> checkpoints =
                      Checkpoints.of(
                          world, Codecs.of(Integer.class), CheckpointPlan.NONE.withRestart(folder));
                  world.start();
                  checkpoints.restored();
                }))
        .hasMessageContaining("the reduction stays.sum as 0 of longs")
        .hasMessageContaining("as 0 of doubles");
  }

  /// What the last restart began with; its codec throws what is thrown instead of decoding.
  private int restart(Throwable thrown) {
    Codec<long[]> codec =
        Codecs.of(
            "cell",
            (cell, out) -> out.writeLongs(cell),
            in -> {
              if (thrown instanceof Error error) {
                throw error;
              }
              if (thrown instanceof RuntimeException exception) {
                throw exception;
              }
              return in.readLongs();
            });
    var step = new int[1];
    run(
        2,
        world -> {
          MobileType<long[]> type = MobileObjects.of(world).type("cell", codec);
          type.array("cells", 4, index -> new long[1]);
          Checkpoints<Integer> checkpoints =
              Checkpoints.of(
                  world,
                  Codecs.of(Integer.class),
                  Files.exists(CheckpointFolder.of(folder, 2))
                      ? plan().withRestart(folder)
                      : plan());
          world.start();
          Restored<Integer> restored = checkpoints.restored();
          if (restored == null) {
            assertThat(checkpoints.save(() -> 1)).isTrue();
            assertThat(checkpoints.save(() -> 2)).isTrue();
          } else if (world.rank() == 0) {
            step[0] = Objects.requireNonNull(restored.record());
          }
        });
    return step[0];
  }

  @Test
  void onlyACheckpointThatCannotBeRestoredIsLeftOut() {
    Throwable none = new Exception("nothing is thrown");
    restart(none);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> restart(new OutOfMemoryError("as this test wants")))
          .hasMessageContaining("as this test wants");
    }
    assertThat(restart(none)).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> restart(new IllegalStateException("as this test wants")))
          .hasMessageContaining("as this test wants");
    }
    assertThat(restart(none)).isEqualTo(1);
  }
}
