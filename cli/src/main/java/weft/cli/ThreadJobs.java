// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;

/// The jobs whose ranks are threads. They have no directory and no control socket: they are found
/// by the environment that `weft run` gave their process, and asked for their stacks, by jcmd.
final class ThreadJobs {
  private static final long PATIENCE_SECONDS = 10;

  private ThreadJobs() {}

  /// The jobs of this user that run.
  static List<RunningJob> running() {
    var jobs = new ArrayList<RunningJob>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      Map<String, String> environment = environment(process);
      if (isThreads(environment) && !isInherited(process)) {
        jobs.add(job(process, environment));
      }
    }
    return jobs;
  }

  /// What a job's process starts has inherited its variables.
  private static boolean isInherited(ProcessHandle process) {
    return process.parent().map(parent -> isThreads(environment(parent))).orElse(false);
  }

  private static boolean isThreads(Map<String, String> environment) {
    return "threads".equals(environment.get(JobVariables.TRANSPORT))
        && environment.containsKey(JobVariables.PROGRAM);
  }

  private static RunningJob job(ProcessHandle process, Map<String, String> environment) {
    long pid = process.pid();
    return new RunningJob(
        String.valueOf(pid),
        Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, "0")),
        pid,
        process.info().startInstant().orElseGet(Instant::now),
        environment.getOrDefault(JobVariables.PROGRAM, ""),
        () -> describe(pid));
  }

  /// What a process of this user was started with; empty for those of others.
  private static Map<String, String> environment(ProcessHandle process) {
    var variables = new HashMap<String, String>();
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      for (String entry : new String(bytes, StandardCharsets.UTF_8).split("\0", -1)) {
        int equals = entry.indexOf('=');
        if (equals > 0 && entry.startsWith("WEFT_")) {
          variables.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      return Map.of(); // Another user's, or gone.
    }
    return variables;
  }

  private static String describe(long pid) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Path dump = TemporaryFolder.create("stacks").resolve("stacks.txt");
      Process process =
          new ProcessBuilder(jcmd, String.valueOf(pid), "Thread.print")
              .redirectErrorStream(true)
              .redirectOutput(dump.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw CommandException.failure("Process " + pid + " does not answer; it may be paused.");
      }
      if (process.exitValue() != 0) {
        throw CommandException.failure(
            "Process " + pid + " cannot be asked: " + Files.readString(dump).strip());
      }
      return summary(Files.readAllLines(dump));
    } catch (IOException e) {
      throw CommandException.failure(
          "Process " + pid + " cannot be asked: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted.");
    }
  }

  /// A line for each rank of a dump of threads: in which call of Weft it is, and at which line of
  /// the program.
  static String summary(List<String> dump) {
    var text = new StringBuilder();
    for (int i = 0; i < dump.size(); i++) {
      if (dump.get(i).startsWith("\"weft-rank-")) {
        String rank = dump.get(i).substring(11, dump.get(i).indexOf('"', 1));
        int end = i + 1;
        while (end < dump.size() && !dump.get(end).isBlank()) {
          end++;
        }
        text.append("  ").append(line(rank, dump.subList(i + 1, end))).append('\n');
      }
    }
    return text.isEmpty() ? "  its ranks have not begun yet, or have ended\n" : text.toString();
  }

  private static String line(String rank, List<String> stack) {
    @Nullable String call = null;
    for (String frame : stack) {
      String place = frame.strip();
      if (place.startsWith("at ")) {
        String method = method(place);
        if (method.matches("weft\\.(?!Weft|Job)[A-Z]\\w*\\.\\w+")) {
          call = method.substring("weft.".length());
        } else if (!method.matches(
            "(java|jdk|sun|weft\\.(internal|memory|transport|[A-Z][^.]*))\\..*")) {
          return "rank "
              + rank
              + (call == null ? " computes at " : " waits in " + call + " at ")
              + place.substring("at ".length()).replaceFirst("^[^(]*/", "");
        }
      }
    }
    return "rank " + rank + (call == null ? " begins or ends" : " waits in " + call);
  }

  /// The method of a frame such as `at java.base@25/java.lang.Thread.sleep(Thread.java:1)`.
  private static String method(String frame) {
    String method = frame.substring("at ".length(), frame.indexOf('('));
    return method.substring(method.indexOf('/') + 1);
  }
}
