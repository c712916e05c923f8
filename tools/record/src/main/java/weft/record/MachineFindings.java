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
      wanted(totals, waited - compileLoss, most, cores, found);
    }
  }

  /// Enough cores, and yet ranks waited for one.
  ///
  /// @param waited for how long, in the mean of the ranks, without what compilers took from them
  private static void wanted(
      Totals totals, double waited, long ranks, long cores, List<Finding> found) {
    CoreUse use = CoreUse.of(totals.ranks);
    double byOthers = use.isKnown() ? use.lostToOthers(waited) : waited;
    double byThreads = use.isKnown() ? use.lostToThreads(waited) : 0;
    String enough =
        " on average, although "
            + cores
            + " cores are enough for "
            + (ranks == 1 ? "one rank." : ranks + " ranks.");
    found.add(
        new Finding(
            "cores",
            -1,
            byOthers,
            use.isKnown()
                ? "Other programs used cores that ranks wanted."
                : "Ranks waited for cores that something else used.",
            "Each rank waited for a core for "
                + Units.time(byOthers)
                + enough
                + (use.isKnown()
                    ? " Programs that are not of this job used cores for "
                        + Units.time(use.byOthersNanos())
                        + ". Look for them with top, or give the job a machine of its own."
                    : " Look for other programs on the machine, and for further threads of this"
                        + " program.")));
    found.add(
        new Finding(
            "cores",
            -1,
            byThreads,
            "Further threads of the program used cores that ranks wanted.",
            "Each rank waited for a core for "
                + Units.time(byThreads)
                + enough
                + " Threads beside the ranks', without compilers and collectors, used cores for "
                + Units.time(use.byThreadsNanos())
                + ". Start fewer of them, or fewer ranks."));
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
