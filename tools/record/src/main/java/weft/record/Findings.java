// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The causes that slowed a job down, the worst first. The cost of a cause is the average time that
/// ranks lose by it. If one cause explains another, only the more specific one is reported. For
/// example, a drifting load replaces the slow rank that it causes.
final class Findings {
  /// One cause.
  ///
  /// @param kind one of `slow`, `hot`, `handlers`, `late`, `drift`, `stall`, `cores`, `compile`,
  ///   `collector`, `none`
  /// @param rank the rank that causes it, or −1
  /// @param nanos its cost in nanoseconds
  record Finding(String kind, int rank, double nanos, String headline, String text) {}

  private static final double LEAST_SHARE = 0.05;

  /// The number of parts into which the job is divided to see how loads change.
  private static final int PARTS = 240;

  /// The number of steps of equal work in which a load must grow; a multiple of three.
  private static final int STEPS = 12;

  /// The least trend of a load that drifts. Twelve values in random order reach it once in a
  /// hundred times.
  private static final double LEAST_TREND = 0.5;

  private Findings() {}

  static List<Finding> of(Totals totals, Operations operations, LongestPause pause) {
    var found = new ArrayList<Finding>();
    if (totals.count() > 1) {
      body(totals, operations, pause, found);
      hot(totals, found);
    }
    MachineFindings.add(totals, found);
    double least = LEAST_SHARE * totals.workLength();
    found.removeIf(it -> it.nanos < least);
    found.sort(Comparator.comparingDouble((Finding it) -> -it.nanos));
    if (found.isEmpty()) {
      found.add(
          new Finding(
              "none",
              -1,
              0,
              totals.count() == 1
                  ? "Nothing held the rank up."
                  : "Balanced: ranks waited for "
                      + Units.percent(totals.waitedShare())
                      + " of the time.",
              "No cause cost more than "
                  + Units.percent(LEAST_SHARE)
                  + " of the time. The tables below show how the rest was spent."));
    }
    return found;
  }

  private static void body(
      Totals totals, Operations operations, LongestPause pause, List<Finding> found) {
    double[] body = totals.nanos[CATEGORY_BODY];
    int most = Totals.greatest(body);
    double excess = body[most] - totals.meanOfOthers(body, most);
    // A long pause in which one rank runs is a stall, not a slow rank.
    double share = pause.nanos / totals.workLength();
    if (share > 0.2 && (pause.runner < 0 || pause.nanos > 0.6 * excess)) {
      found.add(stall(totals, pause));
      excess -= pause.runner == most ? pause.nanos : 0;
    }
    Operations.@Nullable Kind late = lateRoot(operations, most);
    @Nullable Finding drift = drift(totals, most, excess);
    if (late != null && late.latenessByRank[most] > 0.5 * excess && excess > 0) {
      found.add(late(totals, late, most));
    } else if (drift != null) {
      found.add(drift);
    } else {
      found.add(slow(totals, most, body[most], excess));
    }
  }

  private static Finding stall(Totals totals, LongestPause pause) {
    String who =
        pause.runner < 0
            ? "all ranks waited"
            : "rank " + totals.rank(pause.runner) + " ran its body without calling Weft";
    return new Finding(
        "stall",
        pause.runner < 0 ? -1 : totals.rank(pause.runner),
        pause.nanos,
        "Nothing moved for " + Units.time(pause.nanos) + " while " + who + ".",
        "It began "
            + Units.time(pause.from)
            + " after the start. "
            + (pause.runner < 0
                ? "Look for the event that should have woken them: a worker thread, a file, another"
                    + " program."
                : "Look at the work of that rank at this time. A rank that computes for long should"
                    + " poll, so that other ranks can continue."));
  }

  /// Returns the operation with a root for which the other ranks wait most, if its root is usually
  /// the rank at `index`.
  private static Operations.@Nullable Kind lateRoot(Operations operations, int index) {
    for (Operations.Kind kind : operations.worstFirst()) {
      String name = kind.name.toLowerCase(Locale.ROOT);
      if ((name.contains("broadcast") || name.contains("scatter"))
          && !name.contains("reduce")
          && Totals.greatest(kind.latenessByRank) == index) {
        return kind;
      }
    }
    return null;
  }

