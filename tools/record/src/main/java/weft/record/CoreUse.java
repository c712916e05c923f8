// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import weft.recording.RecordedRank;

/// Who used the cores of the machines of a job beside its ranks, by the kernel's accounts.
///
/// @param isKnown whether each rank's system tells it
/// @param byOthersNanos the processor time of programs that are not of the job, on the machine of a
///   rank, in the mean of the ranks
/// @param byThreadsNanos the processor time of threads that are neither ranks nor the JVM's, in the
///   same way
record CoreUse(boolean isKnown, double byOthersNanos, double byThreadsNanos) {
  static CoreUse of(List<RecordedRank> ranks) {
    if (ranks.stream().anyMatch(it -> it.word(H_MACHINE) <= 0)) {
      return new CoreUse(false, 0, 0);
    }
    // Ranks that are threads of one process tell the same time of the process, each since its own
    // start; so do ranks of one machine.
    Map<Long, Long> machines = new HashMap<>();
    Map<Long, Set<Process>> processes = new HashMap<>();
    Map<Process, Long> used = new HashMap<>();
    Map<Process, Long> accounted = new HashMap<>();
    Map<Process, Long> ofJvm = new HashMap<>();
    for (RecordedRank rank : ranks) {
      var process = new Process(rank.host(), rank.pid());
      machines.merge(rank.host(), rank.word(H_MACHINE), Math::max);
      processes.computeIfAbsent(rank.host(), it -> new HashSet<>()).add(process);
      used.merge(process, rank.word(H_PROCESS), Math::max);
      accounted.merge(process, rank.word(H_ON_CORE), Long::sum);
      // A collector may use all cores while it stops the process.
      long collected = rank.word(H_GC_NANOS) * Math.max(1, rank.word(H_CORES));
      ofJvm.merge(process, rank.word(H_COMPILED) + collected, Math::max);
    }
    double others = 0;
    double threads = 0;
    for (RecordedRank rank : ranks) {
      Set<Process> here = processes.getOrDefault(rank.host(), Set.of());
      long all = here.stream().mapToLong(it -> used.getOrDefault(it, 0L)).sum();
      others += Math.max(0, machines.getOrDefault(rank.host(), 0L) - all);
      threads +=
          here.stream()
              .mapToLong(it ->
                  used.getOrDefault(it, 0L)
                      - accounted.getOrDefault(it, 0L)
                      - ofJvm.getOrDefault(it, 0L))
              .filter(it -> it > 0)
              .sum();
    }
    return new CoreUse(true, others / ranks.size(), threads / ranks.size());
  }

  /// The part of the nanoseconds that a rank `waited` for a core in which other programs had it.
  double lostToOthers(double waited) {
    return lost(waited, byOthersNanos);
  }

  /// The part in which further threads of the program had it.
  double lostToThreads(double waited) {
    return lost(waited, byThreadsNanos);
  }

  /// Who used cores for longer took more, and nobody more than he used. What remains of the wait,
  /// ranks took from each other, and the JVM.
  private double lost(double waited, double used) {
    double all = byOthersNanos + byThreadsNanos;
    return all <= 0 || waited <= 0 ? 0 : Math.min(used, waited * used / all);
  }

  private record Process(long host, long pid) {}
}
