// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.stress.litmus.Lateness;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Whole jobs whose ranks fall asleep and are woken, on both transports of one machine.
@Sampled
final class LatenessTest {
  private static final long SPARE_SECONDS = 300;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"threads, 2", "threads, 5", "shm, 2", "shm, 3"})
  void nothingIsLost(String transport, int ranks) throws Exception {
    long seed = Seed.ofThisRun();
    long millis =
        switch (Effort.current()) {
          case SAMPLE, BRIEF, QUICK -> 700;
          case ALL -> 2_000;
          case LONG -> 60_000;
        };
    System.out.printf("Lateness, -Dweft.stress.seed=%d%n", seed);
    Path log = directory.resolve("log");
    try (var processes = new Processes()) {
      Process job =
          processes.start(
              directory,
              log,
              List.of(
                  Lateness.class.getName(),
                  "" + seed,
                  "" + millis,
                  "--weft-transport",
                  transport,
                  "--weft-ranks",
                  "" + ranks));
      Processes.await(job, log, millis / 1000 + SPARE_SECONDS);
      System.out.print(Processes.read(log));
    }
  }
}
