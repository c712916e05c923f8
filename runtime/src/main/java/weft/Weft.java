// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.HashMap;
import java.util.Map;
import weft.internal.Engine;
import weft.internal.RankRunner;
import weft.internal.Respawn;
import weft.internal.Settings;
import weft.internal.Transports;
import weft.transport.FailureReport;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;
import weft.transport.ThreadsJob;
import weft.transport.Transport;

/// Where a program begins.
public final class Weft {
  private Weft() {}

  /// Runs `body` on every rank and returns when all have ended.
  ///
  /// In a process that a launcher started as one rank (`weft run`, `mpirun`, `srun`), it joins that
  /// job and runs the body once, on the calling thread. Otherwise it starts a job itself: ranks are
  /// threads of this JVM, one per core; `--weft-ranks N` and `--weft-transport shm` among `args`
  /// ask for others (with shm the program is started again, once per rank, and this call waits for
  /// them).
  ///
  /// @throws JobFailedException when the job failed, at whatever rank; its message names rank,
  ///   place and cause
  /// @throws WeftException when ranks that it started as processes failed; their one report is on
  ///   standard error
  public static void launch(String[] args, Body body) {
    Map<String, String> environment = System.getenv();
    if (environment.containsKey(JobVariables.RANK)) {
      runOneRank(WeftConfig.of(args, environment), environment, body);
      return;
    }
    WeftConfig config = WeftConfig.of(args, environment);
    ForeignLauncher launcher = ForeignLauncher.of(environment);
    if (launcher != null && config.transport().equals(ForeignLauncher.TRANSPORT)) {
      runForeignRank(config, launcher, body);
    } else if (config.transport().equals(ThreadsJob.NAME)) {
      try (Job job = open(config)) {
        job.run(body);
      }
    } else {
      Respawn.run(config, config.variables());
    }
  }

  /// Joins, as one rank, the job that `mpirun` or `srun` has started.
  private static void runForeignRank(WeftConfig config, ForeignLauncher launcher, Body body) {
    if (!Transports.isThere(config.transport())) {
      // All ranks have the same class path: one of them says it.
      if (launcher.rank() != 0) {
        Respawn.silence(Thread.currentThread(), WeftException.class);
      }
      throw new WeftException(
          launcher.name()
              + " has started this program as one of "
              + config.ranks()
              + " ranks, and the transport by which they meet is not on the class path: add the"
              + " dependency io.github.weft-java:weft-mpi, or say --weft-transport threads for a"
              + " job in each process");
    }
    var environment = new HashMap<>(System.getenv());
    environment.putAll(config.variables());
    runOneRank(config, launcher.complete(environment), body);
  }

  /// Opens a job for code that owns its `main`: a test, a notebook, a server. Its ranks are threads
  /// of this JVM.
  ///
  /// @throws WeftException when the configuration names a transport whose ranks are processes
  public static Job open(WeftConfig config) {
    return new Job(config);
  }

  private static void runOneRank(WeftConfig config, Map<String, String> environment, Body body) {
    if (Thread.currentThread().isVirtual()) {
      throw new WeftException(
          "Weft.launch was called on a virtual thread; a rank needs a platform thread of its own");
    }
    // Before joining: that too can end with a failure that the launcher reports.
    Respawn.silence(Thread.currentThread(), JobFailedException.class);
    try (Transport transport = Transports.named(config.transport()).join(environment)) {
      Engine engine = engine(transport, environment);
      RankRunner.run(engine, it -> body.run(new World(it, config.args())));
    }
  }

  /// The engine of a rank that has joined. When it cannot be made, the job has failed: the other
  /// ranks would wait for this one.
  private static Engine engine(Transport transport, Map<String, String> environment) {
    try {
      var frame = new Frame();
      return new Engine(transport, Settings.of(environment), frame, frame.view());
    } catch (RuntimeException | Error e) {
      var report = FailureReport.of(transport.rank(), "its start", e);
      transport.fail(report);
      var failed = new JobFailedException(transport.rank(), report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }
}
