// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.testkit.Allocations;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Measures what large allreduces of arrays allocate, with every algorithm, where ranks outnumber
/// processors: they wait for long then, and sleep.
final class LargeAllocationProgram implements RankProgram {
  /// 1 MB: several chunks for each rank.
  private static final int COUNT = 1 << 17;

  private static final long CHUNK = 32 << 10;
  private static final int CHUNKS = 4;
  private static final int ROUNDS = 60;
  private static final int WARM = 30;
  private static final int TIMES = 2;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    Group group = Group.world(world);
    world.start();
    Data in = Data.of(new double[COUNT]);
    double[] result = new double[COUNT];
    Data out = Data.of(result);
    for (Algorithms.Entry algorithm : Algorithms.of(Collective.ALLREDUCE)) {
      group.using(only(algorithm));
      measure(group, Operation.allreduce(in, out, Operator.SUM), algorithm.name(), report);
      measure(
          group, Operation.allreduce(out, Operator.MAX), algorithm.name() + " in place", report);
    }
  }

  private static Choices only(Algorithms.Entry algorithm) {
    var rule =
        new Choices.Rule(
            Collective.ALLREDUCE, Integer.MAX_VALUE, Long.MAX_VALUE, algorithm, CHUNK, CHUNKS);
    return Choices.of(List.of(rule), Choices.builtIn().eager());
  }

  /// What one call allocates is in every batch. What is in few of them comes once: a pool that had
  /// to grow, the strings of a class one of whose methods is to be compiled, a neighbour's first
  /// ring at this rank's bell.
  private static void measure(Group group, Operation operation, String what, RankReport report) {
    Runnable batch =
        () -> {
          for (int times = 0; times < TIMES; times++) {
            group.run(operation);
          }
        };
    var allocated = new long[ROUNDS];
    int without = 0;
    for (int round = 0; round < ROUNDS; round++) {
      allocated[round] = Allocations.ofThisThread(batch);
      without += round >= WARM && allocated[round] == 0 ? 1 : 0;
    }
    String found =
        what
            + ": "
            + without
            + " of the last "
            + (ROUNDS - WARM)
            + " batches without; bytes per batch "
            + Arrays.toString(allocated);
    report.note(found);
    assertTrue(without >= (ROUNDS - WARM) * 3 / 4, found);
  }
}
