// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.testkit.JobResult;
import weft.testkit.RankFailure;
import weft.testkit.RankRecord;
import weft.testkit.TestJob;

/// Runs all cases with one transport, number of ranks and size of rings. If a case fails, its job
/// ends, and the remaining cases run in a new job.
final class SharedRun {
  private final Map<String, Throwable> failed = new HashMap<>();
  private final List<String> names;
  private final TestJob template;
  private final long seed;
  private boolean done;

  SharedRun(TestJob template, long seed) {
    this.template = template;
    this.seed = seed;
    this.names = new ArrayList<>();
    for (ConformanceCase it : SharedProgram.cases()) {
      if (it.leastRanks() <= template.ranks()) {
        names.add(it.name());
      }
    }
  }

  List<String> names() {
    return names;
  }

  /// Returns if the case has passed; the first call runs all cases.
  synchronized void check(String name) throws Throwable {
    if (!done) {
      done = true;
      runAll();
    }
    Throwable thrown = failed.get(name);
    if (thrown != null) {
      throw thrown;
    }
  }

  private void runAll() {
    var rest = new ArrayList<String>(names);
    while (!rest.isEmpty()) {
      JobResult result =
          template.withArgs(SharedProgram.args(seed, Conformance.BUDGET, rest)).run();
      Throwable thrown = thrown(result);
      if (thrown == null) {
        return;
      }
      String culprit = culprit(result, rest);
      if (culprit == null) {
        // The failure was before the first case or after the last one, so it belongs to no case.
        for (String name : rest) {
          failed.put(name, thrown);
        }
        return;
      }
      failed.put(culprit, thrown);
      rest.removeIf(name -> name.equals(culprit) || passedEverywhere(name, result));
    }
  }

  private static @Nullable Throwable thrown(JobResult result) {
    try {
      result.check();
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  private static boolean passedEverywhere(String name, JobResult result) {
    return result.ranks().stream().allMatch(rank -> rank.passed().contains(name));
  }

  /// The case that failed: that of a rank that threw, or else the first case that a rank did not
  /// finish.
  private static @Nullable String culprit(JobResult result, List<String> names) {
    for (RankFailure failure : result.failures()) {
      String unfinished = result.ranks().get(failure.rank()).unfinished();
      if (unfinished != null && names.contains(unfinished)) {
        return unfinished;
      }
    }
    for (String name : names) {
      for (RankRecord rank : result.ranks()) {
        if (name.equals(rank.unfinished())) {
          return name;
        }
      }
    }
    return null;
  }
}
