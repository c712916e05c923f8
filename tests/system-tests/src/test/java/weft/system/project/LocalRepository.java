// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import weft.system.ProjectTree;

/// A Maven repository with Weft as this build has made it, as `weft install` would fill it. All
/// else is taken from the local repository of the user who runs the test.
final class LocalRepository {
  private static final Path HOME = Path.of(System.getProperty("user.home"), ".m2", "repository");
  private static final String GROUP = "io/github/weft-java";
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final String TESTKIT = "weft-testkit";

  /// The modules that projects of users name or these need, and where their POMs are.
  private static final List<List<String>> MODULES =
      List.of(
          List.of("weft", "core/runtime"),
          List.of("weft-watch", "core/watch"),
          List.of("weft-shm", "transports/shm"),
          List.of("weft-schedule", "core/schedule"),
          List.of("weft-collective", "core/collective"),
          List.of("weft-accelerate", "core/accelerate"),
          List.of("weft-report", "tools/report"),
          List.of("weft-record", "tools/record"));

  private LocalRepository() {}

  /// Whether there are a Maven and a local repository.
  static boolean isUsable() throws Exception {
    var command = List.of("sh", "-c", "command -v mvn >/dev/null");
    return Files.isDirectory(HOME) && new ProcessBuilder(command).start().waitFor() == 0;
  }

  /// The options of Maven's JVM that make it use `repository`.
  static String options(Path repository) {
    return "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dmaven.repo.local=" + repository;
  }

  /// Runs Maven in `project` with this JDK, and returns what it prints.
  static String maven(Path project, Path repository, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("mvn"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("MAVEN_OPTS", options(repository));
    Process process = builder.start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    if (process.waitFor() != 0) {
      throw new AssertionError("Maven failed:\n" + out);
    }
    return out;
  }

  /// Removes a repository, and not what its links lead to.
  static void remove(Path repository) throws Exception {
    new ProcessBuilder("rm", "-rf", repository.toString()).start().waitFor();
  }

  private static Path testkit() throws IOException {
    Path target = ProjectTree.root().resolve("tests/testkit/target");
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(it -> it.getFileName().toString().matches("weft-testkit-[^s]*SNAPSHOT\\.jar"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("there is no jar of the test kit in " + target));
    }
  }

  /// Makes a repository in `folder` that has all that the user's has, and Weft as it is here.
  static Path make(Path folder) throws IOException {
    Path repository = Files.createDirectory(folder);
    linkAll(HOME, repository, List.of("io", "github", "weft-java"));
    Path group = repository.resolve(GROUP);
    put(group, "weft-parent", "pom", ProjectTree.root().resolve("pom.xml"));
    put(group, "weft-bom", "pom", ProjectTree.root().resolve("tools/bom/pom.xml"));
    for (List<String> module : MODULES) {
      String name = module.getFirst();
      put(group, name, "pom", ProjectTree.root().resolve(module.getLast()).resolve("pom.xml"));
      put(group, name, "jar", AppJar.libraries(name).getFirst());
    }
    put(group, TESTKIT, "pom", ProjectTree.root().resolve("tests/testkit/pom.xml"));
    put(group, TESTKIT, "jar", testkit());
    return repository;
  }

  /// Links what is in `from`, but makes folders along `path`, and leaves its end out.
  private static void linkAll(Path from, Path to, List<String> path) throws IOException {
    var entries = new ArrayList<Path>();
    if (Files.isDirectory(from)) {
      try (Stream<Path> list = Files.list(from)) {
        list.forEach(entries::add);
      }
    }
    for (Path entry : entries) {
      if (!entry.getFileName().toString().equals(path.getFirst())) {
        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
      }
    }
    Path inner = Files.createDirectory(to.resolve(path.getFirst()));
    if (path.size() > 1) {
      linkAll(from.resolve(path.getFirst()), inner, path.subList(1, path.size()));
    }
  }

  private static void put(Path group, String artifact, String kind, Path file) throws IOException {
    Path folder = Files.createDirectories(group.resolve(artifact).resolve(VERSION));
    Files.copy(file, folder.resolve(artifact + "-" + VERSION + "." + kind));
  }
}
