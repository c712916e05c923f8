// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.JobSetting;
import weft.transport.rings.ThreadsJob;

/// A job that a test runs: a [RankProgram] on so many ranks of some transport.
///
/// @param program the class of the program
/// @param args its arguments
/// @param ranks how many ranks
/// @param transport `threads`, or the name of a transport whose ranks are processes, with variables
///   for it where they are wanted: `mpi:WEFT_MPI=openmpi,WEFT_MPI_ONLY=1`
/// @param settings what is set for the job beside its ranks and its transport
/// @param timeout after which the job is ended and its failure says where every rank was
/// @param jvm options of the ranks' JVMs, null for small ones that start fast
public record TestJob(
    Class<? extends RankProgram> program,
    List<String> args,
    int ranks,
    String transport,
    Map<JobSetting, String> settings,
    Duration timeout,
    @Nullable List<String> jvm) {
  /// A job with defaults for what is not said.
  public TestJob(
      Class<? extends RankProgram> program, List<String> args, int ranks, String transport) {
    this(program, args, ranks, transport, Map.of(), Duration.ofMinutes(2), null);
  }

  /// The same with other arguments.
  public TestJob withArgs(List<String> args) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// The same with one setting more, such as a program's option would have it.
  public TestJob with(JobSetting setting, String value) {
    var more = new EnumMap<JobSetting, String>(JobSetting.class);
    more.putAll(settings);
    more.put(setting, value);
    return new TestJob(program, args, ranks, transport, Map.copyOf(more), timeout, jvm);
  }

  private TestJob withBytes(JobSetting setting, long bytes) {
    return bytes == 0 ? this : with(setting, Long.toString(bytes));
  }

  /// The same with other rings; 0 for what there is.
  public TestJob withRingBytes(long bytes) {
    return withBytes(JobSetting.RING, bytes);
  }

  /// The same with another registered heap; 0 for what there is.
  public TestJob withHeap(long bytes) {
    return withBytes(JobSetting.HEAP, bytes);
  }

  /// The same with another budget; 0 for what there is.
  public TestJob withBudget(long bytes) {
    return withBytes(JobSetting.BUDGET, bytes);
  }

  /// The same in the debug mode of one-sided memory.
  public TestJob withCheck(long seed) {
    return with(JobSetting.CHECK, Long.toString(seed));
  }

  /// The same with ranks that do not reach each other's registered memory.
  public TestJob withApart() {
    return with(JobSetting.APART, "1");
  }

  /// The same with another timeout.
  public TestJob withTimeout(Duration timeout) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// The same with these options for the ranks' JVMs.
  public TestJob withJvm(List<String> jvm) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// The settings as the environment of a job has them.
  Map<String, String> variables() {
    var variables = new HashMap<String, String>();
    settings.forEach((setting, value) -> variables.put(setting.variable(), value));
    return variables;
  }

  /// Runs it and returns how it ended. A failure of the job is in the result; also that it did not
  /// end in time, with the stacks of its ranks.
  public JobResult run() {
    return run(0);
  }

  /// The same with ranks that record, if `last` is not 0: beside a failure are then the last so
  /// many events of each rank.
  public JobResult run(int last) {
    return transport.equals(ThreadsJob.NAME)
        ? new ThreadRanks(this, last).run()
        : new ProcessRanks(this, last).run();
  }
}
