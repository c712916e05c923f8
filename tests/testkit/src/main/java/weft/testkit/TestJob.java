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

/// A job that a test runs: a [RankProgram] on a number of ranks over a transport.
///
/// @param program the class of the program
/// @param args its arguments
/// @param ranks the number of ranks
/// @param transport `threads`, or the name of a transport whose ranks are processes, optionally
///   with variables for it: `mpi:WEFT_MPI=openmpi,WEFT_NETWORK_ONLY=1`
/// @param settings the settings of the job, apart from its ranks and its transport
/// @param timeout the time without a report of any rank ([RankReport]), as [Patience] counts it,
///   after which the job is ended; its failure then names the place of every rank
/// @param jvm options of the ranks' JVMs; null for small JVMs that start fast
public record TestJob(
    Class<? extends RankProgram> program,
    List<String> args,
    int ranks,
    String transport,
    Map<JobSetting, String> settings,
    Duration timeout,
    @Nullable List<String> jvm) {
  /// Creates a job with defaults for the other components.
  public TestJob(
      Class<? extends RankProgram> program, List<String> args, int ranks, String transport) {
    this(program, args, ranks, transport, Map.of(), Duration.ofMinutes(2), null);
  }

  /// A copy with other arguments.
  public TestJob withArgs(List<String> args) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// A copy with one more setting, in the format of the program option.
  public TestJob with(JobSetting setting, String value) {
    var more = new EnumMap<JobSetting, String>(JobSetting.class);
    more.putAll(settings);
    more.put(setting, value);
    return new TestJob(program, args, ranks, transport, Map.copyOf(more), timeout, jvm);
  }

  private TestJob withBytes(JobSetting setting, long bytes) {
    return bytes == 0 ? this : with(setting, Long.toString(bytes));
  }

  /// A copy with other rings; 0 changes nothing.
  public TestJob withRingBytes(long bytes) {
    return withBytes(JobSetting.RING, bytes);
  }

  /// A copy with another registered heap; 0 changes nothing.
  public TestJob withHeap(long bytes) {
    return withBytes(JobSetting.HEAP, bytes);
  }

  /// A copy with another budget; 0 changes nothing.
  public TestJob withBudget(long bytes) {
    return withBytes(JobSetting.BUDGET, bytes);
  }

  /// A copy in the debug mode of one-sided memory.
  public TestJob withCheck(long seed) {
    return with(JobSetting.CHECK, Long.toString(seed));
  }

  /// A copy with ranks that cannot access each other's registered memory directly.
  public TestJob withApart() {
    return with(JobSetting.APART, "1");
  }

  /// A copy with another timeout.
  public TestJob withTimeout(Duration timeout) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// A copy with these options for the ranks' JVMs.
  public TestJob withJvm(List<String> jvm) {
    return new TestJob(program, args, ranks, transport, settings, timeout, jvm);
  }

  /// The settings as environment variables of a job.
  Map<String, String> variables() {
    var variables = new HashMap<String, String>();
    settings.forEach((setting, value) -> variables.put(setting.variable(), value));
    return variables;
  }

  /// Runs the job and returns its result. The result holds a failure of the job, or a timeout with
  /// the stacks of its ranks.
  public JobResult run() {
    return run(0);
  }

  /// As [#run()], but if `last` is not 0 the ranks record. A failure then shows the last `last`
  /// events of each rank.
  public JobResult run(int last) {
    return transport.equals(ThreadsJob.NAME)
        ? new ThreadRanks(this, last).run()
        : new ProcessRanks(this, last).run();
  }
}
