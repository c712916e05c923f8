// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.testkit.Patience;

/// A source tree that holds the real `./weft` script, with scripts in the places of Maven and the
/// JDK, which note down how they were called: so that hundreds of starts cost seconds.
final class LauncherTree {
  private static final String FAKE_MAVEN =
      """
      #!/bin/sh
      case "$1" in -v) echo "Apache Maven %1$s (fake)"; exit 0 ;; esac
      echo "$0 $*" >> "%2$s/builds"
      [ ! -f "%2$s/slow" ] || sleep 60
      sleep 0.3
      if [ -f "%2$s/broken" ]; then echo "[ERROR] Weft.java:7: does not compile"; exit 1; fi
      mkdir -p "%2$s/tools/dist/target/weft/lib"
      : > "%2$s/tools/dist/target/weft/lib/weft-cli.jar"
      """;

  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      for last in "$@"; do :; done
      case "$*" in *AOTCacheOutput*) echo trained >> "%1$s/trainings"; exit 1 ;; esac
      case "$*" in *--print-command*) [ ! -f "%1$s/answer" ] || { cat "%1$s/answer"; exit 0; } ;; esac
      case "$*" in *Report.java*) cat; exit 0 ;; esac
      case "$*" in *-XX:AOTCache=*) from=', from a cache' ;; esac
      echo "started $last with $0$from"
      """;

  /// How a start ended.
  record Result(int exitCode, String output, String errors) {}

  private final Path elsewhere;
  private final Path root;
  private final Map<String, String> environment = new TreeMap<>();

  LauncherTree(Path folder) throws IOException {
    elsewhere = folder;
    root = folder.resolve("tree");
    Files.createDirectories(root.resolve("core/runtime/src/main/java"));
    Files.writeString(
        root.resolve("pom.xml"),
        "<module>core/runtime</module>\n<module>transports/shm</module>\n");
    Files.createDirectories(root.resolve("core/runtime/src/test"));
    Files.createDirectories(root.resolve("transports/shm/src/test"));
    Files.writeString(source(), "void main() {}");
    Path script = root.resolve("weft");
    Files.copy(ProjectTree.root().resolve("weft"), script, StandardCopyOption.COPY_ATTRIBUTES);
    addMaven("bin/mvn", "3.9.9");
    addMaven("mvnw", "3.9.16");
    addJdk("jdks/a17", "17.0.15");
    addJdk("jdks/b25", "25.0.1");
    environment.put("WEFT_JDKS", root.resolve("jdks").toString());
  }

  Path root() {
    return root;
  }

  /// A file whose change must cause a build.
  Path source() {
    return root.resolve("core/runtime/src/main/java/Weft.java");
  }

  /// What a build makes.
  Path made(String name) {
    return root.resolve("tools/dist/target/weft").resolve(name);
  }

  /// The lock of who tests.
  Path testLock() {
    return root.resolve("target/weft-test.lock");
  }

  Path lock() {
    return root.resolve("target/weft-build.lock");
  }

  void set(String name, String value) {
    environment.put(name, value);
  }

  void unset(String name) {
    environment.remove(name);
  }

  void addMaven(String name, String version) throws IOException {
    executable(root.resolve(name), FAKE_MAVEN.formatted(version, root));
  }

  void addJdk(String name, String version) throws IOException {
    Path jdk = root.resolve(name);
    executable(jdk.resolve("bin/java"), FAKE_JAVA.formatted(root));
    executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    Files.writeString(
        jdk.resolve("release"),
        """
        IMPLEMENTOR="Nobody"
        JAVA_RUNTIME_VERSION="%1$s+7"
        JAVA_VERSION="%1$s"
        """
            .formatted(version));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  /// The commands of the builds that ran, oldest first.
  List<String> builds() throws IOException {
    return lines("builds");
  }

  /// One line for each time that caches were trained.
  List<String> trainings() throws IOException {
    return lines("trainings");
  }

  /// What the command is to print when a rank of `mpirun` asks it what to become.
  void answer(String text) throws IOException {
    Files.writeString(root.resolve("answer"), text);
  }

  private List<String> lines(String name) throws IOException {
    Path file = root.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /// Starts a script of the tree, or anything else, in the environment of this tree.
  Process begin(Path script, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(script.toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.directory(elsewhere.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("HOME", root.resolve("nobody").toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  Result run(String... arguments) throws IOException, InterruptedException {
    return end(begin(root.resolve("weft"), arguments));
  }

  static Result end(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!Patience.await(process, Duration.ofSeconds(60))) {
      process.destroyForcibly();
      throw new AssertionError("the script was still running after 60 s");
    }
    return new Result(
        process.exitValue(),
        new String(process.getInputStream().readAllBytes(), UTF_8),
        new String(process.getErrorStream().readAllBytes(), UTF_8));
  }
}
