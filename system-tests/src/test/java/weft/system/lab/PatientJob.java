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
import weft.cli.lab.Lab;
import weft.system.cli.Weft;
import weft.transport.job.Proc;

/// A job of [Patient] over MPI, with one rank on each host of a lab.
final class PatientJob implements AutoCloseable {
  /// Seconds after which a silent host is lost.
  static final int LOST = 4;

  private static final Pattern READY = Pattern.compile("rank (\\d+) is (\\d+)");

  private final Path folder;
  private final Process launcher;
  private final Map<Integer, Long> pids = new TreeMap<>();

  private PatientJob(Path folder, Process launcher) {
    this.folder = folder;
    this.launcher = launcher;
  }

  /// Starts it by `launcher`, a command without the program, and returns when all ranks wait.
  static PatientJob start(Lab lab, Path folder, List<String> launcher) throws Exception {
    var command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath()));
    command.addAll(List.of(Patient.class.getName(), folder.resolve("end").toString()));
    ProcessBuilder builder = lab.login(command);
    builder.environment().put("WEFT_TRANSPORT", "mpi");
    builder.environment().put("WEFT_LOST", Integer.toString(LOST));
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    var job = new PatientJob(folder, builder.start());
    try {
      Weft.await("all ranks", () -> job.isReady(lab.size()) || !job.launcher.isAlive());
      assertThat(job.pids).as(job.err()).hasSize(lab.size());
      return job;
    } catch (Exception | Error e) {
      job.close();
      throw e;
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
  }

  private boolean isReady(int ranks) {
    Matcher matcher = READY.matcher(text("out"));
    while (matcher.find()) {
      pids.put(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }
    return pids.size() == ranks;
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

  /// What it has written to standard output.
  String out() {
    return text("out");
  }

  /// The process of `rank`.
  long pid(int rank) {
    return pids.getOrDefault(rank, 0L);
  }

  /// Whether it runs; a zombie does not.
  boolean runs(int rank) {
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
    Weft.await("the launcher's end", () -> !launcher.isAlive());
    return launcher.exitValue();
  }

  @Override
  public void close() {
    for (long pid : pids.values()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    launcher.destroyForcibly();
  }
}
