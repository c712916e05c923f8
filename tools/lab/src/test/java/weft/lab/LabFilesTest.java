// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which of the files that are called as a lab's are a lab's.
class LabFilesTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final int NOBODY = 65_534;

  // No process ever began at this time.
  private final LabId stale = new LabId(ProcessHandle.current().pid(), 0, 0);
  private final Path folder = SHARED_MEMORY.resolve(stale.host("h0"));

  @BeforeAll
  static void find() {
    assumeTrue(Files.isWritable(SHARED_MEMORY), "there is no /dev/shm here");
  }

  @BeforeEach
  void make() throws IOException {
    Files.createDirectory(folder);
  }

  @AfterEach
  void remove() throws IOException {
    Files.deleteIfExists(folder);
  }

  @Test
  void shouldRemoveItsOwn() {
    assertThat(LabFiles.all()).contains(stale);
    new LabFiles(stale).delete();
    assertThat(folder).doesNotExist();
  }

  @Test
  void shouldLeaveAnotherUsers() throws IOException {
    try {
      Files.setAttribute(folder, "unix:uid", NOBODY);
    } catch (IOException e) {
      assumeTrue(false, "SKIPPED: only root can give a folder to another user");
    }
    assertThat(LabFiles.all()).doesNotContain(stale);
    new LabFiles(stale).delete();
    assertThat(folder).isDirectory();
  }

  @Test
  void shouldLeaveALink() throws IOException {
    Files.delete(folder);
    Files.createSymbolicLink(folder, Path.of("/"));
    assertThat(LabFiles.all()).doesNotContain(stale);
    new LabFiles(stale).delete();
    assertThat(folder).isSymbolicLink();
  }

  /// A lab that another process makes at this moment has no hosts yet.
  @Test
  void shouldNotListALabThatIsBeingMade() throws IOException {
    LabId made = LabId.next();
    Path memory = Files.createDirectory(SHARED_MEMORY.resolve(made.host("h0")));
    try {
      assertThat(LabFiles.all()).contains(made);
      assertThat(Lab.running()).doesNotContain(made.toString());
    } finally {
      Files.delete(memory);
    }
  }
}
