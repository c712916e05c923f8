// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// Runs one [JobCase], whose name is its argument.
final class JobProgram implements RankProgram {
  private static final Map<String, JobCase> CASES = new LinkedHashMap<>();

  static {
    for (List<JobCase> group : List.of(FailureCases.all(), EndCases.all())) {
      for (JobCase it : group) {
        CASES.put(it.name(), it);
      }
    }
  }

  private JobCase.@Nullable Scenario scenario;

  static List<JobCase> cases() {
    return List.copyOf(CASES.values());
  }

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    JobCase it = CASES.get(args.get(0));
    if (it == null) {
      throw new IllegalArgumentException("no case is called \"" + args.get(0) + "\"");
    }
    scenario = it.scenario();
    it.scenario().run(world, report);
  }

  @Override
  public boolean failsOnPurpose() {
    return true;
  }

  @Override
  public void after(World world, RankReport report) throws Exception {
    JobCase.Scenario ended = scenario;
    if (ended != null) {
      ended.after(world, report);
    }
  }
}
