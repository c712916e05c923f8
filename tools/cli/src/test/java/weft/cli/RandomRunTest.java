// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.transport.JobSetting;

/// Random command lines of `weft run`, with random variables around it: each is refused by a
/// sentence. Their program does not exist, so the last check refuses what all others accept.
///
/// `-Dweft.seed=N` sets the seed, and `-Dweft.seeds=N` a tenth of the number of lines.
final class RandomRunTest {
  private static final Machine MACHINE = new Machine(List.of(0, 1, 2, 3), 4, 10L << 30, false);

  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "1",
          "2",
          "3",
          "-1",
          "0.5",
          "1e9",
          "1e300",
          "NaN",
          "Infinity",
          "-0.1",
          "x",
          "é",
          "4k",
          "64k",
          "1g",
          "9999999t",
          "k",
          "10m",
          "90s",
          "0s",
          "/",
          ".",
          "/none/file",
          "a,b",
          "a:2,b:4",
          "a:0",
          ":",
          ",",
          "@",
          "@/none",
          "@.",
          "@hosts",
          "@empty",
          "@bytes",
          "[::1]:2",
          "fd00::1",
          "--map-by node",
          "\"",
          "'",
          "\\",
          "openmpi",
          "mpich",
          " ",
          "a b",
          "99999999999",
          "2147483648",
          "9223372036854775808",
          "#",
          "%",
          "%s",
          "a=b",
          "-x",
          "--",
          "\u0001");

  private static final List<String> OPTIONS = options();

  private static final List<String> VARIABLES =
      List.of(
          "WEFT_GRACE",
          "WEFT_STALL",
          "WEFT_JOIN",
          "WEFT_LOST",
          "WEFT_HOSTS",
          "WEFT_MPI",
          "WEFT_MPI_ARGS",
          "WEFT_HEAP",
          "WEFT_RING",
          "WEFT_BUDGET",
          "WEFT_CHECK",
          "WEFT_APART",
          "WEFT_LAST",
          "WEFT_EVERY",
          "WEFT_KEEP",
          "WEFT_OBJECTS",
          "WEFT_STORE_LIMIT",
          "WEFT_TAG_OUTPUT",
          "WEFT_NETWORK_ONLY",
          "WEFT_RANK",
          "WEFT_SIZE",
          "WEFT_TRANSPORT",
          "WEFT_DEBUG_RANK",
          "SLURM_TASKS_PER_NODE");

  private static List<String> options() {
    var options =
        new ArrayList<>(
            List.of(
                "-n",
                "-np",
                "--ranks",
                "--transport",
                "--tag-output",
                "--bind",
                "--java-heap",
                "--jvm-arg",
                "--retries",
                "--class-path",
                "-cp",
                "--hosts",
                "--mpi",
                "--mpi-args",
                "--unknown"));
    for (JobSetting setting : JobSetting.values()) {
      options.add(setting.runOption());
    }
    return options;
  }

  @TempDir Path folder;

  @Test
  void eachLineIsRefusedByASentence() throws Exception {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    int lines = Integer.getInteger("weft.seeds", 60) * 10;
    var random = new SplittableRandom(seed);
    Files.writeString(folder.resolve("hosts"), "alpha:2 # a remark\n\nbeta\n");
    Files.writeString(folder.resolve("empty"), "# none\n");
    Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0, 7});
    for (int i = 0; i < lines; i++) {
      var words = new ArrayList<String>();
      for (int options = random.nextInt(4); options > 0; options--) {
        String option = OPTIONS.get(random.nextInt(OPTIONS.size()));
        String value = value(random);
        if (random.nextInt(4) == 0) {
          words.add(option + "=" + value);
        } else {
          words.addAll(List.of(option, value));
        }
      }
      words.add("no-such-program");
      var around = new HashMap<String, String>();
      for (int variables = random.nextInt(3); variables > 0; variables--) {
        around.put(VARIABLES.get(random.nextInt(VARIABLES.size())), value(random));
      }
      refuse("seed %d, line %d: %s %s".formatted(seed, i, around, words), words, around);
    }
  }

  private String value(SplittableRandom random) {
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return value.matches("@[a-z]+") ? "@" + folder.resolve(value.substring(1)) : value;
  }

  private static void refuse(String which, List<String> words, Map<String, String> around) {
    var console = new Console();
    var run = new RunCommand(console.out, console.err, MACHINE, around);
    int code = new Main(console.out, console.err).execute("run", run, List.copyOf(words));
    assertThat(code).as(which + "\n" + console.err()).isIn(1, 2);
    assertThat(console.err())
        .as(which)
        .startsWith("weft: ")
        .doesNotContain("Exception", "\tat ", "fault of the weft command");
    assertThat(console.err().getBytes(StandardCharsets.UTF_8)).as(which).isNotEmpty();
  }
}
