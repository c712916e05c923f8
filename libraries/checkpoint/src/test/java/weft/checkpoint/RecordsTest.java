// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.WeftException;
import weft.World;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.testkit.Chaos;
import weft.testkit.Sampled;

/// Checkpoints of programs without objects: what is restored, and what is said of bad files.
@Sampled
final class RecordsTest {
  /// A record of today, and an earlier one.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Now(int step, long[] cells, String name) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Before(int step, long[] cells) {}

  private static final Codec<Now> NOW = Codecs.record(MethodHandles.lookup(), Now.class);
  private static final Codec<Before> BEFORE = Codecs.record(MethodHandles.lookup(), Before.class);

  @TempDir Path folder;

  private static void run(int ranks, Consumer<World> body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body::accept);
    }
  }

  private CheckpointPlan plan() {
    return CheckpointPlan.NONE.withFolder(folder.resolve("saved"));
  }

  private CheckpointPlan restarting() {
    return plan().withRestart(folder.resolve("saved"));
  }

  private static Now record(World world, int step) {
    var random = new SplittableRandom(step * 100L + world.rank());
    return new Now(step, random.longs(random.nextInt(3000)).toArray(), "rank " + world.rank());
  }

  /// Saves checkpoints after the steps 1 to `steps`, each record with its step.
  private void save(int ranks, int steps) {
    save(ranks, steps, plan());
  }

  private static void save(int ranks, int steps, CheckpointPlan plan) {
    run(
        ranks,
        world -> {
          Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, plan);
          world.start();
          assertThat(checkpoints.restored()).isNull();
          for (int step = 1; step <= steps; step++) {
            int now = step;
            assertThat(checkpoints.save(() -> record(world, now))).isTrue();
          }
        });
  }

  /// Restores on `ranks` ranks, and returns the step of the records; all are compared.
  private int restored(int ranks) {
    var step = new AtomicReference<Integer>();
    run(
        ranks,
        world -> {
          Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, restarting());
          world.start();
          Restored<Now> restored = Objects.requireNonNull(checkpoints.restored());
          for (int i = 0; i < restored.ranks(); i++) {
            Now got = restored.record(i);
            var random = new SplittableRandom(got.step * 100L + i);
            assertThat(got.name).isEqualTo("rank " + i);
            assertThat(got.cells).isEqualTo(random.longs(random.nextInt(3000)).toArray());
            step.set(got.step);
          }
        });
    return step.get();
  }

  private Path last() throws IOException {
    Path saved = folder.resolve("saved");
    return CheckpointFolder.of(saved, CheckpointFolder.numbers(saved).getFirst());
  }

  @Test
  void recordsComeBackOnAnyNumberOfRanks() throws IOException {
    save(4, 3);

    assertThat(CheckpointFolder.numbers(folder.resolve("saved"))).containsExactly(3L, 2L);
    for (int ranks : new int[] {1, 3, 4, 7}) {
      assertThat(restored(ranks)).isEqualTo(3);
    }
  }

  @Test
  void twentyRestartsLeaveNoMoreThanOne() throws IOException {
    save(2, 2);
    long bytes = bytes();
    for (int i = 0; i < 20; i++) {
      run(
          1 + i % 3,
          world -> {
            Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, restarting());
            world.start();
            Restored<Now> restored = Objects.requireNonNull(checkpoints.restored());
            Now mine = restored.record(Math.min(world.rank(), restored.ranks() - 1));
            assertThat(checkpoints.save(() -> mine)).isTrue();
          });
    }
    assertThat(CheckpointFolder.numbers(folder.resolve("saved"))).containsExactly(22L, 21L);
    assertThat(bytes()).isLessThan(2 * bytes);
  }

  private long bytes() throws IOException {
    try (var all = Files.walk(last())) {
      return all.filter(Files::isRegularFile).mapToLong(it -> it.toFile().length()).sum();
    }
  }

  @Test
  void aDamagedOneIsNamedAndTheOneBeforeIsTaken() throws IOException {
    long seed = Chaos.seed(0);
    var random = new SplittableRandom(seed);
    List<Path> names = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      save(3, 2, plan().withFolder(folder.resolve("saved")));
      Path last = last();
      Path file = last.resolve(i % 4 == 3 ? "manifest" : "rank-" + random.nextInt(3));
      names.add(file);
      damage(file, i % 3, random);
      assertThat(restored(1 + random.nextInt(4))).as("seed %d, %s", seed, names).isEqualTo(1);
      clear();
    }
  }

  private void clear() throws IOException {
    try (var all = Files.walk(folder.resolve("saved"))) {
      for (Path it : all.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(it);
      }
    }
  }

  private static void damage(Path file, int how, SplittableRandom random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = random.nextInt(bytes.length);
    switch (how) {
      case 0 -> Files.delete(file);
      case 1 -> Files.write(file, java.util.Arrays.copyOf(bytes, at));
      default -> {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
      }
    }
  }

  @Test
  void whatCannotBeUsedIsSaid() throws IOException {
    assertThatThrownBy(() -> restored(2)).hasMessageContaining("there is no checkpoint in ");

    save(2, 2);
    Path saved = folder.resolve("saved");
    for (long number : CheckpointFolder.numbers(saved)) {
      Files.writeString(
          CheckpointFolder.of(saved, number).resolve("manifest"), "x", StandardOpenOption.APPEND);
    }
    assertThatThrownBy(() -> restored(2))
        .hasMessageContaining("no checkpoint in ")
        .hasMessageContaining("checkpoint-000001 is damaged: \"manifest\" is damaged or cut");
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    save(1, 1);
    Path manifest = last().resolve("manifest");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("checkpoint, format 1", "checkpoint, format 2"));

    assertThatThrownBy(() -> restored(1))
        .hasMessageContaining("is of format 2, and this version of Weft reads format 1");
  }

  @Test
  void anotherProgramIsRefusedAndAnEarlierOneConverted() {
    run(
        2,
        world -> {
          Checkpoints<Before> checkpoints = Checkpoints.of(world, BEFORE, plan());
          world.start();
          checkpoints.save(() -> new Before(7, new long[] {world.rank()}));
        });

    assertThatThrownBy(() -> restored(2))
        .hasMessageContaining("with records of the codec ")
        .hasMessageContaining("Before(")
        .hasMessageContaining("Checkpoints.accepts");

    run(
        3,
        world -> {
          Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, restarting());
          checkpoints.accepts(BEFORE, it -> new Now(it.step, it.cells, "from before"));
          world.start();
          Restored<Now> restored = Objects.requireNonNull(checkpoints.restored());
          assertThat(restored.record(1).cells).containsExactly(1);
          assertThat(restored.record().name).isEqualTo("from before");
          assertThatThrownBy(() -> restored.record(2))
              .isInstanceOf(IndexOutOfBoundsException.class);
        });
  }

  @Test
  void twoRestartsThatFailAreEnough() throws IOException {
    save(1, 2);
    Files.writeString(last().resolve("restarts"), "begun\nbegun\n");

    assertThat(restored(1)).isEqualTo(1);
    assertThat(last().resolve("restarts")).exists();
  }

  @Test
  void aLoopSavesWhenOneIsDueAndOtherwiseOnlyCounts() {
    CheckpointPlan often = plan().withEvery(Duration.ofMillis(5)).withKeep(1000);
    var saves = new AtomicReference<>(0);
    run(
        3,
        world -> {
          Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, often);
          world.start();
          int saved = 0;
          for (int step = 0; step < 500_000_000 && saved < 3; step++) {
            int now = step;
            saved += checkpoints.saveIfDue(() -> record(world, now)) ? 1 : 0;
          }
          saves.set(saved);
        });
    assertThat(saves.get()).isEqualTo(3);
  }

  @Test
  void withoutAFolderNothingIsSaved() {
    run(
        2,
        world -> {
          Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW);
          world.start();
          assertThat(checkpoints.isOn()).isFalse();
          assertThat(checkpoints.restored()).isNull();
          assertThat(checkpoints.save(() -> record(world, 1))).isFalse();
          assertThat(checkpoints.saveIfDue(() -> record(world, 1))).isFalse();
          checkpoints.quiesce(() -> record(world, 1));
          assertThat(checkpoints.last()).isNull();
        });
  }

  /// Its saves would displace the checkpoints that it was to go on from.
  @Test
  void aProgramThatSavesBeforeItAsksForItsStateIsRefused() throws IOException {
    save(1, 2);
    Path before = last();

    assertThatThrownBy(() ->
            run(
                2,
                world -> {
                  Checkpoints<Now> checkpoints = Checkpoints.of(world, NOW, restarting());
                  world.start();
                  boolean _ = checkpoints.save(() -> record(world, 1));
                }))
        .hasMessageContaining("saves before it has called Checkpoints.restored");
    assertThat(last()).isEqualTo(before);
  }

  @Test
  void aProgramThatNeverAsksForItsStateIsTold() {
    save(1, 1);

    assertThatThrownBy(() ->
            run(
                1,
                world -> {
                  Checkpoints.of(world, NOW, restarting());
                  world.start();
                }))
        .hasMessageContaining("the program has never called Checkpoints.restored");
    assertThatThrownBy(() -> CheckpointPlan.NONE.withKeep(0)).isInstanceOf(WeftException.class);
  }
}
