// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.file.Path;
import java.util.BitSet;
import weft.transport.Occupancy;
import weft.transport.job.Cgroups;
import weft.transport.job.CpuList;

/// The processors on which a rank may run. Some launchers bind each rank to processors, and few of
/// them report it. So every rank sends the others its own list.
///
/// @param machine a unique name of the rank's machine
/// @param list the processors on which the rank may run; empty if the kernel does not report them
/// @param quota the number of processors whose time its container gives to all its ranks
public record Processors(String machine, String list, int quota) {
  private static final String LINE = "\n";

  /// The processors of this process.
  static Processors own() {
    String list = CpuList.own();
    // The JVM's own count may be a share that an option set.
    int all = list.isEmpty() ? Runtime.getRuntime().availableProcessors() : Integer.MAX_VALUE;
    return new Processors(LocalHost.machine(), list, Cgroups.read(Path.of("/")).processors(all));
  }

  /// Computes how crowded the machine of `rank` is. This is a collective call.
  public static Occupancy gather(int rank, AllGather exchange) {
    String[] texts = new CommonSteps(rank, exchange).on(() -> own().text());
    var all = new Processors[texts.length];
    for (int i = 0; i < texts.length; i++) {
      all[i] = parse(texts[i]);
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

  /// Returns the occupancy of this rank's machine, given the processors of all ranks.
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
