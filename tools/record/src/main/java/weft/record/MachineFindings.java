// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import weft.record.Findings.Finding;
import weft.recording.RecordedRank;

/// What ranks lose to their machine and their JVMs: cores that others use, code that is still being
/// compiled, garbage collections.
final class MachineFindings {
  /// The part of the compilers' time that ranks are taken to lose. While a method is being compiled
  /// it runs slowly, but it runs; and compilers that wait for a core count as if they worked.
  private static final double COMPILE_LOSS = 0.25;

  private MachineFindings() {}

  static void add(Totals totals, double[] disk, List<Finding> found) {
    double compiled = compiled(totals);
    cores(totals, COMPILE_LOSS * compiled, found);
    if (compiled > 0) {
      found.add(
          new Finding(
              "compile",
              -1,
              COMPILE_LOSS * compiled,
              "Much of the code was still being compiled.",
              "The JVM's compilers worked for "
                  + Units.time(compiled)
                  + " of the "
                  + Units.time(totals.workLength())
                  + " after the start. Code that is not compiled yet runs many times slower. Let the"
                  + " program run for longer, or leave its first seconds out of what you measure."));
    }
    collector(totals, found);
    disk(totals, disk, found);
  }

  /// @param nanos for each rank
  private static void disk(Totals totals, double[] nanos, List<Finding> found) {
    double waited = Arrays.stream(nanos).average().orElse(0);
    found.add(
        new Finding(
            "disk",
            -1,
            waited,
            "Ranks waited for the disk.",
            "Each rank had for "
                + Units.time(waited)
                + " on average nothing to do but for objects that were read from disk, that is "
                + Units.percent(waited / totals.workLength())
                + " of the time. Give objects more memory (--objects), a faster disk (--store), or"
                + " more work for each visit; or say earlier which ones are needed (Self.expect)."));
  }

  /// The time for which the compilers worked, at most that of the work, as the mean of all ranks.
  private static double compiled(Totals totals) {
    return totals.mean(it -> Math.min((double) it.word(H_COMPILED), totals.workLength()));
  }

  /// @param compileLoss what is lost to compilers, which use cores too
  private static void cores(Totals totals, double compileLoss, List<Finding> found) {
    double waited = totals.mean(it -> (double) Math.max(0, it.word(H_CORE_WAIT)));
    RecordedRank crowded =
        Collections.max(
            totals.ranks, Comparator.comparingLong(it -> it.word(H_BESIDE) - it.word(H_CORES)));
    long most = crowded.word(H_BESIDE);
    long cores = crowded.word(H_CORES);
    if (most > cores) {
      found.add(
          new Finding(
              "cores",
              -1,
              waited,
              most + " ranks share " + cores + (cores == 1 ? " core." : " cores."),
              "Each rank waited for a core for "
                  + Units.time(waited)
                  + " on average. Start at most one rank for each core (-n "
                  + cores
                  + "), or use more machines."));
    } else {
      found.add(
          new Finding(
              "cores",
              -1,
              waited - compileLoss,
              "Ranks waited for cores that something else used.",
              "Each rank waited for a core for "
                  + Units.time(waited)
                  + " on average, although "
                  + cores
                  + " cores are enough for "
                  + (most == 1 ? "one rank." : most + " ranks.")
                  + " Look for other programs on the machine, and for further threads of this"
                  + " program."));
    }
  }

  private static void collector(Totals totals, List<Finding> found) {
    double stopped = totals.mean(it -> (double) it.word(H_GC_NANOS));
    long collections = Math.round(totals.mean(it -> (double) it.word(H_GCS)));
    found.add(
        new Finding(
            "collector",
            -1,
            stopped,
            "Garbage collections stopped the ranks.",
            "They stopped each rank for "
                + Units.time(stopped)
                + " on average, in "
                + Units.count(collections)
                + (collections == 1 ? " collection." : " collections.")
                + " Give the ranks more memory (--java-heap), or let them allocate"
                + " less."));
  }
}
