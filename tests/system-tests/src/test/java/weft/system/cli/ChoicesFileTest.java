// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `WEFT_CHOICES`: a file goes before the table of choices that is built in.
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
    var running = weft.begin(run);
    try {
      Weft.await(
          "the algorithm of the file",
          () -> running.errText().contains("operator SUM, algorithm tree (call 0 of group 0)"));
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  private static String endedWith(Weft.Result result) {
    assertThat(result.exitCode()).isEqualTo(1);
    return result.err();
  }
}
