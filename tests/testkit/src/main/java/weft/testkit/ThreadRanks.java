// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import weft.Job;
import weft.Recording;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.transport.JobSetting;
import weft.transport.rings.ThreadsJob;

/// Runs a [TestJob] whose ranks are threads of this JVM.
final class ThreadRanks {
  private final TestJob job;
  private final int last;
  private final List<RankLog.InMemory> logs = new ArrayList<>();
  private final AtomicReferenceArray<@Nullable Thread> threads;
  private volatile @Nullable World world;

  ThreadRanks(TestJob job, int last) {
    this.job = job;
    this.last = last;
    this.threads = new AtomicReferenceArray<>(job.ranks());
    for (int rank = 0; rank < job.ranks(); rank++) {
      logs.add(new RankLog.InMemory());
    }
  }

  private long reports() {
    return logs.stream().mapToLong(log -> log.events().size()).sum();
  }

  JobResult run() {
    Throwable failure = Deadline.run(this::runJob, job.timeout(), this::reports, this::end);
    var records = new ArrayList<RankRecord>();
    for (int rank = 0; rank < job.ranks(); rank++) {
      records.add(RankLog.record(rank, logs.get(rank).events()));
    }
    return new JobResult(records, failure);
  }

  private void runJob() {
    Map<String, String> variables = job.variables();
    variables.put(JobSetting.RANKS.variable(), Integer.toString(job.ranks()));
    variables.put(JobSetting.TRANSPORT.variable(), ThreadsJob.NAME);
    WeftConfig config = WeftConfig.of(new String[0], variables).withArgs(job.args());
    if (last > 0) {
      config = config.withRecording(Recording.NONE.withLast(last));
    }
    try (Job ranks = Weft.open(config)) {
      ranks.run(this::runRank);
    }
    World world = this.world;
    if (world != null) {
      after(world);
    }
  }

  private void runRank(World world) throws Exception {
    threads.set(world.rank(), Thread.currentThread());
    if (world.rank() == 0) {
      this.world = world;
    }
    RankLog log = logs.get(world.rank());
    RankProgram program = RankShell.program(job.program().getName());
    RankShell.run(program, world, log, world.args(), this::areOver);
  }

  private boolean areOver() {
    for (RankLog.InMemory log : logs) {
      if (!log.isOver()) {
        return false;
      }
    }
    return true;
  }

  private void after(World world) {
    RankLog log = logs.get(0);
    try {
      RankShell.program(job.program().getName()).after(world, log);
    } catch (Throwable thrown) {
      log.thrown(thrown);
      throw new IllegalStateException("after the job's end: " + thrown, thrown);
    }
  }

  /// Ends the job, and describes the state of its ranks.
  private String end(Thread runner) {
    var text = new StringBuilder();
    for (int rank = 0; rank < job.ranks(); rank++) {
      Thread thread = threads.get(rank);
      text.append("rank ").append(rank).append(thread == null ? " has not begun\n" : ":\n");
      if (thread != null) {
        for (StackTraceElement line : thread.getStackTrace()) {
          text.append("    at ").append(line).append('\n');
        }
      }
    }
    runner.interrupt();
    return text.toString();
  }
}
