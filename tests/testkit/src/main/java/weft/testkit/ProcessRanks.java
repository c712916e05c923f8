// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import weft.WeftException;
import weft.recording.LastMoments;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;

/// Runs a [TestJob] whose ranks are processes with the class path of this JVM.
final class ProcessRanks {
  private static final String MAIN = RankMain.class.getName();
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  /// The options of a rank's JVM if the job has none.
  static final List<String> SMALL =
      List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-ea", NATIVE);

  /// On a loaded machine, ranks need longer than usual to record the exceptions that they threw.
  private static final String GRACE = "WEFT_GRACE";

  /// The number of events that a rank keeps if only the last ones are needed.
  private static final int EVENTS = 4096;

  private final TestJob job;
  private final int last;

  ProcessRanks(TestJob job, int last) {
    this.job = job;
    this.last = last;
  }

  JobResult run() {
    Path directory = temporary();
    try {
      Throwable failure =
          Deadline.run(
              () -> host(directory),
              job.timeout(),
              () -> FileLog.bytes(directory, job.ranks()),
              runner -> end(directory));
      var records = new ArrayList<RankRecord>();
      for (int rank = 0; rank < job.ranks(); rank++) {
        records.add(FileLog.read(directory, rank));
      }
      if (failure != null && last > 0) {
        LastMoments.addTo(failure, directory, job.ranks(), last);
      }
      return new JobResult(records, failure);
    } finally {
      remove(directory);
    }
  }

  private static List<String> withNative(List<String> options) {
    var all = new ArrayList<>(options);
    all.add(NATIVE);
    return all;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("weft-test");
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for the records of a test's ranks", e);
    }
  }

  private void host(Path directory) {
    List<String> jvm = job.jvm();
    // With options of its own, a JVM may have another collector, which the cache would not fit.
    List<String> command =
        jvm == null
            ? StartCache.ofThisJvm().command(SMALL, classPath(), job.ranks(), MAIN)
            : StartCache.in(directory).command(withNative(jvm), classPath(), 0, MAIN);
    command.add(directory.toString());
    command.add(job.program().getName());
    command.addAll(job.args());
    Map<String, String> environment = job.variables();
    // Long enough for every rank to record how it ended, even on a busy machine.
    environment.put(GRACE, "20");
    if (last > 0) {
      environment.put(JobVariables.RECORD, directory.toString());
      environment.put(JobVariables.RECORD_EVENTS, Integer.toString(Math.max(last, EVENTS)));
    }
    List<List<String>> commands = Collections.nCopies(job.ranks(), command);
    String hosts = System.getenv(JobVariables.HOSTS);
    if (hosts != null) {
      environment.put(JobVariables.HOSTS, hosts);
    }
    String transport = job.transport();
    int colon = transport.indexOf(':');
    if (colon >= 0) {
      for (String setting : transport.substring(colon + 1).split(",", -1)) {
        String[] parts = setting.split("=", 2);
        environment.put(parts[0], parts[1]);
      }
      transport = transport.substring(0, colon);
    }
    int code = provider(transport).host(commands, environment);
    if (code != 0) {
      throw new WeftException("the job ended with exit code " + code + "; its report is above");
    }
  }

  private static TransportProvider provider(String name) {
    var names = new TreeSet<String>();
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
      names.add(provider.name());
    }
    throw new IllegalArgumentException(
        "there is no transport \"" + name + "\" on the class path, only threads and " + names);
  }

  /// All classes of this JVM as one class path. Surefire may put the class path into a jar that has
  /// only a manifest, and a modular test has its modules on the module path.
  static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
    String modules = System.getProperty("jdk.module.path", "");
    return modules.isEmpty() ? path : path + File.pathSeparator + modules;
  }

  /// Ends the ranks after they have printed their stacks to their own output.
  private static String end(Path directory) {
    var text = new StringBuilder();
    List<ProcessHandle> ranks =
        ProcessHandle.current()
            .descendants()
            .filter(it -> it.info().commandLine().orElse("").contains(directory.toString()))
            .toList();
    for (ProcessHandle rank : ranks) {
      text.append("process ").append(rank.pid()).append(" was alive; its stacks are above\n");
      showStacks(rank.pid());
    }
    for (ProcessHandle rank : ranks) {
      rank.destroyForcibly();
    }
    return text.toString();
  }

  private static void showStacks(long pid) {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(pid)).start().waitFor(5, TimeUnit.SECONDS);
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (IOException e) {
      System.err.println("no stacks of process " + pid + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void remove(Path directory) {
    File[] files = directory.toFile().listFiles();
    if (files != null) {
      for (File file : files) {
        file.delete();
      }
    }
    directory.toFile().delete();
  }
}
