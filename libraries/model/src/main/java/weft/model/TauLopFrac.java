// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Evaluates an expression by fractional progress.
///
/// The first step of each sequence has a part `f` left, at first 1. Of a step with `n` messages at
/// once in its group, the part `dt / T(m, n)` is done in the time `dt`. The step that ends first
/// determines `dt`. So what does not interact costs exactly the maximum, and equal messages of one
/// group exactly `n‖T(m)`. The price does not depend on the order of sequences.
public final class TauLopFrac implements Evaluator {
  /// Below this a step is done.
  private static final double DONE = 1e-12;

  private final Contention contention;

  /// An evaluator with a kind of contention.
  public TauLopFrac(Contention contention) {
    this.contention = contention;
  }

  private record Group(Object kind, int channel, int node) {}

  private static final class Head {
    final Activity step;
    double left = 1;
    double time;
    int together;

    Head(Activity step) {
      this.step = step;
    }
  }

  @Override
  public TauLopCost evaluate(TauLopConcurrent set, Platform platform) {
    List<Deque<Activity>> queues = new ArrayList<>();
    List<Head> heads = new ArrayList<>();
    for (TauLopSequence sequence : set.sequences()) {
      Deque<Activity> steps = new ArrayDeque<>(sequence.steps());
      if (!steps.isEmpty()) {
        heads.add(new Head(steps.removeFirst()));
        queues.add(steps);
      }
    }
    var cost = new TauLopCost();
    while (!heads.isEmpty()) {
      count(heads);
      Head next = null;
      for (Head head : heads) {
        head.time = head.step.time(platform, head.step.bytes(), head.together);
        if (next == null || head.left * head.time < next.left * next.time) {
          next = head;
        }
      }
      Head ends = java.util.Objects.requireNonNull(next);
      double passed = ends.left * ends.time;
      cost.add(
          new TauLopCost.CostTerm(
              ends.left, ends.step.text(ends.step.bytes(), ends.together), passed));
      for (int i = heads.size() - 1; i >= 0; i--) {
        Head head = heads.get(i);
        head.left -= head.time == 0 ? head.left : passed / head.time;
        if (head == ends || head.left <= DONE) {
          Deque<Activity> rest = queues.get(i);
          if (rest.isEmpty()) {
            heads.remove(i);
            queues.remove(i);
          } else {
            heads.set(i, new Head(rest.removeFirst()));
          }
        }
      }
    }
    return cost;
  }

  private void count(List<Head> heads) {
    Map<Group, Integer> counts = new HashMap<>();
    for (Head head : heads) {
      counts.merge(target(head.step), head.step.count(), Integer::sum);
      if (contention == Contention.BOTH_ENDS && head.step instanceof Transmission) {
        counts.merge(source(head.step), head.step.count(), Integer::sum);
      }
    }
    for (Head head : heads) {
      head.together = counts.getOrDefault(target(head.step), 1);
      if (contention == Contention.BOTH_ENDS && head.step instanceof Transmission) {
        head.together = Math.max(head.together, counts.getOrDefault(source(head.step), 1));
      }
    }
  }

  private Group target(Activity step) {
    return switch (step) {
      case Transmission it ->
          new Group("to", it.channel(), contention == Contention.CHANNEL ? -1 : it.target());
      case CombiningCost it -> new Group("work of " + it.node(), -1, it.rank());
    };
  }

  private static Group source(Activity step) {
    Transmission it = (Transmission) step;
    return new Group("from", it.channel(), it.source());
  }
}
