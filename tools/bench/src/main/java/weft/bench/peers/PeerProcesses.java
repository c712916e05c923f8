// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.transport.job.Shell;
import weft.transport.job.TemporaryFolder;

/// The two processes of one kind, which wait for commands (see `JavaPeer`).
final class PeerProcesses implements AutoCloseable {
  /// Options of all JVMs.
  private static final List<String> FLAGS = List.of("-Xmx512m", "-XX:+UseSerialGC");

  private static final long SECONDS_TO_ANSWER = 60;

  private final PeerKind kind;
  private final Path folder;
  private final List<Process> processes = new ArrayList<>();
  private int commands;
  private boolean stopped;

  private PeerProcesses(PeerKind kind, Path folder) {
    this.kind = kind;
    this.folder = folder;
  }

  /// Starts them.
  static PeerProcesses start(PeerKind kind, String classPath) throws IOException {
    Path folder = TemporaryFolder.untilExit(BenchMachine.sharedMemory(), "bench");
    var started = new PeerProcesses(kind, folder);
    for (int rank = 0; rank < (kind.starts() ? 1 : 2); rank++) {
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(FLAGS);
      command.addAll(kind.flags());
      command.addAll(List.of("-cp", classPath, kind.program()));
      if (!kind.starts()) {
        command.add(String.valueOf(rank));
      }
      command.add(folder.toString());
      command.addAll(kind.arguments());
      // They poll for commands for ever, so the kernel ends them when this process is killed.
      Path setpriv = Shell.find("setpriv");
      if (setpriv != null) {
        command.addAll(0, List.of(setpriv.toString(), "--pdeathsig", "KILL", "--"));
      }
      var builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log-" + rank).toFile());
      if (kind.installed() != null) {
        builder.environment().put("MPJ_HOME", kind.installed().toString());
      }
      started.processes.add(builder.start());
    }
    return started;
  }

  /// The larger of both processes' answers.
  ///
  /// @throws BenchException when they do not answer, as when a payload was wrong
  long ask(String command, long count) throws IOException, InterruptedException {
    long answer = Long.MIN_VALUE;
    for (String text : ask(command + " " + count)) {
      answer = Math.max(answer, Long.parseLong(text));
    }
    return answer;
  }

  /// The answers of both processes.
  private List<String> ask(String command) throws IOException, InterruptedException {
    begin(command);
    return answers(command);
  }

  /// Lets the pair begin, so that several pairs do so at the same time.
  void begin(String command) throws IOException {
    write("command-" + commands++, command);
  }

  /// The answers to the last command, when both processes have given them.
  ///
  /// @throws BenchException when they do not answer
  List<String> answers(String command) throws IOException, InterruptedException {
    int number = commands - 1;
    long deadline = System.nanoTime() + SECONDS_TO_ANSWER * 1_000_000_000L;
    var answers = new ArrayList<String>();
    for (int rank = 0; rank < 2; rank++) {
      Path file = folder.resolve("answer-" + number + "-" + rank);
      while (!Files.exists(file)) {
        boolean gone = processes.stream().anyMatch(process -> !process.isAlive());
        if (gone || System.nanoTime() > deadline) {
          throw new BenchException(
              "%s does not answer %s; it wrote: %s".formatted(kind.name(), command, log()));
        }
        Thread.sleep(1);
      }
      answers.add(Files.readString(file));
    }
    return answers;
  }

  /// Stops all processes of the pair until [#go], so that they do not disturb the measurement.
  void stop() throws IOException, InterruptedException {
    stopped = true;
    signal("STOP");
  }

  /// Lets them run again.
  void go() throws IOException, InterruptedException {
    if (stopped) {
      stopped = false;
      signal("CONT");
    }
  }

  private void signal(String signal) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("sh", "-c", "kill -$0 \"$@\"", signal));
    for (Process process : processes) {
      command.add(String.valueOf(process.pid()));
      process.descendants().forEach(it -> command.add(String.valueOf(it.pid())));
    }
    new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private String log() throws IOException {
    var text = new StringBuilder();
    for (int rank = 0; rank < processes.size(); rank++) {
      text.append(Files.readString(folder.resolve("log-" + rank)));
    }
    return text.toString().strip();
  }

  private void write(String name, String text) throws IOException {
    Path made = folder.resolve("." + name);
    Files.writeString(made, text);
    Files.move(made, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Ends them.
  @Override
  public void close() throws IOException {
    write("command-" + commands, "end");
    try {
      go();
      for (Process process : processes) {
        if (!process.waitFor(10, java.util.concurrent.TimeUnit.SECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly().waitFor();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    TemporaryFolder.delete(folder);
  }
}
