// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.system.LauncherTree.Result;
import weft.testkit.Sampled;

/// `./weft test`: what it hands to Maven, where it works, what it prints.
@Sampled
final class TestCommandTest {
  @TempDir Path folder;
  private LauncherTree tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = new LauncherTree(folder);
  }

  @Test
  void buildsAndTestsACopy() throws Exception {
    Result result = tree.run("test");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(tree.builds())
        .hasSize(2)
        .allMatch(line -> line.contains(" verify ") && line.contains("-Dweft.effort=sample"));
    assertThat(tree.root().resolve("target/test-tree/core/runtime/src/main/java/Weft.java"))
        .exists();
    assertThat(tree.testLock()).doesNotExist();

    Files.delete(tree.source());
    assertThat(tree.run("test", "--all").exitCode()).isZero();
    assertThat(tree.builds().getLast()).contains("-Dweft.effort=all");
    assertThat(tree.run("test", "--", "-Dtest=One").exitCode()).isZero();
    assertThat(tree.builds().getLast()).contains("-Dweft.effort=brief -Dtest=One");
    assertThat(tree.root().resolve("target/test-tree/core/runtime/src/main/java/Weft.java"))
        .doesNotExist();
  }

  @Test
  void aRoomIsBuiltWithWhatItStandsOnAndTestedAlone() throws Exception {
    Result result = tree.run("test", "--room", "shm", "--", "-Dtest=One");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(tree.builds())
        .hasSize(2)
        .allMatch(line -> line.contains("-pl transports/shm -am -Dweft.effort=brief -Dtest=One"));
    Path copy = tree.root().resolve("target/test-tree");
    assertThat(copy.resolve("core/runtime/target/untested")).exists();
    assertThat(copy.resolve("transports/shm/target/untested")).doesNotExist();
  }

  @Test
  void namesTheRoomsWhereOneIsUnknown() throws Exception {
    Result result = tree.run("test", "--room", "kitchen");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("there is no room kitchen; the rooms are: runtime shm");
    assertThat(tree.run("test", "--room").errors()).contains("--room needs a name");
    assertThat(tree.builds()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fast", "-Dtest=One"})
  void namesItsOptionsWhereOneIsUnknown(String option) throws Exception {
    Result result = tree.run("test", option);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("does not know " + option, "--room", "-- MAVEN ARGS");
    assertThat(tree.builds()).isEmpty();
  }

  /// Another test says that it waits; a run does not wait.
  @Test
  void onlyTestsWaitForTests() throws Exception {
    Process holder = tree.begin(Path.of("/bin/sh"), "-c", "read line");
    Result host =
        LauncherTree.end(tree.begin(Path.of("/usr/bin/env"), "bash", "-c", "printf %s $HOSTNAME"));
    Files.createDirectories(tree.testLock().getParent());
    Files.createSymbolicLink(tree.testLock(), Path.of(host.output() + ":" + holder.pid()));

    assertThat(tree.run("run").output()).startsWith("started run");
    Process waiting = tree.begin(tree.root().resolve("weft"), "test");
    // It says so before it does anything else: read what it says up to the end of the line.
    var said = new StringBuilder();
    for (int c = waiting.getErrorStream().read(); c >= 0 && c != '\n'; ) {
      said.append((char) c);
      c = waiting.getErrorStream().read();
    }
    assertThat(said).contains("waiting for the tests of process " + holder.pid());
    assertThat(tree.builds()).hasSize(1);
    LauncherTree.end(holder);
    assertThat(LauncherTree.end(waiting).exitCode()).isZero();
    assertThat(tree.builds()).hasSize(3);
  }

  @Test
  void reportsWhatFailedAndWhatWasSkipped() throws Exception {
    Path reports = reports();
    Files.writeString(
        reports.resolve("TEST-a.ATest.xml"),
        """
        <testsuite name="a.ATest"><testcase name="works" classname="a.ATest"/>
        <testcase name="leaves" classname="a.ATest"><skipped message="no MPI here"/></testcase>
        <testcase name="breaks" classname="a.ATest"><failure>expected: 1\n but was: 2</failure></testcase>
        </testsuite>
        """);
    Result result = report();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .containsPattern("rooms/one +3 tests +\\d+ s, 1 skipped, 1 FAILED")
        .contains("FAILED a.ATest.breaks", "expected: 1", "TEST-a.ATest.xml", "no MPI here")
        .contains("2 tests ran", "1 failed, 1 were skipped");
  }

  @Test
  void aRunInWhichNothingRanIsNotGreen() throws Exception {
    reports();
    Result result = report();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("no test ran");
  }

  private Path reports() throws IOException {
    return Files.createDirectories(folder.resolve("rooms/one/target/surefire-reports"));
  }

  private Result report() throws Exception {
    for (String room : List.of("one", "other")) {
      Path module = Files.createDirectories(folder.resolve("rooms").resolve(room));
      Files.writeString(
          module.resolve("pom.xml"),
          """
          <project><parent><artifactId>weft-parent</artifactId></parent>
          <artifactId>weft-%s</artifactId></project>
          """
              .formatted(room));
    }
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            ProjectTree.root().resolve("tools/dist/src/tests/Report.java").toString(),
            folder.toString(),
            "rooms/one",
            "rooms/other");
    Process process = new ProcessBuilder(command).start();
    try (var maven = process.outputWriter(UTF_8)) {
      maven.write(
          """
          [INFO] --- surefire:3.6.1:test (default-test) @ weft-one ---
          [INFO] --- surefire:3.6.1:test (default-test) @ weft-other ---
          [INFO] --- jar:3.5.1:jar (default-jar) @ weft-one ---
          [INFO] Reactor Summary for Weft:
          """);
    }
    return LauncherTree.end(process);
  }
}
