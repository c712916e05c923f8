// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import weft.bench.BenchException;
import weft.bench.BenchMachine;

/// The programs of `bench/peers/java`, compiled on this machine with the jars that Maven fetches.
/// So Weft's build needs none of them.
final class PeerSources {
  private static final String BASE = "JavaPeer";
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

  private PeerSources() {}

  /// Compiles the program of `kind`, and returns the class path with which it runs.
  ///
  /// @throws BenchException with a sentence, when its jars cannot be had
  static String compile(PeerKind kind, Path folder) throws IOException, InterruptedException {
    String libraries = System.getProperty("java.class.path");
    if (!kind.artifacts().isEmpty()) {
      libraries = fetch(kind, folder.resolve("lib")) + ":" + libraries;
    }
    if (kind.installed() != null) {
      libraries = jars(kind.installed().resolve("lib")) + ":" + libraries;
    }
    Path classes = Files.createDirectories(folder.resolve("classes"));
    var command =
        new ArrayList<>(
            List.of(tool("javac"), "-nowarn", "-d", classes.toString(), "-cp", libraries));
    var names = new ArrayList<>(kind.sources());
    names.add(BASE);
    for (String name : names) {
      Path file = folder.resolve(name + ".java");
      Files.writeString(file, source(name));
      command.add(file.toString());
    }
    run(command, folder, kind.name() + " could not be compiled");
    return classes + ":" + libraries;
  }

  /// The lines of its own program that are neither empty nor comments.
  static long lines(PeerKind kind) throws IOException {
    return source(kind.program())
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("//"))
        .count();
  }

  private static String source(String name) throws IOException {
    try (InputStream in = PeerSources.class.getResourceAsStream("java/" + name + ".java")) {
      if (in == null) {
        throw new IOException("the jar has no peers/java/" + name + ".java");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String fetch(PeerKind kind, Path lib) throws IOException, InterruptedException {
    Optional<Path> maven = BenchMachine.program("mvn");
    if (maven.isEmpty()) {
      throw new BenchException("there is no mvn on the PATH, which fetches its jars");
    }
    Files.createDirectories(lib);
    var pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>");
    pom.append("<groupId>weft</groupId><artifactId>peers</artifactId><version>1</version>");
    pom.append("<dependencies>");
    for (String artifact : kind.artifacts()) {
      String[] parts = artifact.split(":");
      pom.append("<dependency><groupId>").append(parts[0]);
      pom.append("</groupId><artifactId>").append(parts[1]);
      pom.append("</artifactId><version>").append(parts[2]).append("</version>");
      if (parts.length > 3) {
        pom.append("<classifier>").append(parts[3]).append("</classifier>");
      }
      pom.append("</dependency>");
    }
    Path file = lib.resolveSibling("pom.xml");
    Files.writeString(file, pom.append("</dependencies></project>"));
    run(
        List.of(
            maven.get().toString(),
            "-q",
            "-B",
            "-f",
            file.toString(),
            COPY,
            "-DoutputDirectory=" + lib),
        Objects.requireNonNull(lib.getParent()),
        "Maven could not fetch " + String.join(", ", kind.artifacts()));
    return jars(lib);
  }

  private static String jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return String.join(
          ":", files.map(Path::toString).filter(it -> it.endsWith(".jar")).sorted().toList());
    }
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static void run(List<String> command, Path folder, String failure)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      String first =
          Files.readString(log).lines().filter(line -> !line.isBlank()).findFirst().orElse("");
      throw new BenchException(failure + ": " + first);
    }
  }
}
