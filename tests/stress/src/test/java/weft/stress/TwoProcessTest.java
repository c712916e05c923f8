// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.stress.litmus.MessagePassing;
import weft.stress.litmus.SleepAndRetire;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// The rings between two real processes, in one mapped file. One of the two runs code that the
/// compiler has shuffled.
@Sampled
final class TwoProcessTest {
  private static final long SPARE_SECONDS = 300;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {512, 4096, 1 << 16})
  void recordsArriveWholeAndInOrder(int ringBytes) throws Exception {
    runBoth(MessagePassing.class, ringBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1 << 14})
  void nothingIsLostToSilenceAndSleep(int ringBytes) throws Exception {
    runBoth(SleepAndRetire.class, ringBytes);
  }

  private void runBoth(Class<?> program, int ringBytes) throws Exception {
    long seed = Seed.ofThisRun();
    long millis =
        switch (Effort.current()) {
          case SAMPLE, BRIEF, QUICK -> 700;
          case ALL -> 2_000;
          case LONG -> 120_000;
        };
    System.out.printf(
        "%s, rings of %d bytes, -Dweft.stress.seed=%d%n", program.getSimpleName(), ringBytes, seed);
    Path file = directory.resolve("rings");
    var arguments = List.of("" + ringBytes, "" + seed, "" + millis);
    try (var processes = new Processes()) {
      var sides = new Process[2];
      for (int rank = 0; rank < 2; rank++) {
        var command = new ArrayList<String>(rank == 0 ? List.of() : shuffled(seed));
        command.addAll(List.of(program.getName(), file.toString(), "" + rank));
        command.addAll(arguments);
        sides[rank] = processes.start(directory, log(rank), command);
      }
      for (int rank = 0; rank < 2; rank++) {
        Processes.await(sides[rank], log(rank), millis / 1000 + SPARE_SECONDS);
        System.out.print(Processes.read(log(rank)));
      }
    }
    Files.delete(file);
  }

  private Path log(int rank) {
    return directory.resolve("rank-" + rank + ".log");
  }

  private static List<String> shuffled(long seed) {
    return List.of(
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+StressLCM",
        "-XX:+StressGCM",
        "-XX:StressSeed=" + seed);
  }
}
