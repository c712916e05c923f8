// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Path left = Files.createTempDirectory(MEMORY, "weft-mpi-" + gone.pid() + "-");
    Files.createFile(left.resolve("segment"));
    Path other = Files.createTempDirectory("weft-launcher-" + gone.pid() + "-");
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

  @Test
  void goesWithItsProcess() throws Exception {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Fleeting.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
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
        .hasMessageContaining("no folder can be made in " + folder.resolve("nowhere"))
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

  @Test
  void otherProgramsPutTheirsWhereTheyAreTold() {
    assertThat(TemporaryFolder.place(Map.of("TMPDIR", "/a"))).isEqualTo(Path.of("/a"));
    assertThat(TemporaryFolder.place(Map.of("TMPDIR", ""))).isEqualTo(Path.of("/tmp"));
  }
}
