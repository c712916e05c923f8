// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import weft.internal.launch.ExitWatch;
import weft.internal.launch.LateCalls;
import weft.internal.launch.RankRunner;
import weft.internal.launch.RankRuntime;
import weft.internal.launch.ThreadsWatchdog;
import weft.internal.rank.Program;
import weft.internal.rank.Settings;
import weft.memory.HeapLayout;
import weft.recording.JobRecording;
import weft.recording.RecordingPlace;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.job.JobListing;
import weft.transport.rings.ProcessHeaps;
import weft.transport.rings.ThreadsJob;

/// Ranks that are threads of this JVM, for code that owns its `main`.
///
/// Every [#run] is a job of its own, with a fresh [World] per rank. Several jobs may run in one JVM
/// at once, isolated from each other.
public final class Job implements AutoCloseable {
  /// The time for which a failed job waits for ranks that compute, before it abandons their
  /// threads.
  private static final long GRACE_MILLIS = 1_000;

  private final WeftConfig config;
  private final boolean ofProgram;
  private volatile boolean closed;

  /// @param ofProgram whether the JVM runs for this job alone, so that its end is the job's
  Job(WeftConfig config, boolean ofProgram) {
    if (!config.transport().equals(ThreadsJob.NAME)) {
      throw new WeftException(
          "Weft.open runs ranks as threads; the transport \""
              + config.transport()
              + "\" needs Weft.launch or `weft run`");
    }
    this.config = config;
    this.ofProgram = ofProgram;
  }

  /// Runs `body` on every rank and returns when all have ended.
  ///
  /// @throws JobFailedException when a rank failed; its cause is what that rank's body threw.
  ///   Threads that compute on without calling Weft are abandoned: they are daemons, and their next
  ///   call throws
  public void run(Body body) {
    if (closed) {
      throw new IllegalStateException("this job is closed; open another one with Weft.open");
    }
    HeapLayout heap =
        config.heapBytes() == 0
            ? ProcessHeaps.fitting(config.ranks(), config.heap())
            : config.heap();
    try (var job = new ThreadsJob(config.ranks(), config.ringBytes(), heap)) {
      run(body, job, heap);
    }
  }

  private void run(Body body, ThreadsJob job, HeapLayout heap) {
    Thread caller = Thread.currentThread();
    // In a JVM that `weft run` has started, the launcher writes the files.
    JobRecording recording =
        JobRecording.open(variables(), config.ranks(), Program.name(caller), System.err);
    RecordingPlace place =
        recording != null
            ? recording.place()
            : ofProgram ? RecordingPlace.of(System.getenv()) : null;
    try (recording) {
      run(body, job, heap, place, recording);
    }
  }

  private Map<String, String> variables() {
    var variables = new HashMap<>(config.variables());
    if (ofProgram && RecordingPlace.of(System.getenv()) != null) {
      variables.put(JobVariables.RECORD, System.getenv(JobVariables.RECORD));
    }
    return variables;
  }

  private void run(
      Body body,
      ThreadsJob job,
      HeapLayout heap,
      @Nullable RecordingPlace place,
      @Nullable JobRecording recording) {
    int ranks = config.ranks();
    var settings =
        new Settings(
            config.budget(),
            Runtime.getRuntime().availableProcessors(),
            config.ranks(),
            heap,
            config.check(),
            config.apart(),
            place,
            config.settings());
    var thrown = new AtomicReferenceArray<Throwable>(ranks);
    var threads = new Thread[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      int me = rank;
      threads[rank] =
          Thread.ofPlatform()
              .name("weft-rank-" + rank)
              .daemon()
              .unstarted(() -> runRank(job, me, settings, body, thrown));
      job.assign(rank, threads[rank]);
    }
    Thread caller = Thread.currentThread();
    try (ExitWatch _ = ofProgram ? ExitWatch.open(job, threads) : null;
        JobListing _ = JobListing.open(ranks, () -> Program.name(caller), job::describe)) {
      for (Thread thread : threads) {
        thread.start();
      }
      join(job, threads);
    }
    FailureReport failure = job.failure();
    if (failure != null) {
      JobFailedException failed = failed(failure, thrown);
      if (recording != null && ofProgram) {
        recording.failed();
      } else if (recording != null) {
        recording.failed(failed);
      }
      throw failed;
    }
  }

  private void runRank(
      ThreadsJob job,
      int rank,
      Settings settings,
      Body body,
      AtomicReferenceArray<Throwable> thrown) {
    try {
      var frame = new Frame();
      var runtime = new RankRuntime(job.join(rank), settings, frame, frame.view());
      if (ofProgram) {
        LateCalls.watch(runtime.engine().self());
      }
      RankRunner.run(runtime, it -> body.run(new World(it, config.args())));
    } catch (Throwable failed) {
      thrown.set(rank, failed);
      job.fail(FailureReport.of(rank, "", failed));
    }
  }

  private void join(ThreadsJob job, Thread[] threads) {
    var watchdog = new ThreadsWatchdog(job, config.ranks(), config.stall());
    long failedAt = 0;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        if (failedAt == 0 && job.failure() != null) {
          failedAt = System.nanoTime();
        }
        if (failedAt != 0 && System.nanoTime() - failedAt > GRACE_MILLIS * 1_000_000) {
          return;
        }
        watchdog.look();
        try {
          thread.join(failedAt == 0 ? watchdog.pauseMillis() : 10);
        } catch (InterruptedException e) {
          job.fail(new FailureReport(0, "", "the thread that ran the job was interrupted", ""));
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private static JobFailedException failed(
      FailureReport failure, AtomicReferenceArray<Throwable> thrown) {
    Throwable at = thrown.get(failure.rank());
    var failed = new JobFailedException(failure.rank(), failure.sentence());
    if (at != null) {
      failed.initCause(
          at instanceof JobFailedException && at.getCause() != null ? at.getCause() : at);
    }
    return failed;
  }

  /// Ends the use of this object: no more runs.
  @Override
  public void close() {
    closed = true;
  }
}
