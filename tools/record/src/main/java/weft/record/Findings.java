// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The causes that slowed a job down, the worst first. A cause is named only if the job would have
/// been shorter by a twentieth without it, which [Gains] estimates. What a rank does alone at the
/// beginning or at the end of the job is no cause, nor are Weft's own handlers. If one cause
/// explains another, only the more specific one is reported. For example, a drifting load replaces
/// the slow rank that it causes.
final class Findings {
  /// One cause.
  ///
  /// @param kind one of `slow`, `hot`, `handlers`, `late`, `drift`, `stall`, `disk`, `cores`,
  ///   `compile`, `collector`, `none`
  /// @param rank the rank that causes it, or −1
  /// @param nanos by how much the job would have been shorter without it, in nanoseconds
  record Finding(String kind, int rank, double nanos, String headline, String text) {}

  private static final double LEAST_SHARE = 0.05;

  /// The number of parts into which the job is divided to see how loads change.
  private static final int PARTS = 240;

  /// The number of steps of equal work in which a load must grow; a multiple of three.
  private static final int STEPS = 12;

  /// The least trend of a load that drifts. Twelve values in random order reach it once in a
  /// hundred times.
  private static final double LEAST_TREND = 0.5;

  private static final Gains.Activities BODIES = index -> id -> id == BODY;

  private final Totals totals;
  private final Operations operations;
  private final Gains gains;
  private final List<Finding> found = new ArrayList<>();

  private Findings(Totals totals, Operations operations) {
    this.totals = totals;
    this.operations = operations;
    this.gains = new Gains(totals);
  }

  /// @param disk the nanoseconds for which each rank had only objects to run that were on disk
  static List<Finding> of(Totals totals, Operations operations, double[] disk) {
    var found = new ArrayList<Finding>();
    MachineFindings.add(totals, disk, found);
    if (totals.count() > 1) {
      var findings = new Findings(totals, operations);
      findings.body();
      findings.hot();
      found.addAll(0, findings.found);
    }
    double least = LEAST_SHARE * totals.workLength();
    found.removeIf(it -> it.nanos < least);
    found.sort(Comparator.comparingDouble((Finding it) -> -it.nanos));
    found.replaceAll(it -> withGain(totals, it));
    if (found.isEmpty()) {
      found.add(none(totals));
    }
    return found;
  }

  private static Finding withGain(Totals totals, Finding it) {
    return new Finding(
        it.kind,
        it.rank,
        it.nanos,
        it.headline,
        it.text
            + " Estimated from the recording: without this the job would have been "
            + Units.time(it.nanos)
            + " ("
            + Units.percent(it.nanos / totals.workLength())
            + ") shorter.");
  }

  private static Finding none(Totals totals) {
    if (totals.cut() > 0) {
      return new Finding(
          "cut",
          -1,
          0,
          "The job did not end normally, so no cause is named.",
          "What its ranks did at last is in no sum here. The report that the job printed says where"
              + " they were.");
    }
    return new Finding(
        "none",
        -1,
        0,
        totals.count() == 1
            ? "Nothing held the rank up."
            : "Balanced: ranks waited for " + Units.percent(totals.waitedShare()) + " of the time.",
        "The job would not have been shorter by "
            + Units.percent(LEAST_SHARE)
            + " without any one cause. The tables below show how the time was spent.");
  }

  private void body() {
    Gains.Pause pause = Gains.Pause.longest(totals, gains.middle);
    double[] body = gains.nanos(BODIES, Gains.Pause.NONE);
    int most = Totals.greatest(body);
    double excess = body[most] - totals.meanOfOthers(body, most);
    // A long pause in which one rank runs is a stall, not a slow rank.
    if (pause.nanos() > 0.2 * totals.workLength()
        && (pause.runner() < 0 || pause.nanos() > 0.6 * excess)) {
      found.add(stall(pause));
      body = gains.nanos(BODIES, pause);
      most = Totals.greatest(body);
      excess = body[most] - totals.meanOfOthers(body, most);
    } else {
      pause = Gains.Pause.NONE;
    }
    if (excess < LEAST_SHARE * totals.workLength()) {
      return; // Less than that cannot be gained.
    }
    double gain = gains.ofBalance(BODIES, body, pause);
    Operations.@Nullable Kind late = lateRoot(operations, most);
    @Nullable Finding drift = drift(most, excess, gain);
    if (late != null && late.latenessByRank[most] > 0.5 * excess) {
      found.add(late(late, most, gain));
    } else if (drift != null) {
      found.add(drift);
    } else {
      found.add(slow(most, body[most], excess, gain));
    }
  }

