// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.World;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Runs many cases in one job. Its arguments are the seed, the budget, and the names of the cases.
final class SharedProgram implements RankProgram {
  private static final Map<String, ConformanceCase> CASES = new LinkedHashMap<>();

  static {
    for (List<ConformanceCase> group :
        List.of(
            WordCases.all(),
            PayloadCases.all(),
            PackedCases.all(),
            BufferedCases.all(),
            ObjectCases.all(),
            CallCases.all(),
            OrderCases.all(),
            HandlerCases.all(),
            ProgressCases.all(),
            TaskCases.all(),
            PutGetCases.all(),
            StridedCases.all(),
            TransferOpCases.all(),
            HeapCases.all(),
            AtomicCases.all(),
            CollectiveCases.all(),
            OperationCases.all(),
            MisuseCases.all())) {
      for (ConformanceCase it : group) {
        CASES.put(it.name(), it);
      }
    }
  }

  static List<ConformanceCase> cases() {
    return List.copyOf(CASES.values());
  }

  static List<String> args(long seed, long budget, List<String> names) {
    var args = new ArrayList<String>();
    args.add(Long.toString(seed));
    args.add(Long.toString(budget));
    args.addAll(names);
    return args;
  }

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    long seed = Long.parseLong(args.get(0));
    long budget = Long.parseLong(args.get(1));
    Map<String, ConformanceCase.Part> parts = new LinkedHashMap<>();
    for (String name : args.subList(2, args.size())) {
      ConformanceCase it = CASES.get(name);
      if (it == null) {
        throw new IllegalArgumentException("no case is called \"" + name + "\"");
      }
      report.begin(name);
      parts.put(name, it.preparation().prepare(new Stage(world, name, seed, budget)));
    }
    report.begin(START);
    world.start();
    for (Map.Entry<String, ConformanceCase.Part> part : parts.entrySet()) {
      report.begin(part.getKey());
      part.getValue().run();
      world.quiesce();
      report.passed(part.getKey());
    }
  }

  /// The part in which the ranks compare their handlers.
  static final String START = "start with the handlers of all cases";
}
