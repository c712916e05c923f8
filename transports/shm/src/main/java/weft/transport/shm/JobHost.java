// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.FileException;
import weft.files.OpenFileLimit;
import weft.memory.ControlLayout;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.job.JobDirectory;
import weft.transport.job.JvmEnd;
import weft.transport.job.RankStreams;

/// Runs one job of processes from beginning to end, and leaves no process and no file behind.
final class JobHost {
  /// A process that is asked to end and computes on is killed after this time. Two pipes and a
  /// connection.
  private static final int FILES_OF_A_RANK = 3;

  private static final long MOST_NANOS_AT_THE_END = 30_000_000_000L;

  private static final long NANOS_BETWEEN_LOOKS = 1_000_000_000;

  /// Processor time between two looks that tells a process that computes, also on a busy machine:
  /// twice the grain of the system's clock.
  private static final long LEAST_NANOS_COMPUTED = 20_000_000;

  private static final long UNKILLABLE_MILLIS = 1_000;

  private final List<List<String>> commands;
  private final Map<String, String> environment;
  private final Map<String, String> settings;
  private final PrintStream err;
  private final RankStreams streams;
  private final long stall;
  private final long grace;
  private final RankProcess[] ranks;
  private final JobDirectory directory;

  private volatile @Nullable JobSite site;
  private volatile int started;

  // Guarded by this, because a signal ends the job on another thread.
  private boolean stopped;
  private boolean unread;
  private @Nullable JobControl control;

  /// Creates a job of one rank for each of `commands`.
  JobHost(
      List<List<String>> commands,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err) {
    if (commands.isEmpty() || commands.size() > ControlLayout.MAX_RANKS) {
      throw new WeftException(
          "a job of "
              + commands.size()
              + " ranks is not possible; ask for 1 to "
              + ControlLayout.MAX_RANKS);
    }
    this.commands = commands;
    this.environment = environment;
    this.settings = new HashMap<>(System.getenv());
    settings.putAll(environment);
    this.err = err;
    this.streams = new RankStreams(out, err, this::readerLeft);
    this.stall = JobVariables.stall(settings);
    this.grace = JobVariables.grace(settings);
    this.ranks = new RankProcess[commands.size()];
    this.directory = JobDirectory.create();
  }

  /// Runs the job and returns its exit code.
  ///
  /// @throws WeftException if the job cannot be started
  int run() {
    try (var _ = JvmEnd.attend(this::stopWithJvm)) {
      return runAttended();
    }
  }

  private int runAttended() {
    try (JobSite site = prepare()) {
      start(site);
      var control = new JobControl(site, ranks, stall, grace, err);
      attend(control);
      JobDirectory.removeAllKilled(); // The ranks are starting, so this takes no time of the job.
      control.run();
      return end(control);
    } catch (IOException e) {
      throw new WeftException("the job could not be run: " + FileException.reason(e), e);
    } finally {
      JvmEnd.awaitIfBegun(); // The end of the JVM gives the ranks more time.
      end(0);
      remove();
    }
  }

  private synchronized JobSite prepare() throws IOException {
    waitIfStopped();
    OpenFileLimit.require(
        (long) FILES_OF_A_RANK * ranks.length, "to start " + ranks.length + " ranks");
    SegmentPlan plan = SegmentPlan.of(ranks.length, settings);
    if (!plan.remark().isEmpty()) {
      err.println("weft: " + plan.remark());
    }
    JobSite site = JobSite.make(directory, ranks.length, program(), plan);
    this.site = site;
    return site;
  }

  private String program() {
    String called = environment.get(JobVariables.PROGRAM);
    return called == null ? CommandProgram.of(commands.get(0)) : called;
  }

