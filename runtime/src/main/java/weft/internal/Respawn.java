// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.JobFailedException;
import weft.WeftConfig;
import weft.WeftException;
import weft.transport.JobVariables;

/// Starts this very program again, once per rank: how a `main` in an IDE becomes a job of
/// processes.
public final class Respawn {
  private Respawn() {}

  /// Runs the ranks and waits for them.
  ///
  /// @throws WeftException when the job failed
  public static void run(WeftConfig config, String[] args) {
    var commands = new ArrayList<List<String>>();
    for (int rank = 0; rank < config.ranks(); rank++) {
      commands.add(command(config, rank));
    }
    Map<String, String> environment = new HashMap<>();
    environment.put(JobVariables.BUDGET, Long.toString(config.budget()));
    environment.put(JobVariables.STALL, Double.toString(config.stall().toNanos() / 1e9));
    if (config.ringBytes() > 0) {
      environment.put(JobVariables.RING, Long.toString(config.ringBytes()));
    }
    if (config.heapBytes() > 0) {
      environment.put(JobVariables.HEAP, Long.toString(config.heapBytes()));
    }
    config.check().ifPresent(seed -> environment.put(JobVariables.CHECK, Long.toString(seed)));
    int code = Transports.named(config.transport()).host(commands, environment);
    if (code != 0) {
      throw new WeftException("the job ended with exit code " + code + "; its report is above");
    }
  }

  private static List<String> command(WeftConfig config, int rank) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!argument.startsWith("-agentlib:jdwp") && !argument.startsWith("-javaagent:")) {
        command.add(argument);
      }
    }
    int share = Math.max(1, Runtime.getRuntime().availableProcessors() / config.ranks());
    command.add("-XX:ActiveProcessorCount=" + share);
    if (config.debugRank() == rank) {
      command.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=localhost:5005");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass());
    command.addAll(config.args());
    return command;
  }

  /// The class whose `main` this JVM runs.
  private static String mainClass() {
    String module = System.getProperty("jdk.module.main.class");
    if (module != null) {
      return module;
    }
    String name = Program.started();
    if (name.isEmpty()
        || name.endsWith(".jar")
        || name.endsWith(".java")
        || name.indexOf('/') >= 0) {
      throw new WeftException(
          "this program cannot start itself again as processes (its main class is not known: \""
              + name
              + "\"); start it with `weft run`");
    }
    return name;
  }

  /// Keeps the thread of a rank process from printing a failure that the launcher reports anyway.
  public static void silence(Thread thread) {
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((its, thrown) -> {
      if (!(thrown instanceof JobFailedException)) {
        before.uncaughtException(its, thrown);
      }
    });
  }
}
