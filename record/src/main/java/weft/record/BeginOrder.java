// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// The events of one rank in the order of their begins, each before those that lie in it. A rank
/// records them in the order of their ends.
///
/// Only events that lie in another change places with it, and few are nested deeper than three
/// times, so that each is moved a few places in all.
final class BeginOrder {
  private final long[] began;
  private final long[] what;
  private final long[] numbers;
  private int count;

  private BeginOrder(int most) {
    this.began = new long[most];
    this.what = new long[most];
    this.numbers = new long[most];
  }

  /// The events of `rank` from `first` on, with the sends among them or without.
  static BeginOrder of(RecordedRank rank, long first, boolean sends) {
    var order = new BeginOrder((int) (rank.events() - first));
    EventReader events = rank.reader();
    for (long event = first; event < first + order.began.length; event++) {
      events.seek(event);
      if (sends || events.kind() != SEND) {
        order.add(event, events.began(), events.what());
      }
    }
    return order;
  }

  /// The same of events whose numbers are their places; `what` is of [EventReader#what()].
  static BeginOrder of(long[] began, long[] what) {
    var order = new BeginOrder(began.length);
    for (int i = 0; i < began.length; i++) {
      order.add(i, began[i], what[i]);
    }
    return order;
  }

  private void add(long number, long its, long word) {
    int at = count++;
    while (at > 0 && isBefore(its, word, at - 1)) {
      began[at] = began[at - 1];
      what[at] = what[at - 1];
      numbers[at] = numbers[at - 1];
      at--;
    }
    began[at] = its;
    what[at] = word;
    numbers[at] = number;
  }

  /// Of two that begin at once the longer one is around the other, and of two that are alike that
  /// which ended later; sends are in nothing but in handlers.
  private boolean isBefore(long its, long word, int other) {
    if (its != began[other]) {
      return its < began[other];
    }
    long length = EventReader.nanos(word);
    long others = EventReader.nanos(what[other]);
    return length > others || (length == others && EventReader.kind(word) != SEND);
  }

  /// How many events there are.
  int count() {
    return count;
  }

  /// The number of the event at place `at`.
  long number(int at) {
    return numbers[at];
  }

  /// When it began, on the rank's clock.
  long began(int at) {
    return began[at];
  }

  /// When it ended, on the rank's clock.
  long end(int at) {
    return began[at] + EventReader.nanos(what[at]);
  }

  /// The id of its name.
  int id(int at) {
    return EventReader.id(what[at]);
  }

  /// Its kind.
  int kind(int at) {
    return EventReader.kind(what[at]);
  }
}
