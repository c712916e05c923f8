// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import weft.recording.RecordedRank;

/// The events of one rank in the order of their begins, each before those that lie in it. A rank
/// records them in the order of their ends.
///
/// Only events that lie in another change places with it, and few are nested deeper than three
/// times, so that each is moved a few places in all.
final class BeginOrder {
  private final long[] began;
  private final long[] nanos;
  private final long[] numbers;
  private final boolean[] isSend;
  private int count;

  private BeginOrder(int most) {
    this.began = new long[most];
    this.nanos = new long[most];
    this.numbers = new long[most];
    this.isSend = new boolean[most];
  }

  /// The numbers of the events of `rank` from `first` on, with the sends among them or without.
  static long[] of(RecordedRank rank, long first, boolean sends) {
    var order = new BeginOrder((int) (rank.events() - first));
    for (long event = first; event < rank.events(); event++) {
      boolean isSend = rank.kind(event) == SEND;
      if (sends || !isSend) {
        order.add(event, rank.began(event), rank.duration(event), isSend);
      }
    }
    return java.util.Arrays.copyOf(order.numbers, order.count);
  }

  /// The same of events whose numbers are their places.
  static long[] of(long[] began, long[] nanos, boolean[] isSend) {
    var order = new BeginOrder(began.length);
    for (int i = 0; i < began.length; i++) {
      order.add(i, began[i], nanos[i], isSend[i]);
    }
    return order.numbers;
  }

  private void add(long number, long its, long length, boolean send) {
    int at = count++;
    while (at > 0 && isBefore(its, length, send, at - 1)) {
      began[at] = began[at - 1];
      nanos[at] = nanos[at - 1];
      numbers[at] = numbers[at - 1];
      isSend[at] = isSend[at - 1];
      at--;
    }
    began[at] = its;
    nanos[at] = length;
    numbers[at] = number;
    isSend[at] = send;
  }

  /// Of two that begin at once the longer one is around the other, and of two that are alike that
  /// which ended later; sends are in nothing but in handlers.
  private boolean isBefore(long its, long length, boolean send, int other) {
    if (its != began[other]) {
      return its < began[other];
    }
    return length > nanos[other] || (length == nanos[other] && !send);
  }
}
