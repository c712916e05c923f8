// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codecs;

/// Restarts from folders that change, and from checkpoints that the user chooses.
final class RestartsTest {
  @TempDir Path folder;

  private static void run(int ranks, Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body);
    }
  }

  private CheckpointPlan plan() {
    return CheckpointPlan.NONE.withFolder(folder.resolve("saved"));
  }

  private static void save(int ranks, int steps, CheckpointPlan plan) {
    run(
        ranks,
        world -> {
          Checkpoints<Integer> checkpoints = Checkpoints.of(world, Codecs.of(Integer.class), plan);
          world.start();
          assertThat(checkpoints.restored()).isNull();
          for (int step = 1; step <= steps; step++) {
            int now = step;
            assertThat(checkpoints.save(() -> now)).isTrue();
          }
        });
  }

  private static int restored(int ranks, Path restart) {
    var step = new AtomicReference<Integer>();
    run(
        ranks,
        world -> {
          Checkpoints<Integer> checkpoints =
              Checkpoints.of(
                  world, Codecs.of(Integer.class), CheckpointPlan.NONE.withRestart(restart));
          world.start();
          Restored<Integer> restored = Objects.requireNonNull(checkpoints.restored());
          int first = restored.record();
          for (int rank = 0; rank < restored.ranks(); rank++) {
            assertThat(restored.record(rank)).isEqualTo(first);
          }
          step.set(first);
        });
    return step.get();
  }

  @Test
  void aFolderWhoseJobRemovesCheckpointsIsReadAgain() throws Exception {
    var ends = new AtomicBoolean();
    var begun = new AtomicReference<Throwable>();
    CheckpointPlan plan = plan().withKeep(1);
    save(3, 1, plan);
    Thread saving =
        Thread.ofPlatform()
            .start(() -> {
              try {
                while (!ends.get()) {
                  run(
                      3,
                      world -> {
                        Checkpoints<Integer> checkpoints =
                            Checkpoints.of(world, Codecs.of(Integer.class), plan);
                        world.start();
                        for (int step = 0; step < 50; step++) {
                          int now = step;
                          assertThat(checkpoints.save(() -> now)).isTrue();
                        }
                      });
                }
              } catch (RuntimeException | AssertionError e) {
                begun.set(e);
              }
            });
    try {
      for (int i = 0; i < 10; i++) {
        assertThat(restored(2, folder.resolve("saved"))).isNotNegative();
      }
    } finally {
      ends.set(true);
      saving.join();
    }
    assertThat(begun.get()).isNull();
  }

  @Test
  void aRecordCanBeReadUntilTheJobSaves() {
    save(2, 1, plan().withKeep(1));
    run(
        1,
        world -> {
          Checkpoints<Integer> checkpoints =
              Checkpoints.of(
                  world,
                  Codecs.of(Integer.class),
                  plan().withKeep(1).withRestart(folder.resolve("saved")));
          world.start();
          Restored<Integer> restored = Objects.requireNonNull(checkpoints.restored());
          assertThat(restored.record(1)).isEqualTo(1);
          assertThat(checkpoints.save(() -> restored.record(1) + 1)).isTrue();
          assertThatThrownBy(() -> restored.record(1))
              .hasMessageContaining("read all records before the job saves again");
        });
  }

  @Test
  void aCheckpointIsChosenByItsName() throws IOException {
    Path saved = folder.resolve("saved");
    save(2, 4, plan().withKeep(3));

    assertThat(restored(1, saved)).isEqualTo(4);
    for (int step = 2; step <= 4; step++) {
      assertThat(restored(3, CheckpointFolder.of(saved, step))).isEqualTo(step);
    }
    assertThatThrownBy(() -> restored(1, CheckpointFolder.of(saved, 1)))
        .hasMessageContaining("there is no checkpoint 1 in ")
        .hasMessageContaining("the checkpoints [4, 3, 2]");

    // What the user chooses is tried whatever happened before, and no other one instead.
    Path third = CheckpointFolder.of(saved, 3);
    Files.writeString(third.resolve("restarts"), "failed\nfailed\n");
    assertThat(restored(1, third)).isEqualTo(3);
    Files.delete(third.resolve("rank-1"));
    assertThatThrownBy(() -> restored(1, third))
        .hasMessageContaining("checkpoint-000003 is damaged: \"rank-1\" is missing");
  }

  @Test
  @Timeout(300) // it would wait for a writer for ever
  void aPipeInPlaceOfAFileIsNamed() throws Exception {
    Path saved = folder.resolve("saved");
    for (String name : new String[] {"rank-0", "manifest"}) {
      save(1, 2, plan());
      Path last = CheckpointFolder.of(saved, CheckpointFolder.numbers(saved).getFirst());
      Files.delete(last.resolve(name));
      int made =
          new ProcessBuilder("mkfifo", last.resolve(name).toString()).inheritIO().start().waitFor();
      assertThat(made).isZero();
      assertThat(restored(1, saved)).isEqualTo(1);
      assertThatThrownBy(() -> restored(1, last)).hasMessageContaining("is not a file");
    }
  }

  @Test
  @Timeout(300) // it would wait for a writer for ever
  void aPipeOrAFileInPlaceOfTheFolderIsNamed() throws Exception {
    Path pipe = folder.resolve("pipe");
    int made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
    assertThat(made).isZero();
    for (Path it : new Path[] {pipe, Files.createFile(folder.resolve("file"))}) {
      assertThat(CheckpointFolder.numbers(it)).isEmpty();
      assertThatThrownBy(() -> CheckpointFolder.open(it, "a test"))
          .hasMessage("it is a file; name a folder");
      assertThatThrownBy(() -> restored(1, it)).hasMessageContaining("there is no checkpoint in ");
    }
  }
}