  private Finding stall(Gains.Pause pause) {
    String who =
        pause.runner() < 0
            ? "all ranks waited"
            : "rank " + totals.rank(pause.runner()) + " ran its body without calling Weft";
    return new Finding(
        "stall",
        pause.runner() < 0 ? -1 : totals.rank(pause.runner()),
        gains.ofPause(pause),
        "Nothing moved for " + Units.time(pause.nanos()) + " while " + who + ".",
        "It began "
            + Units.time(pause.from())
            + " after the start. "
            + (pause.runner() < 0
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

  private Finding late(Operations.Kind kind, int index, double gain) {
    int rank = totals.rank(index);
    return new Finding(
        "late",
        rank,
        gain,
        "Ranks wait for rank " + rank + ", which is late for " + kind.name + ".",
        "The others arrived "
            + Units.time(kind.latenessByRank[index])
            + " earlier, summed over "
            + Units.count(kind.calls)
            + " calls. Let it begin the operation before its other work, or let the others work"
            + " meanwhile (Group.start).");
  }

  private @Nullable Finding drift(int most, double excess, double gain) {
    double[] busy = busyOver(most);
    var others = new double[PARTS];
    double work = 0;
    for (int i = 0; i < totals.count(); i++) {
      double[] its = busyOver(i);
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
        gain,
        "The load drifts to rank " + rank + ".",
        "In the first third of the work it computed for "
            + Units.time(Math.max(0, first))
            + " longer than the others on average, in the last third for "
            + Units.time(last)
            + ". Redistribute the work from time to time.");
  }

  /// How busy a rank was in the parts of the job, without those of the beginning and the end.
  private double[] busyOver(int index) {
    double[] busy = totals.busyOver(index, PARTS);
    double length = totals.clock.length();
    for (int part = 0; part < PARTS; part++) {
      if (!gains.middle.contains((long) ((part + 0.5) * length / PARTS))) {
        busy[part] = 0;
      }
    }
    return busy;
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

  private Finding slow(int most, double nanos, double excess, double gain) {
    int rank = totals.rank(most);
    return new Finding(
        "slow",
        rank,
        gain,
        "Rank " + rank + " computes for longer than the others.",
        "Its body takes "
            + Units.time(nanos)
            + ", "
            + Units.time(excess)
            + " more than the average of the other ranks, which wait for it. Give it less work, or"
            + " make its work faster.");
  }

  /// Handlers of the program: Weft's own are no cause, since no program can change them.
  private Gains.Activities handlers() {
    return index -> id -> totals.isOfProgram(index, id);
  }

  private void hot() {
    double[] handlers = gains.nanos(handlers(), Gains.Pause.NONE);
    int most = Totals.greatest(handlers);
    double excess = handlers[most] - totals.meanOfOthers(handlers, most);
    if (excess < LEAST_SHARE * totals.workLength()) {
      return; // Less than that cannot be gained.
    }
    double share = totals.receivedShare(most);
    int rank = totals.rank(most);
    boolean hot = share > 1.5 / totals.count();
    String handler = Totals.name(totals.ranks.get(most), worstHandler(most));
    found.add(
        new Finding(
            hot ? "hot" : "handlers",
            rank,
            gains.ofBalance(handlers(), handlers, Gains.Pause.NONE),
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

  private int worstHandler(int index) {
    int worst = -1;
    for (int id = 1; id < FIRST_WAIT; id++) {
      if (totals.isOfProgram(index, id)
          && (worst < 0
              || totals.ranks.get(index).nanos(id) > totals.ranks.get(index).nanos(worst))) {
        worst = id;
      }
    }
    return worst;
  }
}
