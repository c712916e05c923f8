// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;

final class TemporaryFolderTest {
  private static final Path MEMORY = TemporaryFolder.SHARED_MEMORY;

  @TempDir Path folder;

  /// Those of a process that was killed; not those of one that lives, nor what is no folder.
  @Test
  @EnabledOnOs(OS.LINUX)
  void findsWhatAKilledProcessHasLeft() throws Exception {
    assumeTrue(Files.isWritable(MEMORY), "there is no /dev/shm here");
    Process gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor()).isZero();
    Path left = of(gone.pid(), TemporaryFolder.create(MEMORY, "mpi"));
    Files.createFile(left.resolve("segment"));
    Path other = of(gone.pid(), TemporaryFolder.create(temporary(), "launcher"));
    Path link = MEMORY.resolve("weft-mpi-" + gone.pid() + "-link");
    Files.createSymbolicLink(link, folder);
    Path used = TemporaryFolder.create(MEMORY, "mpi");
    try {
      assertThat(TemporaryFolder.stale()).contains(left, other).doesNotContain(link, used);
      assertThat(TemporaryFolder.clean("mpi")).isPositive();
      assertThat(left).doesNotExist();
      assertThat(other).exists();
      assertThat(TemporaryFolder.clean()).isPositive();
      assertThat(other).doesNotExist();
      assertThat(used).exists();
    } finally {
      Files.delete(link);
      Files.delete(used);
    }
  }

  /// `folder` as process `pid` would have called it.
  private static Path of(long pid, Path folder) throws IOException {
    String own = "-" + ProcessHandle.current().pid() + "-";
    String name = folder.getFileName().toString().replaceFirst(own, "-" + pid + "-");
    return Files.move(folder, folder.resolveSibling(name));
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatHasTheNumberOfAKilledOneIsAnother() throws Exception {
    Process younger = new ProcessBuilder("sleep", "60").start();
    Path left = of(younger.pid(), TemporaryFolder.create(temporary(), "test"));
    try {
      assertThat(TemporaryFolder.stale()).contains(left);
    } finally {
      younger.destroyForcibly().waitFor();
      Files.delete(left);
    }
  }

  /// Containers that share the place have processes that do not see each other, with equal numbers.
  @Test
  @EnabledOnOs(OS.LINUX)
  void whatAContainerUsesIsNotStale() throws Exception {
    var command = new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--pid"));
    command.addAll(List.of("--fork", "--mount-proc", "--kill-child"));
    assumeTrue(runs(command), "no process can have a namespace of its own here");
    // There it gets a number that no process has here.
    Process gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor()).isZero();
    String next = "echo " + (gone.pid() - 1) + " > /proc/sys/kernel/ns_last_pid; \"$@\"; :";
    command.addAll(List.of("sh", "-c", next, "sh"));
    command.addAll(fleeting(temporary()));
    Process process = new ProcessBuilder(command).start();
    try (var lines = process.inputReader()) {
      Path made = Path.of(lines.readLine());
      assertThat(made.getFileName().toString()).startsWith("weft-test-" + gone.pid() + "-");
      assertThat(TemporaryFolder.stale()).doesNotContain(made);
      process.destroyForcibly().waitFor();
      TemporaryFolder.delete(made);
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean runs(List<String> command) throws Exception {
    var all = new ArrayList<>(command);
    all.add("true");
    try {
      return new ProcessBuilder(all).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> fleeting(Path folder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Fleeting.class.getName(),
        folder.toString());
  }

  @Test
  void goesWithItsProcess() throws Exception {
    var builder =
        new ProcessBuilder(fleeting(folder)).redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    Path made;
    try (var lines = process.inputReader()) {
      made = Path.of(lines.readLine());
      assertThat(made).hasParent(folder).isDirectory();
      assertThat(made.getFileName().toString()).startsWith("weft-test-" + process.pid() + "-");
      process.destroy();
      process.waitFor();
    }
    assertThat(made).doesNotExist();
  }

  /// Makes a folder with something in it, and waits for its end.
  static final class Fleeting {
    private Fleeting() {}

    public static void main(String[] args) throws Exception {
      Path made = TemporaryFolder.untilExit(Path.of(args[0]), "test");
      Files.writeString(Files.createDirectory(made.resolve("a")).resolve("b"), "c");
      System.out.println(made);
      Thread.sleep(60_000);
    }
  }

  @Test
  void saysWhereNoneCanBeMade() {
    assertThatThrownBy(() -> TemporaryFolder.untilExit(folder.resolve("nowhere"), "test"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("no folder can be created in " + folder.resolve("nowhere"))
        .hasMessageEndingWith("free some space there");
  }

  @Test
  void removesAllThatIsInAFolder() throws IOException {
    Path made = TemporaryFolder.create(folder, "test");
    Files.writeString(Files.createDirectory(made.resolve("a")).resolve("b"), "c");
    TemporaryFolder.delete(made);
    assertThat(made).doesNotExist();
    TemporaryFolder.delete(made);
  }

  /// As on Windows, where nobody can remove a file that is open.
  @Test
  void whatCannotBeRemovedStaysAlone() throws IOException {
    Path made = TemporaryFolder.create(folder, "test");
    Path open = Files.writeString(Files.createDirectory(made.resolve("a")).resolve("open"), "c");
    for (String other : List.of("a/before", "a/ring", "z")) {
      Files.writeString(made.resolve(other), "c");
    }
    TemporaryFolder.Remover refuses =
        file -> {
          if (file.equals(open)) {
            throw new FileSystemException(file.toString(), null, "used by another process");
          }
          Files.deleteIfExists(file);
        };
    assertThat(TemporaryFolder.remove(made, refuses)).hasMessageContaining("used by another");
    try (var files = Files.walk(made)) {
      assertThat(files).containsExactlyInAnyOrder(made, open.getParent(), open);
    }
    assertThat(TemporaryFolder.remove(made, Files::deleteIfExists)).isNull();
    assertThat(made).doesNotExist();
  }

  /// By Linux's means: a file on which something is mounted is busy, and root cannot remove it.
  @Test
  @EnabledOnOs(OS.LINUX)
  void whatCannotBeRemovedIsTriedAgainAtTheEnd() throws Exception {
    assumeTrue(runs(List.of("unshare", "--mount")), "no process can mount anything here");
    assertThat(refused("umount")).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
    assertThat(refused("true"))
        .containsPattern(
            "^weft: the temporary folder .*/weft-test-.* could not be removed"
                + " \\(.*busy\\); remove it when no program uses it$");
    try (var files = Files.list(folder)) {
      files.forEach(TemporaryFolder::delete); // The mount has gone with its process.
    }
  }

  /// What [Refused] writes.
  private String refused(String atLast) throws Exception {
    var command = new ArrayList<>(List.of("unshare", "--mount"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Refused.class.getName()));
    command.addAll(List.of(folder.toString(), atLast));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = process.inputReader().readAllAsString().strip();
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  /// Makes a folder, one of whose files is busy while it is removed, and calls a program for that
  /// file before it ends.
  static final class Refused {
    private Refused() {}

    public static void main(String[] args) throws Exception {
      Path made = TemporaryFolder.create(Path.of(args[0]), "test");
      Path busy = Files.writeString(made.resolve("busy"), "c");
      Path other = Files.writeString(made.resolve("other"), "c");
      call("mount", "--bind", busy.toString(), busy.toString());
      TemporaryFolder.delete(made);
      if (!Files.exists(busy) || Files.exists(other)) {
        System.out.println("only the busy file should be there");
      }
      call(args[1], busy.toString());
    }

    private static void call(String... command) throws Exception {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        System.out.println(String.join(" ", command) + " failed");
      }
    }
  }

  @Test
  void otherProgramsPutTheirsWhereTheyAreTold() {
    assertThat(TemporaryFolder.place(Map.of("TMPDIR", "/a"))).isEqualTo(Path.of("/a"));
    assertThat(TemporaryFolder.place(Map.of("TMPDIR", ""))).isEqualTo(Path.of("/tmp"));
  }
}
