// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.transport.rings.ThreadsJob;

/// A job that a test runs: a [RankProgram] on so many ranks of some transport.
///
/// @param program the class of the program
/// @param args its arguments
/// @param ranks how many ranks
/// @param transport `threads`, or the name of a transport whose ranks are processes, with variables
///   for it where they are wanted: `mpi:WEFT_MPI=openmpi,WEFT_MPI_ONLY=1`
/// @param ringBytes bytes of each ring, 0 for the default
/// @param heapBytes bytes of each rank's registered heap, 0 for the default
/// @param check the seed of the debug mode of one-sided memory, if it is on
/// @param apart whether ranks are kept from each other's registered memory, as on a cluster
/// @param budget bytes of each rank's budget, 0 for the default
/// @param timeout after which the job is ended and its failure says where every rank was
/// @param jvm options of the ranks' JVMs, null for small ones that start fast
public record TestJob(
    Class<? extends RankProgram> program,
    List<String> args,
    int ranks,
    String transport,
    long ringBytes,
    long heapBytes,
    OptionalLong check,
    boolean apart,
    long budget,
    Duration timeout,
    @Nullable List<String> jvm) {
  /// A job with defaults for what is not said.
  public TestJob(
      Class<? extends RankProgram> program, List<String> args, int ranks, String transport) {
    this(
        program,
        args,
        ranks,
        transport,
        0,
        0,
        OptionalLong.empty(),
        false,
        0,
        Duration.ofMinutes(2),
        null);
  }

  /// The same with other arguments.
  public TestJob withArgs(List<String> args) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
  }

  /// The same with other rings.
  public TestJob withRingBytes(long ringBytes) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
  }

  /// The same with another registered heap.
  public TestJob withHeap(long heapBytes) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
  }

  /// The same in the debug mode of one-sided memory.
  public TestJob withCheck(long seed) {
    return new TestJob(
        program,
        args,
        ranks,
        transport,
        ringBytes,
        heapBytes,
        OptionalLong.of(seed),
        apart,
        budget,
        timeout,
        jvm);
  }

  /// The same with ranks that do not reach each other's registered memory.
  public TestJob withApart() {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, true, budget, timeout, jvm);
  }

  /// The same with another budget.
  public TestJob withBudget(long budget) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
  }

  /// The same with another timeout.
  public TestJob withTimeout(Duration timeout) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
  }

  /// The same with these options for the ranks' JVMs.
  public TestJob withJvm(List<String> jvm) {
    return new TestJob(
        program, args, ranks, transport, ringBytes, heapBytes, check, apart, budget, timeout, jvm);
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
