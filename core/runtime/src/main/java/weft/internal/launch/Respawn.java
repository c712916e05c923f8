// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.WeftConfig;
import weft.WeftException;
import weft.internal.rank.Program;
import weft.transport.StackText;
import weft.transport.TransportProvider;
import weft.transport.job.StandardStream;

/// Starts this program again, once per rank. So a `main` in an IDE becomes a job of processes.
public final class Respawn {
  private Respawn() {}

  /// Runs the ranks and waits for them.
  ///
  /// @param environment `config` as environment variables
  /// @throws WeftException when the job failed
  public static void run(WeftConfig config, Map<String, String> environment) {
    var commands = new ArrayList<List<String>>();
    for (int rank = 0; rank < config.ranks(); rank++) {
      commands.add(command(config, rank));
    }
    TransportProvider transport = Transports.named(config.transport());
    var settings = new HashMap<>(System.getenv());
    settings.putAll(environment);
    transport.check(config.ranks(), settings);
    int code = transport.host(commands, environment);
    if (code == StandardStream.NO_READER) {
      System.exit(code); // Silently, as SIGPIPE would end it.
    }
    if (code != 0) {
      throw new WeftException("the job ended with exit code " + code + "; its report is above");
    }
  }

  private static List<String> command(WeftConfig config, int rank) {
    // `java File.java` sets this property; then each rank compiles the file again.
    String source = System.getProperty("jdk.launcher.sourcefile");
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!argument.startsWith("-agentlib:jdwp") && !argument.startsWith("-javaagent:")) {
        command.add(argument);
      }
    }
    int share = Math.max(1, Runtime.getRuntime().availableProcessors() / config.ranks());
    command.add("-XX:ActiveProcessorCount=" + share);
    command.add("--enable-native-access=ALL-UNNAMED");
    if (config.debugRank() == rank) {
      command.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=localhost:5005");
    }
    String classPath = System.getProperty("java.class.path");
    if (isJar(System.getProperty("sun.java.command", ""), classPath)) {
      // The manifest may also open packages and enable native access.
      command.addAll(List.of("-jar", classPath));
    } else {
      command.addAll(List.of("-cp", classPath, source == null ? mainClass() : source));
    }
    command.addAll(config.args());
    return command;
  }

  /// Whether a JVM with this command and class path was started with `java -jar`. Then the jar is
  /// the whole class path, and the first word of the command.
  static boolean isJar(String started, String classPath) {
    return !classPath.isEmpty()
        && (started.equals(classPath) || started.startsWith(classPath + " "));
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

  /// Lets the thread of a program print a failure of type `known` without the middle of long
  /// stacks. A handler of the program takes precedence.
  public static void shorten(Thread thread, Class<? extends WeftException> known) {
    if (thread.getUncaughtExceptionHandler() instanceof ThreadGroup
        && Thread.getDefaultUncaughtExceptionHandler() == null) {
      thread.setUncaughtExceptionHandler((its, thrown) -> {
        if (known.isInstance(thrown)) {
          System.err.print("Exception in thread \"" + its.getName() + "\" " + StackText.of(thrown));
          System.err.flush();
        } else {
          its.getThreadGroup().uncaughtException(its, thrown);
        }
      });
    }
  }

  /// Keeps the thread of a rank process from printing a failure of type `known`, which the launcher
  /// or another rank reports.
  public static void silence(Thread thread, Class<? extends WeftException> known) {
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((its, thrown) -> {
      if (!known.isInstance(thrown)) {
        before.uncaughtException(its, thrown);
      }
    });
  }
}
