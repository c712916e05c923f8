// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.cli.Console;
import weft.cli.JsonFile;
import weft.testkit.Sampled;
import weft.transport.job.TemporaryFolder;

@Sampled
class DoctorCommandTest {
  @TempDir Path folder;

  private final Console console = new Console();

  @Test
  void shouldFindWhatItNeedsHere() {
    assertThat(console.weft("doctor")).isZero();
    assertThat(console.out())
        .contains(
            "ok       Java", "transports", "shm, tcp, threads", "All that Weft needs is there.");
  }

  @Test
  void shouldWriteTheSameAsJson() {
    Path file = folder.resolve("doctor.json");
    assertThat(console.weft("doctor", "--json", file.toString())).isZero();
    var json = (Map<?, ?>) JsonFile.read(file);
    assertThat(json.keySet()).asString().isEqualTo("[weft, ok, machine, checks]");
    assertThat(json.get("ok")).isEqualTo(true);
    assertThat((List<?>) json.get("checks"))
        .hasSizeGreaterThan(8)
        .allSatisfy(check ->
            assertThat(((Map<?, ?>) check).keySet())
                .asString()
                .isEqualTo("[name, state, found, advice, values]"));
  }

  @Test
  void shouldSayThatAFileCannotBeWritten() {
    assertThat(console.weft("doctor", "--json", "/no/such/folder/x.json")).isEqualTo(2);
    assertThat(console.err()).startsWith("weft: The file /no/such/folder/x.json cannot be written");
  }

  @Test
  void shouldAdviseWhenThereIsNoSharedMemory() {
    Check check = MachineChecks.sharedMemory(folder.resolve("none"));
    assertThat(check.state()).isEqualTo(Check.State.ADVICE);
    assertThat(check.advice()).contains("temporary folder");
  }

  @Test
  void shouldAdviseAgainstAJavaThatMovesArrays() {
    Check check = MachineChecks.java(Runtime.Version.parse("25.0.2+10-LTS"));
    assertThat(check.state()).isEqualTo(Check.State.ADVICE);
    assertThat(check.found()).startsWith("25.0.2+10-LTS in ");
    assertThat(check.advice()).contains("JDK-8377811").contains("25.0.3 or newer");
    assertThat(MachineChecks.java(Runtime.Version.parse("25.0.3+9-LTS")).state())
        .isEqualTo(Check.State.OK);
  }

  @Test
  void shouldRemoveWhatAKilledLauncherLeft() throws IOException {
    Path made = TemporaryFolder.create(Path.of(System.getProperty("java.io.tmpdir")), "launcher");
    // No process has this number: it is above the kernel's largest.
    String name =
        made.getFileName()
            .toString()
            .replaceFirst("-" + ProcessHandle.current().pid() + "-", "-99999999-");
    Path left = Files.move(made, made.resolveSibling(name));
    Files.writeString(left.resolve("classes.jar"), "x");
    assertThat(console.weft("doctor")).isZero();
    assertThat(console.out()).contains("left behind").contains("weft doctor --clean");
    assertThat(left).exists();
    assertThat(console.weft("doctor", "--clean")).isZero();
    assertThat(left).doesNotExist();
  }
}
