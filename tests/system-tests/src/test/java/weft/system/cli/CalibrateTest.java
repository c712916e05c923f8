// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.testkit.Sampled;

/// `weft calibrate` measures this machine, and what it writes is what other commands use. Beside
/// other tests, ranks that wait for each other hundreds of times would take minutes.
@Tag("alone")
@Sampled
final class CalibrateTest {
  @TempDir Path folder;

  @Test
  void whatItMeasuresIsWhatPredictionsUse() throws Exception {
    var weft = new Weft(folder);
    Weft.Result measured = weft.run("calibrate", "--quick", "--rounds", "2", "--seed", "1");
    assertThat(measured.err()).isEmpty();
    assertThat(measured.exitCode()).isZero();
    Path file = weft.configuration().resolve("weft/profile");
    assertThat(measured.out()).contains("The profile is in " + file + ".", "slices, of which");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.getFirst()).isEqualTo("weft-profile 3");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("environment processor "))
        .anyMatch(line -> line.startsWith("steps busy "))
        .anyMatch(line -> line.startsWith("rate product "))
        .anyMatch(line -> line.startsWith("cell broadcast flat 0 segments 65536 2 1 = "));

    Weft.Result predicted = weft.run("predict", "broadcast", "--bytes", "64k", "--ranks", "2");
    assertThat(predicted.out()).startsWith("The profile of this machine: ").contains("flat");
    assertThat(weft.run("predict", "broadcast", "--ranks", "32", "--hosts", "2").out())
        .startsWith("Profile rack: ");
    assertThat(weft.run("doctor").out()).containsPattern("profile +measured 20");

    Weft.Result checked = weft.run("calibrate", "--check");
    assertThat(checked.out()).contains("the median difference is");
    assertThat(checked.exitCode()).isBetween(0, 1);
  }

  @Test
  void anInterruptedCalibrationWritesNothing() throws Exception {
    var weft = new Weft(folder);
    var running = weft.begin("calibrate", "--quick", "--rounds", "10000");
    Thread.sleep(2500); // It measures; nothing tells so in a pipe.
    running.signal("TERM");
    running.end();
    assertThat(weft.configuration().resolve("weft/profile")).doesNotExist();
    Weft.await(
        "the end of the ranks",
        () ->
            ProcessHandle.allProcesses()
                .noneMatch(it ->
                    it.info().arguments().map(List::of).orElse(List.of()).stream()
                        .anyMatch(word -> word.contains(folder.toString()))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--check | There is no profile",
        "--ranks 1 | --ranks are numbers from 2 to 1024",
        "--out /proc/none/profile | The folder of the profile /proc/none/profile cannot be made",
        "--hosts alpha | --hosts names two hosts at least",
        "--transport shm | --transport is tcp, mpi or ucx, for --hosts"
      })
  void saysWhatIsWrong(String options, String sentence) throws Exception {
    String[] words = ("calibrate " + options).split(" ");
    Weft.Result refused = new Weft(folder).run(words);
    assertThat(refused.err()).contains(sentence);
    assertThat(refused.exitCode()).isEqualTo(2);
  }
}
