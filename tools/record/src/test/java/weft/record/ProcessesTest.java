// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.record.reading.CommonClock;
import weft.recording.JobRecording;
import weft.recording.RecordedRank;
import weft.testkit.Sampled;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;
import weft.transport.shm.ShmProvider;

/// Recordings of jobs whose ranks are processes.
@Sampled
final class ProcessesTest {
  private static final int RANKS = 2;

  @TempDir Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private List<RecordedRank> recorded = List.of();

  private int run(Path trace, Map<String, String> more, List<String> beforeRank1, String what) {
    var settings = new HashMap<>(more);
    settings.put(JobVariables.TRACE, trace.toString());
    var err = new PrintStream(said, true, StandardCharsets.UTF_8);
    try (JobRecording recording =
        Objects.requireNonNull(JobRecording.open(settings, RANKS, "test", err))) {
      var environment = new HashMap<>(recording.variables());
      environment.put(JobVariables.HEAP, "16m");
      var commands = new ArrayList<List<String>>();
      for (int rank = 0; rank < RANKS; rank++) {
        var command = new ArrayList<String>(rank == 1 ? beforeRank1 : List.of());
        command.addAll(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RecordedProgram.class.getName(),
                what));
        commands.add(command);
      }
      TransportProvider shm = new ShmProvider();
      int code = shm.host(commands, environment);
      if (code != 0) {
        recording.failed();
      }
      recorded = RecordedRank.readAll(recording.place().folder(), RANKS);
      return code;
    }
  }

  @Test
  void ranksWithDifferentClocksAreAligned() throws Exception {
    List<String> namespace = List.of("unshare", "--time", "--monotonic", "5000", "--fork");
    var probe = new ArrayList<>(namespace);
    probe.add("true");
    boolean possible;
    try {
      possible = new ProcessBuilder(probe).start().waitFor() == 0;
    } catch (java.io.IOException e) {
      possible = false;
    }
    assumeTrue(possible, "no namespaces of time here: they need root, and unshare");
    Path trace = folder.resolve("out.pftrace");
    assertThat(run(trace, Map.of(), namespace, "talk")).isZero();
    assertThat(recorded).hasSize(RANKS);
    long apart = recorded.get(1).start() - recorded.get(0).start();
    assertThat(apart).isGreaterThan(4_000_000_000_000L);
    var clock = new CommonClock(recorded);
    System.out.println(Units.accuracy(clock));
    assertThat(clock.error()).isPositive().isLessThan(1_000_000_000);
    assertThat(clock.length()).isLessThan(120_000_000_000L);
    // The namespace is 5000 s ahead: what is left of that is within the error.
    long found = clock.time(1, recorded.get(1).start()) - clock.time(0, recorded.get(0).start());
    assertThat(Math.abs(apart - found - 5_000_000_000_000L)).isLessThanOrEqualTo(clock.error());
    Decoded decoded = Decoded.of(trace);
    assertThat(decoded.begins).isEqualTo(decoded.ends);
  }

  @Test
  void aKilledRankLeavesWhatItHadAndItsLastEvents() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    int code = run(trace, Map.of(JobVariables.LAST, "5"), List.of(), "die");
    assertThat(code).isNotZero();
    Decoded decoded = Decoded.of(trace);
    assertThat(decoded.totals.get(1)).containsEntry("sent", 1000L).containsEntry("received", 1000L);
    assertThat(recorded.get(1).isRunning()).isTrue();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("the last events of rank 0:", "the last events of rank 1:");
  }

  @Test
  void whatDoesNotFitIsTold() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    assertThat(run(trace, Map.of(JobVariables.RECORD_EVENTS, "64"), List.of(), "talk")).isZero();
    Decoded decoded = Decoded.of(trace);
    assertThat(decoded.names.getFirst()).contains("earlier events did not fit");
    assertThat(decoded.events).isLessThanOrEqualTo(RANKS * 64);
    // Sums do not depend on what fits.
    assertThat(decoded.totals.getOrDefault(0, Map.of()).getOrDefault("sent", 0L))
        .isGreaterThan(200);
  }
}