  private void start(JobSite site) throws IOException {
    var variables = new HashMap<String, String>(environment);
    variables.put(JobVariables.TRANSPORT, ShmProvider.NAME);
    variables.put(JobVariables.SIZE, Integer.toString(ranks.length));
    variables.put(JobVariables.JOB, site.path().toString());
    variables.put(JobVariables.TOKEN, site.token());
    variables.putIfAbsent(
        JobVariables.CORES, Integer.toString(Runtime.getRuntime().availableProcessors()));
    boolean tagged = JobVariables.isSet(settings, JobVariables.TAG_OUTPUT);
    try {
      for (int rank = 0; rank < ranks.length; rank++) {
        variables.put(JobVariables.RANK, Integer.toString(rank));
        start(site, rank, variables);
        ranks[rank].attend(streams, tagged ? "[" + rank + "] " : "");
      }
    } catch (IOException e) {
      throw new IOException("a rank could not be started: " + FileException.reason(e), e);
    }
  }

  private synchronized void start(JobSite site, int rank, Map<String, String> variables)
      throws IOException {
    waitIfStopped();
    ranks[rank] = RankProcess.start(rank, commands.get(rank), variables, site);
    started = rank + 1;
  }

  /// Blocks this thread while the JVM ends: it must not continue as if the job had ended well.
  private synchronized void waitIfStopped() {
    while (stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        // It continues to wait.
      }
    }
  }

  private synchronized void attend(JobControl control) {
    this.control = control;
    if (stopped) {
      control.stop();
    } else if (unread) {
      endUnread(control);
    }
  }

  /// Ends the job because nobody reads its output any more. Called on a thread of its own.
  private synchronized void readerLeft() {
    unread = true;
    if (control != null) {
      endUnread(control);
    }
  }

  private void endUnread(JobControl control) {
    control.stop();
    var end = new Thread(() -> end(RankLink.GRACE_MILLIS), "weft-end-unread");
    end.setDaemon(true);
    end.start();
  }

  /// Forwards the rest of the ranks' output, prints the report, and returns the exit code.
  private int end(JobControl control) {
    try {
      for (RankProcess rank : ranks) {
        rank.drain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FailureReport report = control.report();
    if (report != null) {
      synchronized (err) {
        err.println("weft: " + report.text());
        err.flush();
      }
    }
    return streams.exitCode(control.exitCode());
  }

  // Ending the processes.

  /// Ends the job because the JVM ends: by Ctrl-C, a `kill`, or System.exit in an IDE.
  private void stopWithJvm() {
    synchronized (this) {
      stopped = true;
      if (control != null) {
        control.stop();
      }
    }
    end(RankLink.GRACE_MILLIS);
    remove();
  }

  /// Terminates all processes, and kills those that still run after `millis`, unless they compute.
  private void end(long millis) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    for (int rank = 0; rank < started; rank++) {
      ranks[rank].terminate();
    }
    try {
      for (int rank = 0; rank < started; rank++) {
        ranks[rank].await(Math.max(0, (deadline - System.nanoTime()) / 1_000_000));
      }
      awaitWhileComputing();
      for (int rank = 0; rank < started; rank++) {
        ranks[rank].kill();
      }
      for (int rank = 0; rank < started; rank++) {
        ranks[rank].await(UNKILLABLE_MILLIS);
        ranks[rank].drainOutput();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits for processes that were asked to end, while one computes: it may be writing what it has.
  /// Those that rest are not waited for.
  private void awaitWhileComputing() throws InterruptedException {
    long end = System.nanoTime() + MOST_NANOS_AT_THE_END;
    boolean computes = computes(0);
    while (computes && System.nanoTime() < end) {
      long look = System.nanoTime() + NANOS_BETWEEN_LOOKS;
      for (int rank = 0; rank < started; rank++) {
        ranks[rank].await(Math.max(0, (look - System.nanoTime()) / 1_000_000));
      }
      computes = computes(LEAST_NANOS_COMPUTED);
    }
  }

  /// Whether a process has computed for so long since the last call.
  private boolean computes(long least) {
    boolean found = false;
    for (int rank = 0; rank < started; rank++) {
      // All are asked, since each counts from here.
      long computed = ranks[rank].computed();
      found |= computed > least;
    }
    return found;
  }

  private void remove() {
    JobSite site = this.site;
    if (site != null) {
      site.remove();
    }
    JobDirectory.remove(directory.path());
  }
}
