// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// `weft new` makes a project that compiles, whose test passes, and which `weft run` runs.
@Sampled
final class NewProjectTest {
  @TempDir Path folder;

  /// Links that lead out of the folder are not to be followed.
  @AfterEach
  void removeLinks() throws Exception {
    LocalRepository.remove(folder.resolve("repository"));
  }

  @Test
  void theProjectWorks() throws Exception {
    assumeTrue(
        LocalRepository.isUsable(),
        "SKIPPED: no Maven, or no local repository of it, so the project is not built");
    Path repository = LocalRepository.make(folder.resolve("repository"));
    var weft = new Weft(folder);
    Weft.Result made = weft.run("new", "demo");
    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).contains("cd demo", "mvn -q package", "weft run -n 2 target/demo.jar");
    String out = LocalRepository.maven(folder.resolve("demo"), repository, "-B", "package");
    assertThat(out).contains("Tests run: 3, Failures: 0, Errors: 0", "BUILD SUCCESS");
    Weft.Result run = weft.run("run", "-n", "3", "demo/target/demo.jar");
    assertThat(run.out()).as(run.err()).contains("3 ranks, 3 greetings");
    // The jar alone is all that the program needs.
    Path alone = Files.createDirectories(folder.resolve("e/x"));
    Files.move(folder.resolve("demo/target/demo.jar"), alone.resolve("demo.jar"));
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(), "-jar", "demo.jar", "--weft-ranks", "2", "--weft-transport", "shm")
            .directory(alone.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String moved = process.inputReader().lines().collect(Collectors.joining("\n"));
    assertThat(process.waitFor()).as(moved).isZero();
    assertThat(moved).contains("2 ranks, 2 greetings");
  }

  @Test
  void nothingIsOverwritten() throws Exception {
    var weft = new Weft(folder);
    Files.createDirectories(folder.resolve("full/inside"));
    Files.createFile(folder.resolve("file"));
    assertThat(weft.run("new", "full").err()).contains("full is not empty");
    assertThat(weft.run("new", "file").err()).contains("file is a file");
    assertThat(weft.run("new", "my program").err())
        .contains("A project cannot be named \"my program\"");
    assertThat(weft.run("new", "file/below").exitCode()).isNotZero();
    assertThat(weft.run("new").err()).contains("FOLDER");
    try (var left = Files.walk(folder)) {
      assertThat(left.map(it -> it.getFileName().toString()).collect(Collectors.toSet()))
          .doesNotContain("pom.xml");
    }
  }
}
