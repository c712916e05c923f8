// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import weft.lab.Lab;
import weft.system.cli.Weft;
import weft.transport.job.Proc;

/// A job of [Patient] or [Streams] over MPI or TCP, with one rank on each host of a lab.
public final class HostsJob implements AutoCloseable {
  /// Seconds after which a silent host is lost.
  static final int LOST = 4;

  private static final Pattern READY = Pattern.compile("rank (\\d+) is (\\d+)");

  private final Lab lab;
  private final Path folder;
  private final Process launcher;
  private final Map<Integer, Long> pids = new TreeMap<>();

  private HostsJob(Lab lab, Path folder, Process launcher) {
    this.lab = lab;
    this.folder = folder;
    this.launcher = launcher;
  }

  /// Lets the `mpirun` of Open MPI start `program`, and returns when all ranks are ready.
  static HostsJob byMpirun(Lab lab, Path folder, Class<?> program) throws Exception {
    var command = new ArrayList<>(List.of("mpirun.openmpi", "--host", lab.addressList()));
    for (String variable :
        List.of("WEFT_TRANSPORT", "WEFT_LOST", "WEFT_TOKEN", "XDG_RUNTIME_DIR")) {
      command.addAll(List.of("-x", variable));
    }
    command.add(java());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
    command.add(program.getName());
    return start(lab, folder, command);
  }

  /// Lets `weft run` start it with the MPI that `mpi` names, and returns when all ranks are ready.
  static HostsJob byWeft(Lab lab, Path folder, String mpi, Class<?> program) throws Exception {
    var command = new ArrayList<>(List.of(java(), "-Xmx64m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath(), "weft.cli.Main", "run"));
    command.addAll(List.of("-n", "" + lab.size(), "--transport", "mpi", "--mpi", mpi));
    command.addAll(List.of("--hosts", lab.addressList(), "--java-heap", "64m"));
    Path classes = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
    command.addAll(List.of("--class-path", classes.toString(), program.getName()));
    return start(lab, folder, command);
  }

  /// Lets `weft run` start it over TCP, and returns when all ranks are ready. What enters a host of
  /// the lab stands in for `ssh`.
  static HostsJob byTcp(Lab lab, Path folder, Class<?> program) throws Exception {
    var command = new ArrayList<>(List.of("env", "WEFT_SSH=" + ssh(folder), java(), "-Xmx64m"));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    command.addAll(List.of("weft.cli.Main", "run", "-n", "" + lab.size(), "--transport", "tcp"));
    command.addAll(List.of("--hosts", lab.addressList(), "--java-heap", "64m"));
    Path classes = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
    command.addAll(List.of("--class-path", classes.toString(), program.getName()));
    return start(lab, folder, command);
  }

  /// A program that takes the words of `ssh`, for hosts of the lab in which it runs.
  public static Path ssh(Path folder) throws IOException {
    Path ssh = folder.resolve("ssh");
    Files.writeString(
        ssh,
        """
        #!/bin/sh
        while [ "$1" != -- ]; do shift; done
        shift
        XDG_CACHE_HOME=%s JAVA_HOME=%s exec "$WEFT_LAB_AGENT" "$@"
        """
            .formatted(folder.resolve("cache"), System.getProperty("java.home")));
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    return ssh;
  }

  private static HostsJob start(Lab lab, Path folder, List<String> command) throws Exception {
    command.add(folder.resolve("end").toString());
    ProcessBuilder builder = lab.login(command);
    builder.environment().put("WEFT_TRANSPORT", "mpi");
    builder.environment().put("WEFT_TOKEN", "a secret of sixteen and more");
    builder.environment().put("WEFT_LOST", Integer.toString(LOST));
    Path files = Files.createDirectory(folder.resolve("files"));
    builder.environment().put("XDG_RUNTIME_DIR", files.toString());
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    var job = new HostsJob(lab, folder, builder.start());
    try {
      Weft.await("all ranks", () -> job.isReady() || !job.launcher.isAlive());
      assertThat(job.pids).as(job.err()).hasSize(lab.size());
      return job;
    } catch (Exception | Error e) {
      job.close();
      throw e;
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
  }

  private boolean isReady() {
    Matcher matcher = READY.matcher(text("out"));
    while (matcher.find()) {
      pids.put(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }
    return pids.size() == lab.size();
  }

  private String text(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      return "";
    }
  }

  /// What the launcher has written to standard error, with what ranks have.
  String err() {
    return text("err");
  }

  /// Its lines, without what launchers say of their daemons: of a race that ends well whoever wins,
  /// and of one that was killed with its host; and without what Open MPI says in a rank itself
  /// whose connection ends while it writes to it.
  List<String> errLines() {
    return err()
        .lines()
        .filter(line -> !line.contains("plm:rsh: Warning: setpgid") && !line.equals("Killed"))
        .filter(line -> !line.contains("mca_btl_tcp"))
        .toList();
  }

  /// What it has written to standard output.
  String out() {
    return text("out");
  }

  /// The process of `rank`.
  long pid(int rank) {
    return pids.getOrDefault(rank, 0L);
  }

  /// The process of `rank`, as reports name it.
  String process(int rank) {
    return "pid " + pid(rank) + " on host h" + rank + " (" + lab.address(rank) + ")";
  }

  /// Whether it runs; a zombie does not.
  private boolean runs(int rank) {
    return Proc.started(pid(rank)) != Proc.NONE;
  }

  /// Sends a signal to the process of `rank`.
  void signal(String name, int rank) throws Exception {
    int code = new ProcessBuilder("kill", "-" + name, String.valueOf(pid(rank))).start().waitFor();
    assertThat(code).isZero();
  }

  /// Waits until all ranks have ended, and somebody has said why.
  void awaitFailure() throws Exception {
    long began = System.nanoTime();
    Weft.await("a report", () -> err().contains("weft: rank "));
    long told = System.nanoTime();
    Weft.await("the end of all ranks", () -> pids.keySet().stream().noneMatch(this::runs));
    System.out.printf(
        "told after %.2f s, and all had ended after %.2f s%n",
        (told - began) / 1e9, (System.nanoTime() - began) / 1e9);
  }

  /// Lets it end, and returns the launcher's exit code.
  int end() throws Exception {
    Files.createFile(folder.resolve("end"));
    return awaitLauncher();
  }

  /// Waits for the launcher's end, and returns its exit code.
  int awaitLauncher() throws Exception {
    Weft.await("the launcher's end", () -> !launcher.isAlive());
    return launcher.exitValue();
  }

  /// Waits for the end of all processes of the lab, on all its hosts: those of the launcher may
  /// take a moment longer than it does.
  void awaitNoProcess() throws Exception {
    Weft.await("the end of the lab's processes", () -> Leftovers.processes(lab.name()).isEmpty());
  }

  /// The files of the job that are left: where its ranks meet, and what each host's ranks share.
  List<Path> files() throws IOException {
    List<Path> found = sharedFiles();
    found.addAll(files(folder.resolve("files")));
    return found;
  }

  /// Those in the shared memory of each host.
  List<Path> sharedFiles() throws IOException {
    var found = new ArrayList<Path>();
    try (Stream<Path> shared = Files.list(Path.of("/dev/shm"))) {
      List<Path> places = shared.filter(it -> it.toString().contains(lab.name())).toList();
      assertThat(places).hasSize(lab.size());
      for (Path place : places) {
        found.addAll(files(place));
      }
    }
    return found;
  }

  private static List<Path> files(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(file -> !Files.isDirectory(file)).toList();
    }
  }

  @Override
  public void close() {
    for (long pid : pids.values()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    launcher.destroyForcibly();
  }
}
