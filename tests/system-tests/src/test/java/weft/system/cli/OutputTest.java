// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.testkit.Sampled;

/// Output that cannot be written, a reader that goes away, and lines of any length.
@Sampled
final class OutputTest {
  private static final String CHATTY =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          int lines = Integer.parseInt(world.args().get(0));
          for (int i = 0; i < lines; i++) {
            if (i % 2 == 0) IO.println("rank " + world.rank() + " line " + i);
            else System.out.println("rank " + world.rank() + " line " + i);
            if (i % 1000 == 0) world.poll();
          }
          if (lines > 10000) world.pollUntil(() -> false);
          world.quiesce();
        });
      }
      """;

  private static final String LONG_LINES =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          String mine = Character.toString('a' + world.rank());
          for (int megabytes : new int[] {1, 3, 10, 1}) {
            System.out.println(mine.repeat(1_000_000 * megabytes));
            System.out.println(mine);
          }
          world.quiesce();
        });
      }
      """;

  @TempDir private Path folder;
  private Weft weft;

  @BeforeEach
  void open() throws Exception {
    weft = new Weft(folder).file("Chatty.java", CHATTY).file("LongLines.java", LONG_LINES);
  }

  private Weft.Result chatty(String script, String transport, int lines) throws Exception {
    var result =
        weft.inScript(script)
            .run("run", "-n", "2", "--transport", transport, "Chatty.java", lines + "");
    assertThat(weft.leftovers()).isEmpty();
    return result;
  }

  @Alike({"shm", "threads"})
  void aFullDeviceIsASentenceAndNotZero(String transport) throws Exception {
    var result = chatty("exec \"$@\" > /dev/full", transport, 1000);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo(
            "weft: standard output could not be written: no space is left on its device; what was"
                + " printed there is lost\n");
    var errors = chatty("exec \"$@\" 2> /dev/full >&2", transport, 1000);
    assertThat(errors.exitCode()).isEqualTo(1);
  }

  @Alike({"shm", "threads"})
  void aClosedDescriptorIsASentenceAndNotZero(String transport) throws Exception {
    var result = chatty("exec \"$@\" >&-", transport, 1000);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo(
            "weft: standard output could not be written: it is closed; what was printed there is"
                + " lost\n");
    assertThat(chatty("exec \"$@\" >&-", transport, 0).exitCode()).isZero();
  }

  /// The program never ends by itself.
  @Alike({"shm", "threads"})
  void aReaderThatGoesEndsTheJobAsSigpipeWould(String transport) throws Exception {
    var result = chatty("\"$@\" | head -1; exit ${PIPESTATUS[0]}", transport, 100_000);
    assertThat(result.exitCode()).isEqualTo(141);
    assertThat(result.err()).isEmpty();
    assertThat(result.outLines()).hasSize(1);
  }

  @Alike({"shm", "threads"})
  void aProgramStartedByJavaIsJudgedAsWell(String transport) throws Exception {
    String[] arguments = {"100000", "--weft-ranks", "2", "--weft-transport", transport};
    var left =
        weft.inScript("\"$@\" | head -1; exit ${PIPESTATUS[0]}")
            .beginMain("Chatty.java", arguments)
            .end();
    assertThat(left.exitCode()).isEqualTo(141);
    assertThat(left.err()).isEmpty();
    arguments[0] = "100";
    var full = weft.inScript("exec \"$@\" > /dev/full").beginMain("Chatty.java", arguments).end();
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err()).contains("weft: standard output could not be written: no space is left");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void otherCommandsAreJudgedAsWell() throws Exception {
    var full = weft.inScript("exec \"$@\" > /dev/full").run("--help");
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err()).startsWith("weft: standard output could not be written: no space");
    assertThat(full.err().lines()).hasSize(1);
    weft.inScript(null);
    assertThat(weft.run("--help").exitCode()).isZero();
  }

  @Alike({"shm", "threads"})
  void linesOfMegabytesNeverMix(String transport) throws Exception {
    var running = weft.begin("run", "-n", "4", "--transport", transport, "LongLines.java");
    var result = running.process().waitFor();
    assertThat(result).as(running.errText()).isZero();
    var lengths = new TreeMap<Integer, Integer>();
    try (BufferedReader lines = Files.newBufferedReader(running.out(), UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        char first = line.isEmpty() ? '-' : line.charAt(0);
        assertThat(line.chars().allMatch(c -> c == first)).isTrue();
        lengths.merge(line.length(), 1, Integer::sum);
      }
    }
    assertThat(lengths).containsOnlyKeys(1, 1_000_000, 3_000_000, 10_000_000);
    assertThat(lengths.values()).containsExactly(16, 8, 4, 4);
    assertThat(weft.leftovers()).isEmpty();
  }
}
