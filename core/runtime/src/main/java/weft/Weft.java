// SPDX-License-Identifier: Apache-2.0
package weft;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.internal.launch.LateCalls;
import weft.internal.launch.OutputWatch;
import weft.internal.launch.RankRunner;
import weft.internal.launch.RankRuntime;
import weft.internal.launch.Respawn;
import weft.internal.launch.TermSignal;
import weft.internal.launch.Transports;
import weft.internal.rank.Program;
import weft.internal.rank.Settings;
import weft.recording.JobRecording;
import weft.transport.FailureReport;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;
import weft.transport.Transport;
import weft.transport.job.UserSecret;
import weft.transport.rings.ThreadsJob;

/// The entry point of a program.
public final class Weft {
  /// The time for rank 0 to report a mistake of all, before another rank ends.
  private static final Duration TIME_TO_REPORT = Duration.ofSeconds(10);

  private Weft() {}

  /// Runs `body` on every rank and returns when all have ended.
  ///
  /// A launcher may have started this process as one rank (`weft run`, `mpirun`, `srun`, or
  /// whatever sets the variables of a rank). Then this call joins that job and runs the body once,
  /// on the calling thread. Otherwise it starts a job itself, whose ranks are threads of this JVM,
  /// one per core. `--weft-ranks N` and `--weft-transport shm` among `args` change that. With shm
  /// the program is started again, once per rank, and this call waits for them.
  ///
  /// @throws JobFailedException when the job failed at any rank; its message names rank, place and
  ///   cause
  /// @throws WeftException when ranks that it started as processes failed; their one report is on
  ///   standard error
  public static void launch(String[] args, Body body) {
    Map<String, String> environment = System.getenv();
    if (ForeignLauncher.isOurs(environment)) {
      String transport = environment.getOrDefault(JobVariables.TRANSPORT, "");
      runOneRank(
          transport, environment, () -> WeftConfig.argsOfRank(args, environment), null, body);
      return;
    }
    WeftConfig config = config(args, environment);
    ForeignLauncher launcher = ForeignLauncher.of(environment, config.transport());
    if (launcher != null) {
      runForeignRank(config, launcher, body);
    } else if (config.transport().equals(ThreadsJob.NAME)) {
      // The exception is the whole report, so the stack is shortened: an endless recursion has a
      // thousand frames.
      Respawn.shorten(Thread.currentThread(), JobFailedException.class);
      try (Job job = new Job(config, true);
          OutputWatch _ = OutputWatch.open()) {
        job.run(body);
      }
      OutputWatch.check();
    } else {
      respawn(config);
    }
  }

  private static void respawn(WeftConfig config) {
    Map<String, String> variables = config.variables();
    JobRecording recording =
        JobRecording.open(
            variables, config.ranks(), Program.name(Thread.currentThread()), System.err);
    try (recording) {
      respawn(config, variables, recording);
    }
  }

  private static void respawn(
      WeftConfig config, Map<String, String> variables, @Nullable JobRecording recording) {
    if (recording == null) {
      Respawn.run(config, variables);
      return;
    }
    variables.putAll(recording.variables());
    try {
      Respawn.run(config, variables);
    } catch (WeftException e) {
      recording.failed();
      throw e;
    }
  }

  private static WeftConfig config(String[] args, Map<String, String> environment) {
    try {
      return WeftConfig.of(args, environment);
    } catch (WeftException e) {
      ForeignLauncher launcher =
          ForeignLauncher.of(environment, environment.get(JobVariables.TRANSPORT));
      if (launcher == null || launcher.rank() == 0) {
        throw e;
      }
      sayOnce(launcher);
      throw new WeftException("on rank " + launcher.rank() + ", " + e.getMessage(), e);
    }
  }

