// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Every program that `weft run` lists shows what it is for without arguments: its first line says
/// how long it takes, and its last one what was gained, or lost on a busy machine.
@Sampled
final class DefaultProgramsTest {
  /// A quick run tries one of this many programs.
  private static final int PART = 4;

  /// These have one answer, and gain nothing.
  private static final List<String> ANSWERS = List.of("hello", "surface");

  private final long seed = Long.getLong("weft.seed", new SplittableRandom().nextInt(1 << 30));

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> programsWithoutArguments() throws Exception {
    List<String> names = names();
    assertThat(names).contains("bfs", "wave2d", "linalg", "hello");
    boolean some = Effort.current().isQuick();
    int first = new SplittableRandom(seed).nextInt(PART);
    return names.stream()
        .filter(name -> !some || names.indexOf(name) % PART == first)
        .map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
  }

  /// The names that the command lists.
  private List<String> names() throws Exception {
    Weft.Result listed = new Weft(Files.createTempDirectory(folder, "list")).run("run");
    return listed
        .err()
        .lines()
        .filter(line -> line.startsWith("  "))
        .map(line -> line.strip().split(" ", 2)[0])
        .toList();
  }

  private void check(String name) throws Exception {
    Weft.Result result =
        new Weft(Files.createTempDirectory(folder, name)).run("run", "-n", "2", name);
    assertThat(result.exitCode()).as("%s\n%s", result.out(), result.err()).isZero();
    List<String> lines = result.outLines();
    if (name.equals("hello")) {
      assertThat(lines).hasSize(1);
      return;
    }
    assertThat(lines.getFirst())
        .startsWith(name + ": ")
        .containsPattern("about (a second|\\d+ s)$");
    if (!ANSWERS.contains(name)) {
      assertThat(lines.getLast()).containsPattern("^  (gained|lost): ");
    }
    assertThat(String.join("\n", lines)).doesNotContain("NaN", "Infinity");
  }
}
