// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabIdTest {
  @Test
  void shouldBeReadAsItWasWritten() {
    var id = new LabId(1234, 99_887_766, 5);
    assertThat(LabId.parse(id.toString())).isEqualTo(id);
    assertThat(LabId.ofHost(id.host("h12"))).isEqualTo(id);
    assertThat(LabId.ofHost(id.host(Network.LOGIN))).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "weft.", "weft.h1", "weft.1.2.h1", "weft-1.2.3.h1", "x.1.2.3.h1", "weft...h1"})
  void shouldKnowWhatBelongsToNoLab(String name) {
    assertThat(LabId.ofHost(name)).isNull();
  }

  @Test
  void shouldBeNewEachTime() {
    assertThat(LabId.next()).isNotEqualTo(LabId.next());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldTellALivingOwnerFromADeadOneAndFromALaterProcessOfTheSameNumber() {
    LabId mine = LabId.next();
    assertThat(mine.isOwned()).isTrue();
    assertThat(new LabId(mine.pid(), mine.began() - 1, 0).isOwned()).isFalse();
    // No process has this number: it is above the kernel's largest.
    assertThat(new LabId(99_999_999, mine.began(), 0).isOwned()).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNotTakeAZombieForAnOwner() throws Exception {
    // The shell's child has ended, and nobody asks for its exit code until the shell becomes sleep.
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
    try (var reader = parent.inputReader()) {
      long child = Long.parseLong(reader.readLine());
      String stat = Files.readString(Path.of("/proc/" + child + "/stat"));
      long began = Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
      var id = new LabId(child, began, 0);
      while (id.isOwned()) {
        Thread.sleep(10);
      }
      assertThat(Path.of("/proc/" + child)).exists();
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }
}
