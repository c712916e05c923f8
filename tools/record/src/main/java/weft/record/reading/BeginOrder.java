// SPDX-License-Identifier: Apache-2.0
package weft.record.reading;

import static weft.recording.RecordingLayout.*;

import weft.recording.EventReader;
import weft.recording.RecordedRank;

/// The events of one rank, sorted by their begins. An event precedes the events nested in it. Ranks
/// record events in the order of their ends.
///
/// Insertion sort suffices: only nested events change places, and few are nested deeper than three
/// times.
public final class BeginOrder {
  private final long[] began;
  private final long[] what;
  private final long[] numbers;
  private int count;

  private BeginOrder(int most) {
    this.began = new long[most];
    this.what = new long[most];
    this.numbers = new long[most];
  }

  /// Sorts the events of `rank` from `first` on, with or without the sends.
  public static BeginOrder of(RecordedRank rank, long first, boolean sends) {
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

  /// Sorts events that are numbered by their index; `what` holds the words of [EventReader#what()].
  public static BeginOrder of(long[] began, long[] what) {
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

  /// Compares two events. If both begin together, the longer one contains the other. If both are
  /// equal, the one that ended later is the outer one. A send contains no events.
  private boolean isBefore(long its, long word, int other) {
    if (its != began[other]) {
      return its < began[other];
    }
    long length = EventReader.nanos(word);
    long others = EventReader.nanos(what[other]);
    return length > others || (length == others && EventReader.kind(word) != SEND);
  }

  /// The number of events.
  public int count() {
    return count;
  }

  /// The number of the event at place `at`.
  public long number(int at) {
    return numbers[at];
  }

  /// The time at which it began, on the rank's clock.
  public long began(int at) {
    return began[at];
  }

  /// The time at which it ended, on the rank's clock.
  public long end(int at) {
    return began[at] + EventReader.nanos(what[at]);
  }

  /// The id of its name.
  public int id(int at) {
    return EventReader.id(what[at]);
  }

  /// The kind of the event.
  public int kind(int at) {
    return EventReader.kind(what[at]);
  }
}