  /// Ranks that were started alike make the same mistake, and rank 0 reports it. Launchers end all
  /// ranks as soon as one has failed, so the others give it the time to: who still is there then
  /// has made a mistake of its own.
  private static void sayOnce(ForeignLauncher launcher) {
    if (launcher.rank() == 0) {
      return;
    }
    try {
      Thread.sleep(TIME_TO_REPORT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Joins, as one rank, the job that a launcher other than Weft's has started.
  private static void runForeignRank(WeftConfig config, ForeignLauncher launcher, Body body) {
    if (!Transports.isThere(config.transport())) {
      sayOnce(launcher);
      throw new WeftException(
          launcher.name()
              + " has started this program as one of "
              + config.ranks()
              + " ranks, and the transport by which they connect is not on the class path: add the"
              + " dependency io.github.weft-java:weft-"
              + config.transport()
              + ", or give --weft-transport threads for a"
              + " job in each process");
    }
    var given = new HashMap<>(System.getenv());
    given.putAll(config.variables());
    Map<String, String> environment = completed(launcher, given);
    // An mpirun that is ended ends its ranks by itself.
    TermSignal signal = launcher.isByAddress() ? TermSignal.attend(environment) : null;
    runForeignRank(config, launcher, environment, signal, body);
    if (signal != null && signal.hasEnded()) {
      System.exit(TermSignal.EXIT_CODE); // No scheduler may take the job for done.
    }
  }

  private static void runForeignRank(
      WeftConfig config,
      ForeignLauncher launcher,
      Map<String, String> environment,
      @Nullable TermSignal signal,
      Body body) {
    if (!JobRecording.isWanted(environment)) {
      runOneRank(config.transport(), environment, config::args, signal, body);
      return;
    }
    // The launcher does not know of the recording, so rank 0 writes the files.
    Path folder = JobRecording.sharedFolder(environment.getOrDefault(JobVariables.TOKEN, ""));
    if (launcher.rank() != 0) {
      environment.put(JobVariables.RECORD, folder.toString());
      try {
        runOneRank(config.transport(), environment, config::args, signal, body);
      } finally {
        JobRecording.leave(folder);
      }
      return;
    }
    String program = Program.name(Thread.currentThread());
    JobRecording recording =
        JobRecording.open(environment, folder, config.ranks(), program, System.err);
    try (recording) {
      environment.putAll(recording.variables());
      runOneRank(config.transport(), environment, config::args, signal, body);
      recording.awaitRanks();
    }
  }

  /// Adds what the launcher has left to say. What is missing is often missing at all ranks of a
  /// host alike: then one of them says so.
  private static Map<String, String> completed(
      ForeignLauncher launcher, Map<String, String> environment) {
    try {
      Map<String, String> all = launcher.complete(environment);
      String job = launcher.job(environment);
      if (!job.isEmpty() && all.getOrDefault(JobVariables.TOKEN, "").isEmpty()) {
        all.put(JobVariables.TOKEN, UserSecret.token(environment, job));
      }
      return all;
    } catch (WeftException e) {
      var report =
          new FailureReport(launcher.rank(), "its start", String.valueOf(e.getMessage()), "");
      if (ForeignLauncher.isFirstHere(environment)) {
        System.err.println("weft: " + report.sentence());
      }
      Respawn.silence(Thread.currentThread(), JobFailedException.class);
      var failed = new JobFailedException(launcher.rank(), report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }

  /// Opens a job for code that owns its `main`: a test, a notebook, a server. Its ranks are threads
  /// of this JVM.
  ///
  /// @throws WeftException when the configuration names a transport whose ranks are processes
  public static Job open(WeftConfig config) {
    return new Job(config, false);
  }

  private static void runOneRank(
      String transport,
      Map<String, String> environment,
      Supplier<List<String>> arguments,
      @Nullable TermSignal signal,
      Body body) {
    if (Thread.currentThread().isVirtual()) {
      throw new WeftException(
          "Weft.launch was called on a virtual thread; a rank needs a platform thread of its own");
    }
    // This precedes joining, because joining can also fail with a report of the launcher.
    Respawn.silence(Thread.currentThread(), JobFailedException.class);
    try (Transport joined = Transports.named(transport).join(environment)) {
      if (signal != null) {
        signal.joined(joined);
      }
      List<String> args = started(joined, arguments);
      RankRuntime runtime = started(joined, () -> runtime(joined, environment));
      LateCalls.watch(runtime.engine().self());
      RankRunner.run(runtime, it -> body.run(new World(it, args)));
    }
    OutputWatch.check();
  }

  private static RankRuntime runtime(Transport transport, Map<String, String> environment) {
    var frame = new Frame();
    return new RankRuntime(transport, Settings.of(environment), frame, frame.view());
  }

  /// An exception of Weft itself at the start is about the arguments, so the report has no stack
  /// trace.
  private static FailureReport startReport(int rank, Throwable thrown) {
    String where = "its start";
    return thrown instanceof WeftException
        ? new FailureReport(rank, where, String.valueOf(thrown.getMessage()), "")
        : FailureReport.of(rank, where, thrown);
  }

  /// Makes a resource that a joined rank needs to begin. If that fails, the job fails, because the
  /// other ranks would wait for this one. There is one report, however many ranks fail.
  private static <T> T started(Transport transport, Supplier<T> what) {
    try {
      return what.get();
    } catch (RuntimeException | Error e) {
      var report = startReport(transport.rank(), e);
      transport.fail(report);
      var failed = new JobFailedException(transport.rank(), report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }
}
