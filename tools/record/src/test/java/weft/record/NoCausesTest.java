// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Body;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.recording.RecordedObjects;
import weft.testkit.Sampled;

/// Programs in which a rank works alone, or others wait, and no change of the program would make
/// the job shorter: the report blames nothing. And a wait for the disk, which is blamed.
@Sampled
final class NoCausesTest {
  private static final int RANKS = 4;

  /// What would be blamed.
  private static final String[] CAUSES = {"Rank ", "rank ", "Nothing moved", "drifts"};

  @TempDir Path folder;

  private String first(Body body) throws Exception {
    return PlantedJob.first(folder, RANKS, body);
  }

  @Test
  void rank0ReadsTheInput() throws Exception {
    assertThat(
            first(world -> {
              Group group = Group.world(world);
              world.start();
              var input = new double[100_000];
              if (world.rank() == 0) {
                PlantedJob.compute(1_500_000);
              }
              group.run(Operation.broadcast(0, Data.of(input)));
              steps(group);
            }))
        .doesNotContain(CAUSES);
  }

  @Test
  void rank0WritesTheResult() throws Exception {
    assertThat(
            first(world -> {
              Group group = Group.world(world);
              world.start();
              steps(group);
              var part = new double[10_000];
              var all = new double[10_000 * world.size()];
              group.run(Operation.gather(0, Data.of(part), Data.of(all)));
              if (world.rank() == 0) {
                PlantedJob.compute(1_500_000);
              }
              group.barrier();
            }))
        .doesNotContain(CAUSES);
  }

  private static void steps(Group group) {
    for (int i = 0; i < 8; i++) {
      PlantedJob.compute(150_000);
      group.allreduce(1L, Operator.SUM);
    }
  }

  @Test
  void computingForWhichNobodyWaits() throws Exception {
    assertThat(
            first(world -> {
              world.start();
              for (int i = 0; i < 3; i++) {
                PlantedJob.compute(i == 1 ? 2_000_000 : 50_000);
                world.quiesce();
              }
            }))
        .doesNotContain(CAUSES);
  }

  @Test
  void theBeginningAndTheEndOfAJob() throws Exception {
    assertThat(
            first(world -> {
              Group group = Group.world(world);
              PlantedJob.compute(world.rank() == 1 ? 800_000 : 0);
              world.start();
              if (world.rank() == 2) {
                PlantedJob.compute(800_000); // prepares something for all
              }
              group.barrier();
              steps(group);
              if (world.rank() == 3) {
                PlantedJob.compute(800_000); // and puts it away
              }
            }))
        .doesNotContain(CAUSES);
  }

  @Test
  void handlersOfWeftAreNoCause() throws Exception {
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      for (int step = 1; step <= 20; step++) {
        it.compute(100_000_000);
        if (rank == 0) {
          // Only rank 0 has to handle what collective operations send.
          it.receiveOfWeft(step * 1_000_000_000L - 800_000_000, 1, 800_000_000);
        }
        it.barrier(step, step * 1_000_000_000L);
      }
      it.end(20_000_000_000L);
    }
    assertThat(PlantedJob.first(page())).startsWith("Balanced");
  }

  @Test
  void waitingForTheDiskIs() throws Exception {
    long second = 1_000_000_000;
    for (int rank = 0; rank < 2; rank++) {
      var it = new MadeUpRank(folder, rank, 2, 256);
      for (int step = 1; step <= 10; step++) {
        it.compute(second / 2);
        it.barrier(step, step * second);
      }
      it.end(10 * second);
      var none = new long[4];
      var stood = new long[4];
      Arrays.fill(stood, 5 * second / 4);
      new RecordedObjects(
              rank,
              MadeUpRank.BEGIN,
              10 * second / 4,
              none,
              none,
              none,
              none,
              none,
              stood,
              none,
              new long[2])
          .write(folder);
    }
    assertThat(PlantedJob.first(page())).isEqualTo("Ranks waited for the disk.");
    assertThat(Files.readString(folder.resolve("out.html")))
        .contains("would have been 5.00 s (50 %) shorter");
  }

  private String page() throws IOException {
    Path file = folder.resolve("out.html");
    new ReportWriter().write(folder, 2, "made up", file);
    return Files.readString(file);
  }
}
