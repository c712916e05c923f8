// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.testkit.Sampled;

/// `weft run`: programs of every form, and what they get.
@Sampled
final class RunTest {
  private static final String RANKS =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          IO.println("rank " + world.rank() + " of " + world.size() + " over " + world.transport());
        });
      }
      """;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder);
  }

  @AfterEach
  void leavesNothingBehind() throws Exception {
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"1, shm", "2, shm", "3, shm", "1, threads", "3, threads"})
  void runsTheBuiltInProgram(int ranks, String transport) throws Exception {
    var result = weft.run("run", "-n", "" + ranks, "--transport", transport, "hello");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            "%d rank%s over %s: all %d requests arrived.%n"
                .formatted(ranks, ranks == 1 ? "" : "s", transport, 6 * ranks * ranks));
    assertThat(result.exitCode()).isZero();
  }

  @Alike({"shm", "threads"})
  void runsASourceFileOnEveryRank(String transport) throws Exception {
    var result =
        weft.file("Ranks.java", RANKS)
            .run("run", "-n", "3", "--transport", transport, "Ranks.java");
    assertThat(result.outLines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 3).mapToObj(r -> "rank " + r + " of 3 over " + transport).toList());
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void longLinesArriveWhole() throws Exception {
    weft.file(
        "Long.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            String line = ("" + (char) ('a' + world.rank())).repeat(1 << 20);
            for (int i = 0; i < 3; i++) IO.println(line);
          });
        }
        """);
    var result = weft.run("run", "-n", "4", "--transport", "shm", "Long.java");
    assertThat(result.exitCode()).isZero();
    assertThat(result.outLines()).hasSize(12);
    for (String line : result.outLines()) {
      assertThat(line.equals(line.substring(0, 1).repeat(1 << 20)))
          .as(line.length() + " letters, the first " + line.charAt(0))
          .isTrue();
    }
  }

  @Test
  void runsOneRankForEachCoreOverShmUnlessTold() throws Exception {
    var result = weft.file("Ranks.java", RANKS).run("run", "Ranks.java");
    assertThat(result.outLines())
        .contains("rank 0 of " + Runtime.getRuntime().availableProcessors() + " over shm");
  }

  @Test
  void runsAJarAndAMainClass() throws Exception {
    Path jar = Programs.jar(folder, "Ranks", RANKS);
    var result = weft.run("run", "-n", "2", jar.toString());
    assertThat(result.outLines()).hasSize(2);
    result = weft.run("run", "-n", "2", "--class-path", jar.toString(), "Ranks");
    assertThat(result.outLines()).hasSize(2);
    result = weft.run("run", "-n", "2", "-cp", folder + "/*", "Ranks");
    assertThat(result.outLines()).hasSize(2);
  }

  @Test
  void passesArgumentsAsTheyAre() throws Exception {
    weft.file(
        "Args.java", "void main(String[] a) { for (var s : a) IO.println(\"<\" + s + \">\"); }");
    String[] arguments = {"-n", "7", "", "a b", "--", "--help", "*", "$HOME", "é\"'\\"};
    var command = new java.util.ArrayList<>(List.of("run", "-n", "1", "Args.java"));
    command.addAll(List.of(arguments));
    var result = weft.run(command.toArray(String[]::new));
    assertThat(result.outLines())
        .containsExactlyElementsOf(List.of(arguments).stream().map(a -> "<" + a + ">").toList());
  }

  @Alike({"shm", "threads"})
  void passesInputToTheFirstRank(String transport) throws Exception {
    weft.file(
        "Input.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            if (world.rank() == 0) IO.println("read " + IO.readln());
          });
        }
        """);
    var result =
        weft.input("a line\n").run("run", "-n", "2", "--transport", transport, "Input.java");
    assertThat(result.out()).isEqualTo("read a line\n");
  }

  @Test
  void saysOnceWhatIsWrongForAllRanks() throws Exception {
    var late = weft.run("run", "-n", "3", "hello", "--weft-heap", "1g");
    assertThat(late.exitCode()).isEqualTo(1);
    assertThat(late.err())
        .matches(
            "weft: rank \\d failed in its start: the option --weft-heap comes too late for a job"
                + " whose ranks have been started; give --heap to weft run, before the program\n");
  }

  @Test
  void givesEachRankItsShare() throws Exception {
    weft.file(
        "Share.java",
        """
        void main() {
          var jvm = Runtime.getRuntime();
          IO.println(jvm.maxMemory() / (1 << 20) + " " + jvm.availableProcessors());
        }
        """);
    int cores = Runtime.getRuntime().availableProcessors();
    var result = weft.run("run", "-n", "" + cores, "--java-heap", "100m", "Share.java");
    assertThat(result.outLines()).hasSize(cores);
    for (String line : result.outLines()) {
      String[] numbers = line.split(" ");
      // A serial collector counts only one of its two survivor spaces.
      assertThat(Integer.parseInt(numbers[0])).isBetween(90, 100);
      assertThat(numbers[1]).isEqualTo("1");
    }
  }

  @Test
  void putsTheRankBeforeEachLine() throws Exception {
    weft.file(
        "Lines.java",
        """
        void main() {
          for (int i = 0; i < 300; i++) System.out.print("line " + i + " " + "x".repeat(i) + "\\n");
        }
        """);
    var result = weft.run("run", "-n", "2", "--tag-output", "Lines.java");
    for (int rank = 0; rank < 2; rank++) {
      String tag = "[" + rank + "] ";
      assertThat(result.outLines().stream().filter(line -> line.startsWith(tag)))
          .containsExactlyElementsOf(
              IntStream.range(0, 300)
                  .mapToObj(i -> tag + "line " + i + " " + "x".repeat(i))
                  .toList());
    }
    var threads =
        weft.run("run", "-n", "2", "--transport", "threads", "--tag-output", "Lines.java");
    assertThat(threads.err())
        .isEqualTo("weft: Lines are not tagged: ranks are threads, which share one output.\n");
  }

  @Test
  void bindsRanksToCores() throws Exception {
    weft.file(
        "Cpus.java",
        """
        void main() throws Exception {
          Files.lines(Path.of("/proc/self/status")).filter(l -> l.startsWith("Cpus_allowed_list"))
              .forEach(IO::println);
        }
        """
            .replace("void main", "import java.nio.file.*;\nvoid main"));
    int cores = Runtime.getRuntime().availableProcessors();
    var result = weft.run("run", "-n", "" + cores, "--bind", "Cpus.java");
    if (!result.err().contains("there is no taskset")) {
      assertThat(result.err()).isEmpty();
      assertThat(result.outLines()).hasSize(cores).doesNotHaveDuplicates();
    }
    result = weft.run("run", "-n", "" + (cores + 1), "--bind", "Cpus.java");
    assertThat(result.err()).contains("weft: Ranks are not bound: ");
    assertThat(result.outLines()).hasSize(cores + 1);
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void startsWithAnotherCollectorThanItsCacheWasMadeWith() throws Exception {
    Path cache = folder.resolve("rank.aot");
    var made =
        new Weft(folder)
            .jvmOption("-Dweft.aot.rank.output=" + cache)
            .run("run", "-n", "1", "hello");
    assertThat(made.exitCode()).isZero();
    assertThat(cache).isNotEmptyFile();

    weft.jvmOption("-Dweft.aot.rank=" + cache);
    for (String option : List.of("-XX:+UseSerialGC", "-XX:+UseZGC", "-XX:+UseParallelGC", "-ea")) {
      var result = weft.run("run", "-n", "2", "--jvm-arg", option, "hello");
      assertThat(result.err()).as(option).isEmpty();
      assertThat(result.out()).isEqualTo("2 ranks over shm: all 24 requests arrived.\n");
    }
    Files.delete(cache);
  }

  @Test
  void takesAProgramsOwnClassesEvenIfWeftHasSuchALibrary() throws Exception {
    weft.file("picocli/CommandLine.java", "package picocli; public class CommandLine { }");
    weft.file(
        "Own.java",
        "void main() { IO.println(picocli.CommandLine.class.getProtectionDomain().getCodeSource()"
            + ".getLocation().getPath().contains(\"classes.jar\")); }");
    assertThat(weft.run("run", "-n", "1", "Own.java").out()).isEqualTo("true\n");
  }
}
