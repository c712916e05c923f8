// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.util.List;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.memory.StreamingCopy;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.SteadyState;

/// Measures what large allreduces of arrays allocate, with every algorithm, where ranks outnumber
/// processors: they wait for long then, and sleep.
final class LargeAllocationProgram implements RankProgram {
  /// 1 MB: several chunks for each rank.
  private static final int COUNT = 1 << 17;

  private static final long CHUNK = 32 << 10;
  private static final int CHUNKS = 4;
  private static final int TIMES = 2;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    Group group = Group.world(world);
    var steady = new SteadyState(world);
    world.start();
    Data in = Data.of(new double[COUNT]);
    double[] result = new double[COUNT];
    Data out = Data.of(result);
    for (Algorithms.Entry algorithm : Algorithms.of(Collective.ALLREDUCE)) {
      group.using(only(algorithm));
      Operation apart = Operation.allreduce(in, out, Operator.SUM);
      Operation inPlace = Operation.allreduce(out, Operator.MAX);
      String name = algorithm.name();
      report.note(steady.reach(name, () -> run(group, apart)));
      report.note(steady.reach(name + " in place", () -> run(group, inPlace)));
    }
    // Larger than the caches: copied in another way.
    group.using(Choices.builtIn());
    int all = (int) (StreamingCopy.COLD_TOGETHER / group.size() / Double.BYTES);
    Operation cold = Operation.alltoall(Data.of(new double[all]), Data.of(new double[all]));
    report.note(steady.reach("alltoall", () -> run(group, cold)));
  }

  private static Choices only(Algorithms.Entry algorithm) {
    var rule =
        new Choices.Rule(
            Collective.ALLREDUCE, Integer.MAX_VALUE, Long.MAX_VALUE, algorithm, CHUNK, CHUNKS);
    return Choices.of(List.of(rule), Choices.builtIn().eager());
  }

  private static void run(Group group, Operation operation) {
    for (int times = 0; times < TIMES; times++) {
      group.run(operation);
    }
  }
}
