// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Processes that watch each other, and nothing else.
final class WatchedJob implements AutoCloseable {
  private static final long PATIENCE = 600_000_000_000L;

  private final Path folder;
  private final int size;
  private final List<Process> processes = new ArrayList<>();

  private WatchedJob(Path folder, int size) {
    this.folder = folder;
    this.size = size;
  }

  /// Starts `size` of them, and returns when all are watched.
  static WatchedJob start(Path folder, int size, Map<String, String> environment) throws Exception {
    var job = new WatchedJob(folder, size);
    try {
      for (int rank = 0; rank < size; rank++) {
        job.start(rank, environment);
      }
      for (int rank = 0; rank < size; rank++) {
        job.await("ready", rank);
      }
      return job;
    } catch (Exception | Error e) {
      job.close();
      throw e;
    }
  }

  private void start(int rank, Map<String, String> environment) throws IOException {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            classPath(),
            WatchedMain.class.getName(),
            folder.toString(),
            Integer.toString(rank),
            Integer.toString(size));
    builder.environment().putAll(environment);
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.redirectOutput(folder.resolve("out-" + rank).toFile());
    builder.redirectError(folder.resolve("err-" + rank).toFile());
    processes.add(builder.start());
  }

  /// Where a process of its own finds the classes of this test.
  static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String modules = System.getProperty("jdk.module.path", "");
    return modules.isEmpty() ? path : path + File.pathSeparator + modules;
  }

  /// The process of `rank`.
  Process process(int rank) {
    return processes.get(rank);
  }

  /// Sends it a signal.
  void signal(String name, int rank) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process(rank).pid())).start().waitFor();
    if (name.equals("STOP")) {
      // On a busy machine, a thread may run on for a while, and answer.
      awaitThat("all threads of rank " + rank + " to stop", () -> isStopped(rank));
    }
  }

  private boolean isStopped(int rank) {
    try (var threads = Files.list(Path.of("/proc/" + process(rank).pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false; // a thread has just ended
    }
  }

  /// What /proc says of the thread by which it watches.
  Path watchingThread(int rank) throws IOException {
    try (var threads = Files.list(Path.of("/proc/" + process(rank).pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).startsWith("weft-watch-")) {
          return thread;
        }
      }
    }
    throw new AssertionError("rank " + rank + " has no thread that watches");
  }

  /// Whether `thread` runs, or would if it got a processor.
  static boolean isRunning(Path thread) throws IOException {
    return Files.readString(thread.resolve("stat")).matches("(?s).*\\) R .*");
  }

  /// Has it do something.
  void order(int rank, String what) throws IOException {
    FileAllGather.write(folder.resolve(rank + ".todo"), what.getBytes(StandardCharsets.UTF_8));
  }

  /// What it has written in its file `name`, once that is there.
  String await(String name, int rank) throws Exception {
    Path file = folder.resolve(name + "-" + rank);
    awaitThat(
        file.getFileName() + " of a process that has said: " + err(rank),
        () -> Files.exists(file) || !process(rank).isAlive());
    return Files.exists(file) ? Files.readString(file) : "ended: " + err(rank);
  }

  /// Whether it has written its file `name`.
  boolean has(String name, int rank) {
    return Files.exists(folder.resolve(name + "-" + rank));
  }

  /// The exit code of `rank`, once it has ended.
  int end(int rank) throws Exception {
    awaitThat("the end of rank " + rank, () -> !process(rank).isAlive());
    return process(rank).exitValue();
  }

  static void awaitThat(String what, BooleanSupplier isSo) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what);
      }
      Thread.sleep(2);
    }
  }

  /// What `rank` has written to standard error.
  String err(int rank) throws IOException {
    return Files.readString(folder.resolve("err-" + rank));
  }

  /// The same, where it is only looked at.
  String errOf(int rank) {
    try {
      return err(rank);
    } catch (IOException e) {
      return "";
    }
  }

  /// What all have.
  String err() throws IOException {
    var text = new StringBuilder();
    for (int rank = 0; rank < size; rank++) {
      text.append(err(rank));
    }
    return text.toString();
  }

  /// The directories of jobs that are there.
  List<Path> directories() throws IOException {
    Path home = folder.resolve("weft-" + System.getProperty("user.name"));
    if (!Files.exists(home)) {
      return List.of();
    }
    try (var entries = Files.list(home)) {
      return entries.toList();
    }
  }

  /// Whether it can be found: its directory is hidden until it is complete.
  boolean isListed() {
    try {
      return directories().stream().anyMatch(it -> !it.getFileName().toString().startsWith("."));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.destroyForcibly().onExit().join();
    }
  }
}
