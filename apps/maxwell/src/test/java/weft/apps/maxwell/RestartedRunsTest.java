// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.checkpoint.CheckpointPlan;
import weft.testkit.Sampled;

/// Runs that go on from the last checkpoint of another one.
@Sampled
final class RestartedRunsTest {
  @TempDir Path folder;

  private CheckpointPlan saving() {
    return CheckpointPlan.NONE.withFolder(folder.resolve("saved")).withEvery(Duration.ofMillis(1));
  }

  private CheckpointPlan restarting() {
    return saving().withRestart(folder.resolve("saved"));
  }

  private List<String[]> run(int ranks, CheckpointPlan plan, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    Path out = folder.resolve("out.csv");
    all.addAll(List.of("--out", out.toString()));
    MaxwellRun run = MaxwellRun.of(ranks, plan, all.toArray(String[]::new));
    assertThat(run.refusal()).as(run.text()).isNull();
    return Files.readAllLines(out).stream().skip(1).map(it -> it.split(",")).toList();
  }

  private static void assertAlike(List<String[]> got, List<String[]> wanted, int column) {
    assertThat(got).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      double value = Double.parseDouble(wanted.get(i)[column]);
      assertThat(Double.parseDouble(got.get(i)[column]))
          .isCloseTo(value, within(5e-3 * Math.abs(value)));
    }
  }

  @Test
  void sweepsOfAnglesGoOn() throws IOException {
    String[] args = {
      "--sphere", "--frequency", "1e8", "--method", "multipole", "--monostatic", "0:50:5"
    };
    List<String[]> wanted = run(2, saving(), args);
    assertAlike(run(3, restarting(), args), wanted, 5);
    args[2] = "1.1e8";
    assertThat(MaxwellRun.of(1, restarting(), args).refusal())
        .startsWith("the checkpoint is of another run: ")
        .endsWith("give the options and the file of that run");
  }

  /// The results of frequencies that are done are saved, those of ports too.
  @Test
  void sweepsOfFrequenciesGoOn() throws IOException {
    String[] args = {"--dipole", "--frequency", "290e6:310e6:10e6", "--ports", "-0.1:0:0,0.12:0:0"};
    List<String[]> wanted = run(1, saving(), args);
    assertAlike(run(2, restarting(), args), wanted, 7);
  }
}
