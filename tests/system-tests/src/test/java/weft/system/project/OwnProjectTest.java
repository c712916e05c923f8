// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.ProjectTree;
import weft.testkit.Sampled;

/// A project made in an empty folder by the commands of `docs/guide/own-project.md` alone. Weft is
/// taken from this build, all else from the local repository of the user who runs the test.
@Sampled
final class OwnProjectTest {
  @TempDir Path folder;

  /// Links that lead out of the folder are not to be followed.
  @AfterEach
  void removeLinks() throws Exception {
    LocalRepository.remove(folder.resolve("repository"));
  }

  @Test
  void thePageMakesAProject() throws Exception {
    assumeTrue(
        LocalRepository.isUsable(),
        "SKIPPED: no Maven, or no local repository of it, so the project of the guide is not made");
    Path repository = LocalRepository.make(folder.resolve("repository"));
    Path project = Files.createDirectory(folder.resolve("project"));
    Path script = folder.resolve("script");
    Files.writeString(script, commands());

    var builder =
        new ProcessBuilder("bash", "-eu", script.toString())
            .directory(project.toFile())
            .redirectErrorStream(true);
    Path java = Path.of(System.getProperty("java.home"));
    String options = LocalRepository.options(repository);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", java.toString());
    environment.merge("PATH", java + "/bin:", (path, bin) -> bin + path);
    environment.put("MAVEN_OPTS", options);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    assertThat(process.waitFor()).as("%s", out).isZero();

    assertThat(out)
        .containsSubsequence(
            "3 ranks over threads: 6",
            "2 ranks over shm: 3",
            "2 ranks over shm: 3",
            "3 ranks over shm: 6");
    assertThat(classesOfTheImage(project.resolve("target/image")))
        .as("the classes that the image loads")
        .contains("weft.World source: shared objects file");
    assertThat(project.resolve("target/surefire-reports/com.example.HowdyTest.txt"))
        .content()
        .contains("Tests run: 1, Failures: 0, Errors: 0");
    anOlderJdkIsToldWhatToDo(project, options);
  }

  /// Maven on an older JDK, where this machine has one that is good enough for Maven.
  private static void anOlderJdkIsToldWhatToDo(Path project, String options) throws Exception {
    Path older = olderJdk();
    if (older == null) {
      System.out.println("no JDK 17 to 24 is installed: its message is not looked at");
      return;
    }
    var builder =
        new ProcessBuilder("mvn", "-B", "-o", "validate")
            .directory(project.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", older.toString());
    builder.environment().put("MAVEN_OPTS", options);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    assertThat(out).contains("Weft needs a JDK 25 or newer: set JAVA_HOME to one");
    assertThat(process.waitFor()).isNotZero();
  }

  private static @Nullable Path olderJdk() throws IOException {
    Path folder = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(folder)) {
      return null;
    }
    try (Stream<Path> jdks = Files.list(folder)) {
      for (Path jdk : (Iterable<Path>) jdks.sorted()::iterator) {
        Path release = jdk.resolve("release");
        if (Files.isRegularFile(release)
            && Pattern.compile("JAVA_VERSION=\"(1[7-9]|2[0-4])\\.")
                .matcher(Files.readString(release))
                .find()) {
          return jdk;
        }
      }
    }
    return null;
  }

  /// What the image says of each class that it loads, with its start-up cache.
  private static String classesOfTheImage(Path image) throws Exception {
    var builder =
        new ProcessBuilder(image.resolve("bin/howdy").toString(), "--weft-ranks", "2")
            .redirectErrorStream(true)
            .directory(image.toFile());
    builder.environment().put("JDK_JAVA_OPTIONS", "-Xlog:class+load");
    Process process = builder.start();
    process.getOutputStream().close();
    return process.inputReader().lines().collect(Collectors.joining("\n"));
  }

  /// All blocks of the page that begin with "```sh project", in order.
  private static String commands() throws IOException {
    var commands = new StringBuilder();
    boolean inside = false;
    Path page = ProjectTree.root().resolve("docs/guide/own-project.md");
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        inside = line.equals("```sh project");
      } else if (inside) {
        commands.append(line).append('\n');
      }
    }
    return commands.toString();
  }
}
