// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.BitSet;
import java.util.Map;
import weft.transport.JobVariables;
import weft.transport.Occupancy;
import weft.transport.job.CpuList;

/// The processors on which the ranks of a machine run. Launchers differ in whether they bind each
/// rank to some, and few say that they have: so every rank tells the others where it may run.
///
/// @param machine what tells the rank's machine from all others
/// @param list the processors on which the rank may run; empty where the kernel does not say
/// @param quota how many of them its machine or container lets all ranks there use at a time
record Processors(String machine, String list, int quota) {
  private static final String LINE = "\n";

  /// Those of this process.
  static Processors own(Map<String, String> environment) {
    String list = CpuList.own();
    int mine = CpuList.parse(list).cardinality();
    String given = environment.getOrDefault(JobVariables.CORES, "");
    int cores =
        given.matches("[1-9]\\d{0,8}")
            ? Integer.parseInt(given)
            : Runtime.getRuntime().availableProcessors();
    // Fewer than the rank may run on: that is no binding, but a limit for all of them.
    return new Processors(
        Whereabouts.machine(), list, cores < mine || mine == 0 ? cores : Integer.MAX_VALUE);
  }

  /// How crowded the machine of `rank` is. Collective.
  static Occupancy gather(int rank, Map<String, String> environment, Exchange exchange) {
    String[] told = new CommonSteps(rank, exchange).on(() -> own(environment).text());
    var all = new Processors[told.length];
    for (int i = 0; i < told.length; i++) {
      all[i] = parse(told[i]);
    }
    return all[rank].with(all);
  }

  private String text() {
    return String.join(LINE, machine, list, Integer.toString(quota));
  }

  private static Processors parse(String text) {
    String[] lines = text.split(LINE, -1);
    return new Processors(lines[0], lines[1], Integer.parseInt(lines[2]));
  }

  /// How crowded this rank's machine is when the job's ranks are `all`.
  Occupancy with(Processors[] all) {
    int ranks = 0;
    int most = Integer.MAX_VALUE;
    var together = new BitSet();
    for (Processors each : all) {
      if (each.machine.equals(machine)) {
        ranks++;
        most = Math.min(most, each.quota);
        together.or(CpuList.parse(each.list));
      }
    }
    return new Occupancy(
        ranks, Math.max(1, together.isEmpty() ? most : Math.min(most, together.cardinality())));
  }
}
