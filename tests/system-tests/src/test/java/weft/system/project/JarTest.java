// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.ProjectTree;
import weft.testkit.Sampled;

/// A program that is one jar, started with `java -jar`.
@Sampled
final class JarTest {
  @TempDir Path folder;

  private record Ended(int code, String out) {}

  private Ended start(String... arguments) throws Exception {
    return startWith(List.of("-jar"), arguments);
  }

  private Ended startWith(List<String> options, String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    return new Ended(process.waitFor(), out);
  }

  private static List<Path> libraries() throws Exception {
    return AppJar.libraries(
        "weft", "weft-shm", "weft-schedule", "weft-collective", "weft-accelerate");
  }

  /// Tools that merge jars keep one of several files of one name, or none: services get lost.
  @Test
  void aFatJarWithoutServicesStartsItselfAgainAsProcesses() throws Exception {
    Path jar = Files.createDirectory(folder.resolve("of mine")).resolve("a fat.jar");
    AppJar.fat(
        jar, SmallProgram.class, libraries(), name -> !name.startsWith("META-INF/services/"));

    Ended ended =
        start("of mine/a fat.jar", "--weft-transport", "shm", "--weft-ranks", "2", "one word");

    assertThat(ended.out).isEqualTo("2 ranks, shm, [one word], sum 6");
    assertThat(ended.code).isZero();
  }

  @Test
  void aFatJarWithoutTheTransportSaysWhatToAdd() throws Exception {
    Path jar = folder.resolve("fat.jar");
    AppJar.fat(
        jar, SmallProgram.class, libraries(), name -> !name.startsWith("weft/transport/shm/"));

    Ended ended = start("fat.jar", "--weft-transport", "shm", "--weft-ranks", "2");

    assertThat(ended.out)
        .contains("there is no transport \"shm\" for processes")
        .contains("Add the dependency io.github.weft-java:weft-shm");
    assertThat(ended.code).isNotZero();
  }

  /// There threads run, which the next test tries without what Linux has; processes do not.
  @Test
  void otherSystemsRefuseProcessesWithASentence() throws Exception {
    Path jar = folder.resolve("fat.jar");
    AppJar.fat(jar, SmallProgram.class, libraries(), name -> true);
    List<String> options = List.of("-Dos.name=Windows 11", "-jar");

    Ended refused = startWith(options, "fat.jar", "--weft-ranks", "2", "--weft-transport", "shm");
    Ended threads = startWith(options, "fat.jar", "--weft-ranks", "2");

    assertThat(refused.out)
        .contains("need Linux, and this is Windows 11", "transport threads", "WSL");
    assertThat(refused.code).isNotZero();
    assertThat(threads.out).isEqualTo("2 ranks, threads, [], sum 6");
  }

  /// There is no Windows here: the command that `weft.cmd` ends with is run, with this system's
  /// separators, and is told that the system is another one.
  @Test
  void theCommandForWindowsStartsThreads() throws Exception {
    String line =
        Files.readAllLines(ProjectTree.root().resolve("weft.cmd")).stream()
            .map(String::strip)
            .filter(it -> it.startsWith("\"%java%\" "))
            .findFirst()
            .orElseThrow();
    Path home = Path.of(System.getProperty("weft.home", "")).toAbsolutePath();
    assertThat(line).endsWith(" %*");
    List<String> options =
        Stream.of(line.substring("\"%java%\" ".length(), line.length() - " %*".length()).split(" "))
            .map(it -> it.replace("\"", "").replace("%home%", home.toString()).replace('\\', '/'))
            .toList();
    var all = new ArrayList<>(List.of("-Dos.name=Windows 11"));
    all.addAll(options);

    Ended ended = startWith(all, "run", "-n", "2", "--transport", "threads", "hello");

    assertThat(ended.out).contains("2 ranks over threads: all 24 requests arrived.");
    assertThat(ended.code).isZero();
  }

  @Test
  void aTransportOfSomebodyElseMayHaveLostItsService() throws Exception {
    Path jar = folder.resolve("fat.jar");
    AppJar.fat(jar, SmallProgram.class, libraries(), name -> true);

    Ended ended = start("fat.jar", "--weft-transport", "carrier-pigeon");

    assertThat(ended.out).contains("on the class path are: shm, threads", "mergeServiceFiles()");
  }
}
