// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Evaluates an expression as the tool of the τ-Lop paper's authors does, for their published
/// examples. The rest of a message is charged as a new message, so that it costs more than it
/// should; use [TauLopFrac] for predictions.
///
/// The first steps of all sequences are grouped by channel and destination. A group costs `T^c(m̂,
/// τ̂)`, with its least bytes and its number of messages. The cheapest group loses `m̂` bytes of
/// each message, any other as many as it would move meanwhile.
public final class TauLopCompat implements Evaluator {
  /// Creates the evaluator.
  public TauLopCompat() {}

  private record Group(int channel, int node, int rank) {}

  private static final class Head {
    final Activity step;
    long bytes;

    Head(Activity step) {
      this.step = step;
      this.bytes = step.bytes();
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
      Map<Group, List<Head>> groups = new LinkedHashMap<>();
      for (Head head : heads) {
        groups.computeIfAbsent(group(head.step), it -> new ArrayList<>()).add(head);
      }
      List<Head> cheapest = List.of();
      @Nullable Group cheapestKey = null;
      double least = Double.POSITIVE_INFINITY;
      for (Map.Entry<Group, List<Head>> entry : groups.entrySet()) {
        List<Head> group = entry.getValue();
        double time = time(platform, group.getFirst().step, bytes(group), count(group));
        if (time < least) {
          least = time;
          cheapest = group;
          cheapestKey = entry.getKey();
        }
      }
      long moved = bytes(cheapest);
      cost.add(cheapest.getFirst().step.text(moved, count(cheapest)), least);
      for (Map.Entry<Group, List<Head>> entry : groups.entrySet()) {
        List<Head> group = entry.getValue();
        long done =
            entry.getKey().equals(cheapestKey)
                ? Math.max(moved, 1)
                : inverse(platform, group.getFirst().step, least, count(group));
        group.forEach(head -> head.bytes -= done);
      }
      for (int i = heads.size() - 1; i >= 0; i--) {
        if (heads.get(i).bytes <= 0) {
          Activity next = queues.get(i).pollFirst();
          if (next == null) {
            heads.remove(i);
            queues.remove(i);
          } else {
            heads.set(i, new Head(next));
          }
        }
      }
    }
    return cost;
  }

  private static Group group(Activity step) {
    return switch (step) {
      case Transmission it -> new Group(it.channel(), it.target(), -1);
      case CombiningCost it -> new Group(-1, it.node(), it.rank());
    };
  }

  private static long bytes(List<Head> group) {
    return group.stream().mapToLong(head -> head.bytes).min().orElse(0);
  }

  private static int count(List<Head> group) {
    return group.stream().mapToInt(head -> head.step.count()).sum();
  }

  /// `T(m, τ)` in a row of the table, in the tool's 32-bit numbers.
  private static float row(Platform platform, Activity step, long bytes, int count) {
    return (float) step.time(platform, bytes, Math.min(count, table(platform, step).mostCount()));
  }

  private static TimeTable table(Platform platform, Activity step) {
    return switch (step) {
      case Transmission it -> platform.channel(it.channel()).transfer();
      case CombiningCost it -> TimeTable.linear(0, platform.combine(it.operation(), 1));
    };
  }

  private static double time(Platform platform, Activity step, long bytes, int count) {
    if (step instanceof CombiningCost) {
      return step.time(platform, bytes, 1);
    }
    long[] sizes = table(platform, step).sizes();
    long most = sizes[sizes.length - 1];
    if (bytes > most) {
      return row(platform, step, most, count) + time(platform, step, bytes - most, count);
    }
    int above = 0;
    while (sizes[above] < bytes) {
      above++;
    }
    double high = row(platform, step, sizes[above], count);
    if (above == 0) {
      return high;
    }
    double low = row(platform, step, sizes[above - 1], count);
    return low + (high - low) * (bytes - sizes[above - 1]) / (sizes[above] - sizes[above - 1]);
  }

  /// The bytes that `count` such messages move in a time.
  private static long inverse(Platform platform, Activity step, double time, int count) {
    if (step instanceof CombiningCost) {
      return Math.max(
          1, (long) Math.ceil(step.bytes() * time / step.time(platform, step.bytes(), 1)));
    }
    long[] sizes = table(platform, step).sizes();
    double first = row(platform, step, sizes[0], count);
    if (time < 0.01 * first) {
      return 0;
    }
    double before = first;
    for (int i = 1; i < sizes.length; i++) {
      double here = row(platform, step, sizes[i], count);
      if (time <= here) {
        double bytes = sizes[i - 1] + (time - before) / (here - before) * (sizes[i] - sizes[i - 1]);
        return Math.max(1, (long) Math.ceil(bytes));
      }
      before = here;
    }
    long most = sizes[sizes.length - 1];
    return most + inverse(platform, step, time - before, count);
  }
}