  private static Finding late(Totals totals, Operations.Kind kind, int index) {
    int rank = totals.rank(index);
    return new Finding(
        "late",
        rank,
        kind.latenessByRank[index],
        "Ranks wait for rank " + rank + ", which is late for " + kind.name + ".",
        "The others arrived "
            + Units.time(kind.latenessByRank[index])
            + " earlier, summed over "
            + Units.count(kind.calls)
            + " calls. Let it begin the operation before its other work, or let the others work"
            + " meanwhile (Group.start).");
  }

  private static @Nullable Finding drift(Totals totals, int most, double excess) {
    double[] busy = totals.busyOver(most, PARTS);
    var others = new double[PARTS];
    double work = 0;
    for (int i = 0; i < totals.count(); i++) {
      double[] its = totals.busyOver(i, PARTS);
      for (int part = 0; part < PARTS && i != most; part++) {
        others[part] += its[part] / (totals.count() - 1);
        work += its[part] / (totals.count() - 1);
      }
    }
    // Divide the others' work, not the time: if all wait for one rank, that rank is always busy.
    var more = new double[STEPS];
    double done = 0;
    for (int part = 0; part < PARTS; part++) {
      long step = (long) (STEPS * (done + others[part] / 2) / Math.max(1, work));
      more[Math.clamp(step, 0, STEPS - 1)] += busy[part] - others[part];
      done += others[part];
    }
    double first = sum(more, 0, STEPS / 3);
    double middle = sum(more, STEPS / 3, 2 * STEPS / 3);
    double last = sum(more, 2 * STEPS / 3, STEPS);
    // Compare the middle third, too. In the first third all ranks are busy with their own work, so
    // even a rank that is always slow is not visible yet. The steps tell growth from a few slow
    // steps, for example because other programs used the processors.
    boolean grows = first <= 0.5 * last && middle <= 0.8 * last && trend(more) >= LEAST_TREND;
    if (excess <= 0 || last < 0.2 * totals.clock.length() / 3 || !grows) {
      return null;
    }
    int rank = totals.rank(most);
    return new Finding(
        "drift",
        rank,
        excess,
        "The load drifts to rank " + rank + ".",
        "In the first third of the work it computed for "
            + Units.time(Math.max(0, first))
            + " longer than the others on average, in the last third for "
            + Units.time(last)
            + ". Redistribute the work from time to time.");
  }

  private static double sum(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).sum();
  }

  /// Kendall's rank correlation of `values` with their order: 1 if each is greater than all before
  /// it, about 0 if they are in random order, −1 if each is less.
  private static double trend(double[] values) {
    int concordant = 0;
    for (int i = 1; i < values.length; i++) {
      for (int j = 0; j < i; j++) {
        concordant += Double.compare(values[i], values[j]);
      }
    }
    return 2.0 * concordant / (values.length * (values.length - 1));
  }

  private static Finding slow(Totals totals, int most, double nanos, double excess) {
    int rank = totals.rank(most);
    return new Finding(
        "slow",
        rank,
        excess,
        "Rank " + rank + " computes for longer than the others.",
        "Its body takes "
            + Units.time(nanos)
            + ", "
            + Units.time(excess)
            + " more than the average of the other ranks, which wait for it. Give it less work, or"
            + " make its work faster.");
  }

  private static void hot(Totals totals, List<Finding> found) {
    double[] handlers = totals.nanos[CATEGORY_HANDLER];
    int most = Totals.greatest(handlers);
    double excess = handlers[most] - totals.meanOfOthers(handlers, most);
    double share = totals.receivedShare(most);
    int rank = totals.rank(most);
    boolean hot = share > 1.5 / totals.count();
    int worst = worstHandler(totals, most);
    String handler = Totals.name(totals.ranks.get(most), worst);
    found.add(
        new Finding(
            hot ? "hot" : "handlers",
            rank,
            excess,
            hot
                ? "Rank " + rank + " receives more than it can handle."
                : "Handlers of rank " + rank + " take longer than those of the others.",
            "It receives "
                + Units.percent(share)
                + " of all messages, and its handlers take "
                + Units.time(handlers[most])
                + ", most of it in \""
                + handler
                + "\". Ranks waited for "
                + Units.time(totals.waitedToSend())
                + " to send. Distribute its messages over more ranks, send fewer, or make the"
                + " handler shorter."));
  }

  private static int worstHandler(Totals totals, int index) {
    int worst = 1;
    for (int id = 1; id < FIRST_WAIT; id++) {
      if (category(id) == CATEGORY_HANDLER
          && totals.ranks.get(index).nanos(id) > totals.ranks.get(index).nanos(worst)) {
        worst = id;
      }
    }
    return worst;
  }
}
