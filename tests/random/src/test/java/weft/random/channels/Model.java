// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import weft.random.channels.Plan.Node;
import weft.random.channels.Plan.Op;
import weft.random.channels.Plan.Phase;
import weft.random.channels.Plan.Segment;
import weft.random.channels.Plan.Steps;

/// What a program computes, in one thread and in the order of its text.
final class Model {
  private Model() {}

  /// The sum over all records, puts, and computations.
  static long digest(Plan plan) {
    long sum = 0;
    for (Phase phase : plan.phases) {
      for (Segment segment : phase.segments()) {
        sum += Plan.mix(total(segment)) * Plan.SLOTS;
        for (var ops : segment.bySlot()) {
          for (Op op : ops) {
            for (Node node : op.nodes()) {
              sum += tree(node);
            }
          }
        }
      }
    }
    for (long[] cells : plan.cells) {
      for (long cell : cells) {
        sum += cell;
      }
    }
    return sum + loop(plan);
  }

  /// The result of the collective operation after a segment.
  static long total(Segment segment) {
    long total = 0;
    for (long value : segment.values()) {
      total += value;
    }
    return total;
  }

  /// What the handler of a record adds.
  static long handled(Node node) {
    return Plan.mix(node.key + node.id);
  }

  private static long tree(Node node) {
    long sum = handled(node);
    for (Node child : node.children) {
      sum += tree(child);
    }
    return sum;
  }

  private static long loop(Plan plan) {
    Steps steps = plan.steps;
    long sum = 0;
    for (int step = 0; step < steps.steps(); step++) {
      for (int slot = 0; slot < Plan.SLOTS; slot++) {
        for (int i = 0; i < steps.computations(); i++) {
          sum += computed(slot, step, i);
        }
      }
      for (int channel = 0; channel < steps.counts().length; channel++) {
        for (int from = 0; from < Plan.SLOTS; from++) {
          for (int to = 0; to < Plan.SLOTS; to++) {
            for (int index = 0; index < steps.counts()[channel][from][to]; index++) {
              long key = Steps.key(channel, step, from, to, index);
              sum += Plan.mix(plan.seed + key);
              Node pushed = steps.pushes().get(key);
              sum += pushed == null ? 0 : tree(pushed);
            }
          }
        }
      }
    }
    return sum;
  }

  /// What local computation `i` of a slot adds in a step.
  static long computed(int slot, int step, int i) {
    return Plan.mix(slot * 1_000_003L + step * 1_009L + i);
  }
}
