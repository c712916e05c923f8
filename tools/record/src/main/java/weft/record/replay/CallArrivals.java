// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// When ranks came to one call of a collective operation, and when they would have come.
final class CallArrivals {
  /// The new time of what a rank did.
  @FunctionalInterface
  interface NewTime {
    double of(int index, long time);
  }

  private record Arrival(int index, long at) {}

  private final List<Arrival> all = new ArrayList<>();
  private int taken;
  private long last = Long.MIN_VALUE;
  private double then = -Double.MAX_VALUE;

  void add(int index, long at) {
    all.add(new Arrival(index, at));
  }

  void sort() {
    all.sort(Comparator.comparingLong(Arrival::at));
  }

  /// Begins anew.
  void forget() {
    taken = 0;
    last = Long.MIN_VALUE;
    then = -Double.MAX_VALUE;
  }

  /// Takes those until `time`, which does not descend: a rank cannot have waited for later ones.
  void take(long time, NewTime times) {
    for (; taken < all.size() && all.get(taken).at <= time; taken++) {
      Arrival it = all.get(taken);
      last = Math.max(last, it.at);
      then = Math.max(then, times.of(it.index, it.at));
    }
  }

  /// When the last of them came.
  long last() {
    return last;
  }

  /// When the last of them would have come.
  double then() {
    return then;
  }
}
