// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.testkit.Sampled;

/// `weft run --record FOLDER` keeps what a run did, and `weft predict FOLDER` replays it.
@Sampled
final class PredictRecordingTest {
  private static final Pattern UNCHANGED =
      Pattern.compile("Replayed with nothing changed: .* \\(([+-][0-9.]+) %\\)");

  /// Rank 0 sends more than rank 1, which sleeps, has room for.
  private static final String FLOOD =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          long[] sum = new long[1];
          var more = world.rsr1("more", (source, a) -> sum[0] += a);
          world.start();
          if (world.rank() == 0) {
            for (int refused = 0; refused < 3; ) refused += more.trySend(1, 1) ? 0 : 1;
          } else {
            while (sum[0] == 0) {
              try { Thread.sleep(300); } catch (InterruptedException e) { return; }
              world.poll();
            }
          }
          world.quiesce();
        });
      }
      """;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shm", "threads", "mpi"})
  void aReplayWithNothingChangedTakesWhatTheRunTook(String transport) throws Exception {
    String[] words = {
      "run",
      "-n",
      "2",
      "--transport",
      transport,
      "--record",
      "kept",
      "wave2d",
      "--size",
      "256x256",
      "--steps",
      "50"
    };
    assertThat(weft.run(words).exitCode()).isZero();
    Weft.Result replayed = weft.run("predict", "kept");
    assertThat(replayed.err()).isEmpty();
    assertThat(replayed.out())
        .contains("wave2d --size 256x256 --steps 50, 2 ranks, recorded in ")
        .contains("It is assumed that the same ranks send the same messages.")
        .contains("latency", "bandwidth", "compute");
    Matcher unchanged = UNCHANGED.matcher(replayed.out());
    assertThat(unchanged.find()).isTrue();
    assertThat(Math.abs(Double.parseDouble(unchanged.group(1)))).isLessThan(5);
  }

  @Test
  void anotherMachineIsDrawnBesideThisOne() throws Exception {
    weft.run("run", "-n", "4", "--record", "kept", "--transport", "threads", "netsort");
    Weft.Result other =
        weft.run(
            "predict",
            "kept",
            "--scale",
            "compute=0.5,bandwidth=0.1",
            "--place",
            "4:round-robin",
            "--report",
            "both.html");
    assertThat(other.exitCode()).isZero();
    assertThat(other.out())
        .startsWith("Profile rack: ")
        .containsPattern("With compute=0.5,bandwidth=0.1 on 4:round-robin: .*, [1-9][0-9.]* ×");
    assertThat(Files.readString(folder.resolve("both.html"))).contains("Replayed", "Predicted");
  }

  @Test
  void saysThatTheCourseDependsOnRoom() throws Exception {
    weft.file("Flood.java", FLOOD);
    String[] words = {"run", "-n", "2", "--transport", "threads", "--record", "kept", "Flood.java"};
    assertThat(weft.run(words).err()).isEmpty();
    assertThat(weft.run("predict", "kept").out())
        .containsPattern("depends on time: trySend found no room \\d+ times");
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    Files.createDirectories(folder.resolve("empty"));
    assertThat(weft.run("predict", "empty").err())
        .contains("There is no recording in empty; weft run --record empty … makes one");

    weft.run("run", "-n", "2", "--record", "kept", "--transport", "threads", "hello");
    assertThat(weft.run("predict", "kept", "--place", "2:blocks", "--profile", "one-host").err())
        .contains("has no channel between hosts");
    assertThat(weft.run("predict", "kept", "--place", "2:heaps").err())
        .contains("--place is HOSTS:blocks or HOSTS:round-robin");
    assertThat(weft.run("predict", "kept", "--scale", "compute=0").err())
        .contains("factors are above 0");
    assertThat(weft.run("predict", "kept", "--report", "page.html").err())
        .contains("--report draws what --scale or --place changes");
    assertThat(weft.run("predict", "broadcast", "--place", "2").err())
        .contains("--place is for a recording");
    Files.delete(folder.resolve("kept/rank-1.rec"));
    assertThat(weft.run("predict", "kept").err())
        .contains("the file of rank 1, rank-1.rec, is missing");
    Files.writeString(folder.resolve("kept/job"), "weft-recording 0\n\n\n");
    Weft.Result old = weft.run("predict", "kept");
    assertThat(old.err())
        .contains("is of another version, or its file job is damaged; run the program again");
    assertThat(old.exitCode()).isEqualTo(2);

    Files.writeString(folder.resolve("file"), "");
    assertThat(weft.run("run", "-n", "2", "--record", "file/kept", "hello").err())
        .contains("cannot be made, so the job does not begin");
  }
}
