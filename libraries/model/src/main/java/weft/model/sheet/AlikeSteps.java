// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Alike;
import weft.collective.schedule.EngineLimits;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// The steps of the last rank, for all ranks that do the same, and of the root if that differs.
///
/// The message that the rank receives from another at distance `d` is sent when the rank itself has
/// sent its own message to the one at distance `d`.
final class AlikeSteps {
  private final int size;
  private final int root;
  private final int[] ranks;
  private final Schedule[] schedules;
  private final Shape[] shapes;
  private final int[] first;
  private final EngineLimits limits;
  private final int[] senders;
  private final int[] receivers;
  private final byte[] ways;

  private AlikeSteps(
      Algorithms.Entry entry, IntFunction<Shape> shapes, EngineLimits limits, int[] ranks) {
    Shape shape = shapes.apply(0);
    this.size = shape.size();
    this.root = shape.root();
    this.ranks = ranks;
    this.limits = limits;
    this.schedules = new Schedule[ranks.length];
    this.shapes = new Shape[ranks.length];
    this.first = new int[ranks.length + 1];
    for (int i = 0; i < ranks.length; i++) {
      this.shapes[i] = new Shape();
      this.shapes[i].copy(shapes.apply(ranks[i]));
      schedules[i] = new Schedule();
      entry.write(this.shapes[i], schedules[i]);
      first[i + 1] = first[i] + schedules[i].length();
    }
    this.senders = new int[first[ranks.length]];
    this.receivers = new int[senders.length];
    this.ways = new byte[senders.length];
    Arrays.fill(senders, -1);
    Arrays.fill(receivers, -1);
    Arrays.fill(ways, (byte) -1);
  }

  /// The steps of the ranks to price, or null if each rank must be priced: the algorithm does not
  /// say that they do the same, or there are too few.
  static @Nullable PricedRanks of(
      Algorithms.Entry entry, IntFunction<Shape> shapes, EngineLimits limits) {
    Shape shape = shapes.apply(0);
    int last = shape.size() - 1;
    if (entry.alike() == Alike.NONE || shape.size() < 4) {
      return null;
    }
    int[] ranks =
        entry.alike() == Alike.ALL
            ? new int[] {last}
            : new int[] {shape.root(), shape.actual(last)};
    var steps = new AlikeSteps(entry, shapes, limits, ranks);
    if (!steps.match()) {
      return null;
    }
    var other = new Schedule();
    entry.write(shapes.apply(shape.actual(last - 1)), other);
    return steps.done(isInOrder(steps.schedules[ranks.length - 1], other));
  }

  private PricedRanks done(boolean isInOrder) {
    return new PricedRanks(
        schedules,
        ranks,
        first,
        senders,
        receivers,
        ways,
        shapes[0].chunks(),
        limits.piece(),
        isInOrder);
  }

  /// Whether two ranks receive from the same ranks in the same order, as where contributions are
  /// combined in the order of ranks. All then pull from one rank at a time.
  private static boolean isInOrder(Schedule one, Schedule other) {
    int same = 0;
    int count = 0;
    int at = 0;
    for (int step = 0; step < one.length(); step++) {
      if (one.kind(step) != Schedule.RECEIVE) {
        continue;
      }
      while (at < other.length() && other.kind(at) != Schedule.RECEIVE) {
        at++;
      }
      if (at == other.length()) {
        break;
      }
      count++;
      same += one.peer(step) == other.peer(at++) ? 1 : 0;
    }
    return 2 * same > count;
  }

  private boolean match() {
    // By priced rank and peer: the sends in order.
    java.util.List<Map<Integer, int[]>> sends = new java.util.ArrayList<>();
    for (int i = 0; i < ranks.length; i++) {
      sends.add(sends(i));
    }
    for (int i = 0; i < ranks.length; i++) {
      Map<Integer, int[]> taken = new HashMap<>();
      for (int step = 0; step < schedules[i].length(); step++) {
        byte kind = schedules[i].kind(step);
        if (kind != Schedule.RECEIVE && kind != Schedule.TARGET) {
          continue;
        }
        int peer = schedules[i].peer(step);
        int[] count = taken.computeIfAbsent(peer, it -> new int[1]);
        int send = send(sends, i, peer, count[0]++);
        if (send < 0) {
          return false;
        }
        senders[first[i] + step] = send;
        int owner = ranks.length == 1 || send < first[1] ? 0 : 1;
        boolean isOwn = ranks.length == 1 || owner == i || isPriced(peer);
        if (isOwn && receivers[send] < 0) {
          receivers[send] = first[i] + step;
        }
      }
    }
    for (int i = 0; i < ranks.length; i++) {
      for (int step = 0; step < schedules[i].length(); step++) {
        byte kind = schedules[i].kind(step);
        if (kind == Schedule.OFFER) {
          ways[first[i] + step] = (byte) DeliveryWay.PLACE.ordinal();
        } else if (kind == Schedule.SEND && !findWay(i, step)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isPriced(int peer) {
    for (int rank : ranks) {
      if (rank == peer) {
        return true;
      }
    }
    return false;
  }

  private Map<Integer, int[]> sends(int i) {
    Map<Integer, int[]> all = new HashMap<>();
    for (int step = 0; step < schedules[i].length(); step++) {
      byte kind = schedules[i].kind(step);
      if (kind == Schedule.SEND || kind == Schedule.OFFER) {
        int index = first[i] + step;
        all.merge(
            schedules[i].peer(step),
            new int[] {index},
            (before, one) -> {
              int[] more = Arrays.copyOf(before, before.length + 1);
              more[before.length] = one[0];
              return more;
            });
      }
    }
    return all;
  }

  private int send(java.util.List<Map<Integer, int[]>> sends, int i, int peer, int n) {
    int from = ranks.length - 1;
    int to;
    if (ranks.length == 1) {
      to = around(ranks[0], ranks[0] - peer);
    } else if (i == 0) {
      to = root;
    } else if (peer == root) {
      from = 0;
      to = ranks[1];
    } else {
      to = around(ranks[1], ranks[1] - peer);
      to = to == root ? around(root, 1) : to;
    }
    int[] of = sends.get(from).get(to);
    return of == null || n >= of.length ? -1 : of[n];
  }

  private int around(int rank, int distance) {
    return Math.floorMod(rank + distance, size);
  }

  private boolean findWay(int i, int step) {
    int index = first[i] + step;
    DeliveryWay way = CostSheet.ownWay(schedules[i], step, shapes[i], limits);
    if (way == null) {
      int receive = CostSheet.receiveBefore(schedules[i], step);
      int send = receive < 0 ? -1 : senders[first[i] + receive];
      if (send < 0 || ways[send] < 0) {
        return false;
      }
      ways[index] = ways[send];
    } else {
      ways[index] = (byte) way.ordinal();
    }
    return true;
  }
}
