// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.Body;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codecs;

/// Each call that saves notices that a checkpoint is due, and that the job is asked to end.
final class DueCheckpointsTest {
  /// The calls that save.
  enum Form {
    SAVE {
      @Override
      void call(Checkpoints<Integer> checkpoints, int step) {
        boolean _ = checkpoints.save(() -> step);
      }
    },
    SAVE_IF_DUE {
      @Override
      void call(Checkpoints<Integer> checkpoints, int step) {
        boolean _ = checkpoints.saveIfDue(() -> step);
      }
    },
    QUIESCE {
      @Override
      void call(Checkpoints<Integer> checkpoints, int step) {
        checkpoints.quiesce(() -> step);
      }
    };

    abstract void call(Checkpoints<Integer> checkpoints, int step);
  }

  @TempDir Path folder;

  private static void run(int ranks, Body body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body);
    }
  }

  private Checkpoints<Integer> checkpoints(World world, Duration every) {
    return Checkpoints.of(
        world,
        Codecs.of(Integer.class),
        CheckpointPlan.NONE.withFolder(folder).withEvery(every).withKeep(1000));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDueIsSavedWithinAStep(Form form) throws IOException {
    int steps = 10;
    for (int ranks : new int[] {1, 3}) {
      long before = CheckpointFolder.numbers(folder).size();
      run(
          ranks,
          world -> {
            Checkpoints<Integer> checkpoints = checkpoints(world, Duration.ofNanos(1));
            world.start();
            for (int step = 0; step < steps; step++) {
              form.call(checkpoints, step);
              world.quiesce();
            }
          });
      // A rank may have left a call when rank 0 finds in the same one that a checkpoint is due.
      assertThat(CheckpointFolder.numbers(folder).size() - before)
          .isBetween(steps / 2L - 1, (long) steps);
    }
  }

  /// Steps that become much longer.
  @Test
  void aLoopThatSlowsDownSaves() {
    var saved = new AtomicInteger();
    run(
        2,
        world -> {
          Checkpoints<Integer> checkpoints = checkpoints(world, Duration.ofMillis(20));
          world.start();
          int count = 0;
          for (int step = 0; step < 200_010; step++) {
            if (step > 200_000) {
              count += world.rank();
              sleep(25);
            }
            int now = step;
            if (checkpoints.saveIfDue(() -> now) && step > 200_000 && world.rank() == 0) {
              saved.incrementAndGet();
            }
          }
          assertThat(count).isNotNegative();
        });
    assertThat(saved.get()).isGreaterThanOrEqualTo(4);
  }

  /// Ranks whose steps differ in length, and wait for each other in between.
  @Test
  void ranksThatAreFarApartChooseOneCall() {
    run(
        3,
        world -> {
          Checkpoints<Integer> checkpoints = checkpoints(world, Duration.ofMillis(2));
          world.start();
          for (int step = 0; step < 60; step++) {
            if (step % 3 == world.rank()) {
              sleep(1);
            }
            int now = step;
            if (checkpoints.saveIfDue(() -> now)) {
              Checkpoints.Saved last = checkpoints.last();
              assertThat(last).isNotNull();
            }
            if (step % 20 == 19) {
              world.quiesce();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aJobThatIsAskedToEndSavesOnceMore(Form form) throws IOException {
    var last = new AtomicInteger();
    run(
        2,
        world -> {
          Checkpoints<Integer> checkpoints = checkpoints(world, Duration.ofHours(1));
          world.start();
          for (int step = 0; step < 50; step++) {
            if (step == 10 && world.rank() == 0) {
              ask();
            }
            if (world.rank() == 0) {
              last.set(step);
            }
            sleep(60); // longer than between two looks
            form.call(checkpoints, step);
          }
        });
    assertThat(last.get()).isBetween(10, 12);
    assertThat(CheckpointFolder.numbers(folder)).isNotEmpty();
  }

  private void ask() {
    try {
      Files.writeString(CheckpointFolder.stopRequest(folder), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
