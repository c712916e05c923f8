// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.Counters;
import weft.Rsr1;
import weft.Weft;
import weft.WeftConfig;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Sampled;

/// Events for Flight Recorder, read back from its file.
@Sampled
final class FlightRecorderTest {
  private static final int RANKS = 3;
  private static final int MESSAGES = 50;
  private static final List<String> NAMES =
      List.of("weft.Handler", "weft.Wait", "weft.Collective", "weft.Backlog");

  @TempDir Path folder;

  private static Recording recording(String... names) {
    var recording = new Recording();
    for (String name : names) {
      recording.enable(name).withoutThreshold();
    }
    recording.start();
    return recording;
  }

  private List<RecordedEvent> read(Recording recording) throws Exception {
    recording.stop();
    Path file = folder.resolve("out.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("weft."))
        .toList();
  }

  /// Runs a job; by rank: what it has counted.
  private static AtomicReferenceArray<Counters> job() {
    var counters = new AtomicReferenceArray<Counters>(RANKS);
    try (var job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(world -> {
        Rsr1 work = world.rsr1("work", (source, n) -> {});
        Group group = Group.world(world);
        world.start();
        for (int i = 0; i < MESSAGES; i++) {
          work.send(world.next(), i);
        }
        group.run(Operation.allreduce(Data.of(new double[100]), Operator.SUM));
        if (world.rank() == 0) {
          long end = System.nanoTime() + 250_000_000; // A wait that is long enough to be told.
          world.pollUntil(() -> System.nanoTime() > end);
        }
        world.quiesce();
        counters.set(world.rank(), world.counters());
      });
    }
    return counters;
  }

  @Test
  void handlersWaitsOperationsAndBacklogAreEvents() throws Exception {
    List<RecordedEvent> events;
    try (Recording recording = recording(NAMES.toArray(String[]::new))) {
      AtomicReferenceArray<Counters> counters = job();
      events = read(recording);
      Map<Integer, Integer> handled = new HashMap<>();
      for (RecordedEvent event : events) {
        if (event.getEventType().getName().equals("weft.Handler")
            && event.getString("handler").equals("work")) {
          int rank = event.getInt("rank");
          handled.merge(rank, 1, Integer::sum);
          assertThat(event.getInt("source")).isEqualTo((rank + RANKS - 1) % RANKS);
          assertThat(event.getLong("bytes")).isEqualTo(8);
          assertThat(event.getThread().getJavaName()).isEqualTo("weft-rank-" + rank);
        }
      }
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(handled).containsEntry(rank, MESSAGES);
        assertThat(counters.get(rank).received()).isEqualTo(MESSAGES);
      }
    }
    assertThat(events)
        .anySatisfy(event -> {
          assertThat(event.getEventType().getName()).isEqualTo("weft.Wait");
          assertThat(event.getString("call")).isEqualTo("World.pollUntil");
          assertThat(event.getDuration().toMillis()).isGreaterThanOrEqualTo(200);
          assertThat(event.getStackTrace().getFrames())
              .anyMatch(it -> it.getMethod().getType().getName().equals(getClass().getName()));
        })
        .anySatisfy(event -> assertThat(event.getEventType().getName()).isEqualTo("weft.Backlog"));
    List<RecordedEvent> operations =
        events.stream()
            .filter(it -> it.getEventType().getName().equals("weft.Collective"))
            .toList();
    assertThat(operations).hasSize(RANKS);
    assertThat(operations.stream().map(it -> it.getLong("number")).distinct()).hasSize(1);
    assertThat(operations.getFirst().getString("operation")).startsWith("Group.allreduce");
    assertThat(operations.getFirst().getLong("bytes")).isEqualTo(800);
  }

  @Test
  void missionControlFindsThemBelowWeft() throws Exception {
    try (Recording recording = recording("weft.Handler", "weft.Wait")) {
      job();
      List<RecordedEvent> events = read(recording);
      for (RecordedEvent event : events) {
        EventType type = event.getEventType();
        assertThat(type.getCategoryNames()).containsExactly("Weft");
        assertThat(type.getLabel()).isEqualTo(type.getName().substring("weft.".length()));
        assertThat(type.getDescription()).isNotEmpty();
      }
      assertThat(events.stream().map(it -> it.getEventType().getName()).distinct())
          .containsExactlyInAnyOrder("weft.Handler", "weft.Wait");
    }
  }

  @Test
  void nothingIsRecordedUnlessItIsAskedFor() throws Exception {
    try (Recording recording = recording("jdk.ThreadStart")) {
      job();
      assertThat(read(recording)).isEmpty();
    }
    // A job that began without a recording goes on without one: see decision 0042.
  }

  /// An image that was linked without Flight Recorder has no such module.
  @Test
  void aJvmWithoutFlightRecorderRunsJobs() throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--limit-modules",
                "java.base,java.management",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RecordedProgram.class.getName(),
                "--weft-ranks",
                "2",
                "talk")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said)).doesNotContain("jfr");
  }
}
