// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codec;
import weft.codec.Codecs;

/// The folder of checkpoints: who may write it, and what happens when it cannot be written.
final class FolderTest {
  private static final Codec<long[]> CELLS = Codecs.of(long[].class);

  @TempDir Path folder;

  private static void run(int ranks, Consumer<World> body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body::accept);
    }
  }

  private CheckpointPlan plan() {
    return CheckpointPlan.NONE.withFolder(folder.resolve("saved"));
  }

  private static long[] record(World world, int step) {
    return new long[] {world.rank(), step};
  }

  /// Saves checkpoints after the steps 1 to `steps`.
  private void save(int ranks, int steps) {
    run(
        ranks,
        world -> {
          Checkpoints<long[]> checkpoints = Checkpoints.of(world, CELLS, plan());
          world.start();
          assertThat(checkpoints.restored()).isNull();
          for (int step = 1; step <= steps; step++) {
            int now = step;
            assertThat(checkpoints.save(() -> record(world, now))).isTrue();
          }
        });
  }

  /// Restores on `ranks` ranks, and returns the step.
  private long restored(int ranks) {
    var step = new AtomicReference<Long>();
    run(
        ranks,
        world -> {
          Checkpoints<long[]> checkpoints =
              Checkpoints.of(world, CELLS, plan().withRestart(folder.resolve("saved")));
          world.start();
          step.set(Objects.requireNonNull(checkpoints.restored()).record()[1]);
        });
    return step.get();
  }

  @Test
  void oneJobAtATimeHasAFolder() {
    run(
        1,
        world -> {
          Checkpoints<long[]> checkpoints = Checkpoints.of(world, CELLS, plan());
          world.start();
          checkpoints.restored();
          var thrown = new AtomicReference<@Nullable Throwable>();
          var other =
              new Thread(() -> {
                try {
                  save(1, 1);
                } catch (Throwable e) {
                  thrown.set(e);
                }
              });
          other.start();
          try {
            other.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          assertThat(thrown.get()).hasMessageContaining("another job saves its checkpoints in ");
          assertThat(checkpoints.save(() -> record(world, 1))).isTrue();
        });
    save(1, 1); // it is free again
  }

  @Test
  void aFolderThatCannotBeWrittenEndsTheJobAtItsBeginning() throws IOException {
    Files.writeString(folder.resolve("saved"), "a file");

    assertThatThrownBy(() -> save(3, 1)).hasMessageContaining("no checkpoints can be saved in ");
  }

  @Test
  void aFolderThatIsGoneDoesNotEndTheJob() throws IOException {
    Path saved = folder.resolve("saved");
    run(
        2,
        world -> {
          Checkpoints<long[]> checkpoints = Checkpoints.of(world, CELLS, plan());
          world.start();
          assertThat(checkpoints.save(() -> record(world, 1))).isTrue();
          boolean second =
              checkpoints.save(() -> {
                replace(world, saved);
                return record(world, 2);
              });
          assertThat(second).isFalse();
          if (world.rank() == 0) {
            restoreFolder(saved);
          }
          world.quiesce();
          assertThat(checkpoints.save(() -> record(world, 3))).isTrue();
        });
    assertThat(restored(2)).isEqualTo(3);
  }

  /// Puts a file where the folder was, in the middle of a save.
  private static void replace(World world, Path saved) {
    if (world.rank() == 0) {
      try {
        Files.move(saved, saved.resolveSibling("moved"));
        Files.writeString(saved, "a file");
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void restoreFolder(Path saved) {
    try {
      Files.delete(saved);
      Files.move(saved.resolveSibling("moved"), saved);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCodecThatThrowsFailsTheJobAndLeavesNothing() throws IOException {
    Codec<Integer> wrong =
        Codecs.of(
            "wrong",
            (value, out) -> {
              if (value == 1) {
                throw new IllegalStateException("no 1");
              }
              out.writeInt(value);
            },
            in -> in.readInt());
    assertThatThrownBy(() ->
            run(
                3,
                world -> {
                  Checkpoints<Integer> checkpoints = Checkpoints.of(world, wrong, plan());
                  world.start();
                  checkpoints.save(world::rank);
                }))
        .hasMessageContaining("no checkpoint can be saved: rank 1 has thrown ")
        .hasMessageContaining("no 1");
    try (var left = Files.list(folder.resolve("saved"))) {
      assertThat(left.map(it -> it.getFileName().toString())).containsExactly(".lock");
    }
  }

  @Test
  void aRecordThatThrowsOrSendsFailsTheJob() {
    assertThatThrownBy(() ->
            run(
                2,
                world -> {
                  Checkpoints<long[]> checkpoints = Checkpoints.of(world, CELLS, plan());
                  world.start();
                  checkpoints.save(() -> {
                    throw new IllegalStateException("no record");
                  });
                }))
        .hasMessageContaining("the function that makes the record of a checkpoint")
        .hasMessageContaining("no record");
    assertThatThrownBy(() ->
            run(
                2,
                world -> {
                  Checkpoints<long[]> checkpoints = Checkpoints.of(world, CELLS, plan());
                  world.start();
                  checkpoints.save(() -> {
                    world.quiesce();
                    return record(world, 1);
                  });
                }))
        .hasMessageContaining("the function that makes the record of a checkpoint");
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    Path saved = folder.resolve("saved");
    Path part = Files.createDirectories(CheckpointFolder.part(saved, 9));
    Files.writeString(part.resolve("rank-0"), "half");
    Files.createDirectories(saved.resolve(".checkpoint-000003.gone"));

    save(1, 1);

    try (var left = Files.list(saved)) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder(".lock", "checkpoint-000001");
    }
  }
}
