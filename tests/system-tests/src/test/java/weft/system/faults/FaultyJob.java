// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.system.cli.Weft;

/// A job of [Scenarios], in folders of its own, and what must be true after any end of it.
final class FaultyJob implements AutoCloseable {
  private final Path shared;
  private final Weft weft;
  private Weft.@Nullable Running running;
  private List<Long> processes = List.of();

  FaultyJob(Path folder) throws IOException {
    // Memory is in /dev/shm, as it is for users, but where nobody else's is.
    this.shared = Files.createTempDirectory(Path.of("/dev/shm"), "weft-faults-");
    this.weft = new Weft(folder).variable("WEFT_SHM_DIR", shared.toString());
  }

  Weft weft() {
    return weft;
  }

  Path shared() {
    return shared;
  }

  /// Starts `ranks` ranks of a program of this package with these options of `weft run`.
  FaultyJob begin(int ranks, List<String> options, String program, String... arguments)
      throws IOException {
    var command = new ArrayList<>(List.of("run", "-n", String.valueOf(ranks)));
    command.addAll(List.of("--java-heap", "48m", "--class-path", classes().toString()));
    command.addAll(options);
    command.add("weft.system.faults." + program);
    command.addAll(List.of(arguments));
    running = weft.begin(command.toArray(String[]::new));
    return this;
  }

  static Path classes() {
    try {
      return Path.of(Scenarios.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Waits until `ranks` ranks have passed their first barrier.
  FaultyJob awaitReady(int ranks) throws Exception {
    Weft.await(
        ranks + " ranks",
        () ->
            running().outText().lines().filter("ready"::equals).count() >= ranks
                || !running().process().isAlive());
    assertThat(running().process().isAlive()).as("%s", running().errText()).isTrue();
    processes = processes(running().outText());
    return this;
  }

  private static List<Long> processes(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("pid "))
        .map(line -> Long.parseLong(line.substring(4)))
        .toList();
  }

  /// The process that runs `rank`, by its environment.
  long process(int rank) throws IOException {
    for (long pid : processes) {
      String environment = Files.readString(Path.of("/proc/" + pid + "/environ"));
      if (("\0" + environment).contains("\0WEFT_RANK=" + rank + "\0")) {
        return pid;
      }
    }
    throw new AssertionError("no process of " + processes + " is rank " + rank);
  }

  List<Long> processes() {
    return processes;
  }

  Weft.Running running() {
    Weft.Running begun = running;
    if (begun == null) {
      throw new IllegalStateException("begin first");
    }
    return begun;
  }

  static void signal(String name, long pid) throws Exception {
    int code = new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
    assertThat(code).isZero();
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /// Waits for the end, and checks that nothing is left: no process, no memory, no file.
  Weft.Result end() throws Exception {
    Weft.Result result = ended();
    assertThat(processes).noneMatch(FaultyJob::isAlive);
    assertNothingLeft();
    return result;
  }

  /// The same where `mpirun` ends the ranks, of which some may live a moment longer than it does.
  Weft.Result endSoon() throws Exception {
    Weft.Result result = ended();
    assertThat(processes).isNotEmpty();
    Weft.await("the end of all ranks", () -> processes.stream().noneMatch(FaultyJob::isAlive));
    assertNothingLeft();
    return result;
  }

  private Weft.Result ended() throws Exception {
    Weft.Result result = running().end();
    if (processes.isEmpty()) {
      processes = processes(result.out());
    }
    return result;
  }

  void assertNothingLeft() throws IOException {
    assertThat(weft.leftovers()).isEmpty();
    try (Stream<Path> files = Files.list(shared)) {
      assertThat(files).isEmpty();
    }
  }

  @Override
  public void close() throws IOException {
    if (running != null) {
      running.process().destroyForcibly();
    }
    processes.stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .forEach(ProcessHandle::destroyForcibly);
    try (Stream<Path> files = Files.list(shared)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(shared);
  }
}
