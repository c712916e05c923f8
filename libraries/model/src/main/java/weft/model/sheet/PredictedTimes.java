// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.StepRules;
import weft.model.Platform;
import weft.model.TauLopCost;

/// The predicted times of steps, and the path that determines when the last rank is done.
public final class PredictedTimes {
  /// Longer paths are not printed as text, term by term.
  private static final int MOST_PATH = 200_000;

  private final PricedRanks steps;
  private final StepSimulator simulator;
  private final List<Integer> hosts;

  PredictedTimes(PricedRanks steps, StepSimulator simulator, weft.model.Mapping mapping) {
    this.steps = steps;
    this.simulator = simulator;
    this.hosts = new ArrayList<>();
    for (int rank = 0; rank < mapping.ranks(); rank++) {
      hosts.add(mapping.host(rank));
    }
  }

  /// When the last rank is done.
  public double time() {
    double last = 0;
    for (int rank = 0; rank < steps.size(); rank++) {
      last = Math.max(last, simulator.finished(rank));
    }
    return last;
  }

  /// When a priced rank is done.
  public double time(int rank) {
    return simulator.finished(rank);
  }

  /// When a step of a priced rank ended.
  public double end(int rank, int step) {
    return simulator.end(steps.first()[rank] + step);
  }

  /// What determines the time, from the beginning to the end.
  public List<PathStep> path() {
    int rank = 0;
    for (int other = 1; other < steps.size(); other++) {
      if (simulator.finished(other) > simulator.finished(rank)) {
        rank = other;
      }
    }
    Deque<PathStep> path = new ArrayDeque<>();
    int index = steps.first()[rank + 1] - 1;
    if (simulator.lastCause(rank) >= 0) {
      index = simulator.lastCause(rank);
    }
    double end = simulator.finished(rank);
    while (index >= 0 && path.size() < MOST_PATH) {
      rank = simulator.rankOf(index);
      int step = index - steps.first()[rank];
      int why = simulator.cause(index);
      double before = step == 0 ? 0 : simulator.left(index - 1);
      double begin = why >= 0 ? Math.max(before, ended(why, end)) : before;
      begin = Math.min(begin, end);
      if (end > begin) {
        path.addFirst(new PathStep(steps.ranks()[rank], step, begin, end, text(rank, step, index)));
      }
      end = begin;
      index = why >= 0 && begin > before ? why : step == 0 ? -1 : index - 1;
    }
    return List.copyOf(path);
  }

  /// The end of a step that another waited for; if it goes on after that, the end of the wait.
  private double ended(int index, double latest) {
    double end = simulator.end(index);
    return end <= latest ? end : latest;
  }

  /// The path as a sum of terms.
  public TauLopCost cost() {
    var cost = new TauLopCost();
    for (PathStep step : path()) {
      cost.add(step.what(), step.time());
    }
    return cost;
  }

  private String channel(int rank, int peer) {
    boolean isHere = hosts.get(steps.ranks()[rank]).equals(hosts.get(peer));
    return Platform.superscript(isHere ? Platform.LOCAL : Platform.NETWORK);
  }

  private String text(int rank, int step, int index) {
    Schedule schedule = steps.schedules()[rank];
    long bytes = schedule.bytes(step);
    int n = simulator.together(index);
    String many = n > 1 ? n + "‖" : "";
    return switch (schedule.kind(step)) {
      case Schedule.SEND, Schedule.OFFER -> {
        String channel = channel(rank, schedule.peer(step));
        boolean isEager =
            schedule.kind(step) == Schedule.SEND && steps.way(index) == DeliveryWay.EAGER;
        yield isEager
            ? "(o%s(%d) + %sL%s(%d))".formatted(channel, bytes, many, channel, bytes)
            : "o" + channel + "(0)";
      }
      case Schedule.RECEIVE, Schedule.TARGET -> {
        String channel = channel(rank, schedule.peer(step));
        boolean isPulled = n > 0;
        yield isPulled
            ? "(o%s(0) + %sL%s(%d))".formatted(channel, many, channel, bytes)
            : "o" + channel + "(0)";
      }
      case Schedule.COPY ->
          StepRules.isOnePass(schedule, step) ? "g(" + bytes + ")" : many + "L⁰(" + bytes + ")";
      case Schedule.REDUCE, Schedule.REDUCE_LEFT, Schedule.FOLD -> "g(" + bytes + ")";
      default -> "o⁰(0)";
    };
  }
}
