// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// Starts as they are in containers: a root that is read-only, one processor, 512 MB, 64 MB at most
/// for files, with or without a user that the machine knows. Needs root and mount namespaces;
/// elsewhere it is skipped, and says so.
@Sampled
final class ConfinedTest {
  private static final String MEMORY = String.valueOf(512L << 20);

  /// A new group of control groups of version 1, and one of version 2.
  private static final List<Path> GROUPS =
      Stream.of("/sys/fs/cgroup/memory", "/sys/fs/cgroup")
          .map(it -> Path.of(it, "weft-confined-" + ProcessHandle.current().pid()))
          .toList();

  /// The file of the limit, by version.
  private static final List<String> LIMITS = List.of("memory.limit_in_bytes", "memory.max");

  /// Where the namespace sees the program; any folder that every Linux has.
  private static final String HOME = "/mnt";

  /// Makes the machine small. Its arguments: the folder to copy to [#HOME], the mount options of
  /// /dev/shm and of /tmp, the processes of a cgroup or nothing, and the command.
  private static final String SCRIPT =
      """
      set -e
      from=$1 shm=$2 tmp=$3 group=$4
      shift 4
      [ -z "$group" ] || echo $$ > "$group"
      mount -t tmpfs -o mode=755 tmpfs /mnt
      cp -r "$from"/. /mnt
      chmod -R a+rX /mnt
      mount -o remount,ro /mnt
      mount -t tmpfs -o "$shm" tmpfs /dev/shm
      for place in /run /var/tmp; do mount -t tmpfs -o ro tmpfs $place; done
      mount -t tmpfs -o "$tmp" tmpfs /tmp
      mount -o remount,bind,ro /
      cd /mnt
      exec "$@"
      """;

  /// Where a file can be written.
  enum Writable {
    SHARED_MEMORY("size=64m,mode=1777", "ro"),
    TEMPORARY("ro", "size=64m,mode=1777"),
    NOTHING("ro", "ro");

    private final String shm;
    private final String tmp;

    Writable(String shm, String tmp) {
      this.shm = shm;
      this.tmp = tmp;
    }
  }

  @TempDir Path folder;
  private Path group = Path.of("");

  private record Ended(int code, String out) {}

  @BeforeEach
  void needsRoot() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", HOME)
                .redirectErrorStream(true)
                .start()
                .waitFor()
            == 0,
        "SKIPPED: no right to make a mount namespace, so starts in small places are not tested");
    Path lib = Files.createDirectory(folder.resolve("lib"));
    List<Path> libraries = AppJar.libraries();
    for (Path library : libraries) {
      Files.copy(library, lib.resolve(library.getFileName()));
    }
    AppJar.plain(folder.resolve("app.jar"), SmallProgram.class, libraries);
    makeGroup();
  }

  /// A cgroup of 512 MB, where this machine lets us make one. Elsewhere JVMs are told that the
  /// machine has 512 MB.
  private void makeGroup() {
    for (Path made : GROUPS) {
      try {
        Files.createDirectory(made);
      } catch (IOException e) {
        continue;
      }
      for (String limit : LIMITS) {
        try {
          if (Files.exists(made.resolve(limit))) {
            Files.writeString(made.resolve(limit), MEMORY);
            group = made;
            return;
          }
        } catch (IOException e) {
          // The next place is tried.
        }
      }
      if (!made.toFile().delete()) {
        System.out.println("cannot remove the cgroup " + made);
      }
    }
    System.out.println("no memory cgroup can be created: JVMs are told that there are 512 MB");
  }

  @AfterEach
  void removeGroup() throws IOException {
    if (!group.toString().isEmpty()) {
      Files.deleteIfExists(group);
    }
  }

  /// Who starts the program, and how.
  enum Starter {
    ROOT_WITH_JAVA_JAR,
    USER_WITHOUT_NAME_AND_HOME_WITH_WEFT_RUN
  }

  /// All twelve starts: three machines, two starters, two transports. A quick run tries each
  /// starter with one transport.
  static Stream<Arguments> starts() {
    var starts = new ArrayList<Arguments>();
    for (Starter starter : Starter.values()) {
      boolean root = starter == Starter.ROOT_WITH_JAVA_JAR;
      for (String transport : transports(root ? "shm" : "threads")) {
        for (Writable writable : Writable.values()) {
          starts.add(Arguments.of(starter, transport, writable));
        }
      }
    }
    return starts.stream();
  }

  @ParameterizedTest(name = "{0}, {1}, can write to: {2}")
  @MethodSource("starts")
  void itStarts(Starter starter, String transport, Writable writable) throws Exception {
    boolean root = starter == Starter.ROOT_WITH_JAVA_JAR;
    List<String> jar = List.of("-jar", "app.jar", "--weft-ranks", "2");
    List<String> run = List.of("-cp", "lib/*", "weft.cli.Main", "run", "-n", "2");
    Ended ended =
        root
            ? start(writable, false, jar, "--weft-transport", transport)
            : start(writable, true, run, "--transport", transport, "app.jar");
    check(writable, transport, ended);
  }

  /// What macOS and Windows lack: /proc, and /dev/shm.
  @Test
  void threadsNeedNothingThatOnlyLinuxHas() throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    String hide = "mount -t tmpfs -o ro tmpfs /dev/shm && mount -t tmpfs -o ro tmpfs /proc";
    var command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c"));
    command.addAll(List.of(hide + " && exec \"$@\"", "sh", java + "/bin/java"));
    command.addAll(List.of("-Dos.name=Mac OS X", "-jar", folder.resolve("app.jar").toString()));
    command.addAll(List.of("--weft-ranks", "2"));
    var builder = new ProcessBuilder(command);
    // The loader of libraries asks /proc where the JVM is.
    builder.environment().put("LD_LIBRARY_PATH", java + "/lib:" + java + "/lib/server");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    assertThat(process.waitFor()).as("%s", out).isZero();
    assertThat(out).isEqualTo("2 ranks, threads, [], sum 6");
  }

  private static List<String> transports(String ofQuickRuns) {
    return Effort.current().isQuick() ? List.of(ofQuickRuns) : List.of("threads", "shm");
  }

  private static void check(Writable writable, String transport, Ended ended) {
    if (writable == Writable.NOTHING && transport.equals("shm")) {
      // Processes must share something.
      assertThat(ended.out).contains("set XDG_RUNTIME_DIR to a folder", "transport threads");
      assertThat(ended.code).isNotZero();
    } else {
      assertThat(ended.out).contains("2 ranks, " + transport + ", [], sum 6");
      assertThat(ended.code).as("%s", ended.out).isZero();
    }
  }

  private Ended start(Writable writable, boolean nobody, List<String> words, String... more)
      throws Exception {
    var command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", SCRIPT, "sh"));
    command.addAll(List.of(folder.toString(), writable.shm, writable.tmp));
    command.add(group.toString().isEmpty() ? "" : group.resolve("cgroup.procs").toString());
    command.addAll(List.of("taskset", "-c", "0"));
    if (nobody) {
      // A number for which the machine has no name.
      command.addAll(List.of("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"));
    }
    command.addAll(List.of("env", "-i", "PATH=/usr/bin:/bin"));
    if (group.toString().isEmpty()) {
      command.add("JDK_JAVA_OPTIONS=-XX:MaxRAM=" + MEMORY);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(words);
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = process.inputReader().lines().collect(Collectors.joining("\n"));
    return new Ended(process.waitFor(), out);
  }
}
