// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.testkit.Sampled;

/// `WEFT_CHOICES`, or the profile of the machine: a table goes before the one that is built in.
@Sampled
final class ChoicesFileTest {
  private static final String SUM =
      """
      import weft.Weft;
      import weft.collective.Operator;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var all = weft.collective.Group.world(world);
          world.start();
          if (world.rank() == 0) world.pollUntil(() -> false);
          all.allreduce(new long[40000], Operator.SUM);
        });
      }
      """;

  private static final String SHOW =
      """
      import weft.Weft;
      import weft.model.profile.GivenPlatform;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          System.out.println(GivenPlatform.of(System.getenv(), 1).name());
        });
      }
      """;

  @TempDir Path folder;

  @Test
  void theFileChoosesAndIsNamedWhereItIsWrong() throws Exception {
    Path file = folder.resolve("my-choices");
    var weft = new Weft(folder).file("Sum.java", SUM).variable("WEFT_CHOICES", file.toString());
    String[] run = {"run", "-n", "2", "--stall", "0.5", "--transport", "threads", "Sum.java"};
    assertThat(endedWith(weft.run(run)))
        .contains("WEFT_CHOICES names the table of choices " + file + ", which cannot be read: ");

    Files.writeString(file, "# mine\nallreduce * * ringg\n");
    assertThat(endedWith(weft.run(run)))
        .contains(file + ":2: no algorithm for ALLREDUCE is called \"ringg\"; the names are ");

    // Not what is chosen without a file.
    Files.writeString(file, "allreduce * * tree\n");
    assertThat(chosen(weft, run)).contains("algorithm tree");
  }

  @Test
  void theProfileOfTheMachineChooses() throws Exception {
    var weft = new Weft(folder).file("Sum.java", SUM);
    Path profile = weft.configuration().resolve("weft").resolve("profile");
    Files.createDirectories(profile.getParent());
    String[] run = {"run", "-n", "2", "--stall", "0.5", "--transport", "threads", "Sum.java"};
    Files.writeString(profile, profile("allreduce * * central"));
    assertThat(chosen(weft, run)).contains("algorithm central");

    // A damaged profile is no reason to stop.
    Files.writeString(profile, profile("allreduce * * centrall"));
    assertThat(chosen(weft, run))
        .contains(
            "The table of choices of this machine's profile is not used: ", profile.toString())
        .doesNotContain("algorithm central");
    Files.writeString(profile, "weft-profile 1\n");
    assertThat(chosen(weft, run))
        .contains("The profile of this machine is not used: ", "has version 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "shm", "tcp", "mpi"})
  void eachRankGetsTheParametersOfTheProfile(String transport) throws Exception {
    var weft = new Weft(folder).file("Show.java", SHOW);
    String[] run = {"run", "-n", "2", "--transport", transport, "Show.java"};
    assertThat(weft.run(run).outLines()).containsOnly("one host of 16 cores").hasSize(2);

    Path profile = weft.configuration().resolve("weft").resolve("profile");
    Files.createDirectories(profile.getParent());
    Files.writeString(profile, profile("allreduce * * central"));
    assertThat(weft.run(run).outLines()).containsOnly("a machine").hasSize(2);
  }

  private static String profile(String rule) {
    return """
    weft-profile 3
    name a machine
    channel 0 memory copies 2
    overhead
    0 0.15
    transfer 1
    64 0.02
    choices shared
    %s
    end
    """
        .formatted(rule);
  }

  /// What a job that stands still in an allreduce says.
  private static String chosen(Weft weft, String... run) throws Exception {
    var running = weft.begin(run);
    try {
      Weft.await("the standstill", () -> running.errText().contains("algorithm "));
      return running.errText();
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  private static String endedWith(Weft.Result result) {
    assertThat(result.exitCode()).isEqualTo(2);
    return result.err();
  }
}
