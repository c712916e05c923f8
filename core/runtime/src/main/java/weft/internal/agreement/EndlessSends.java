// SPDX-License-Identifier: Apache-2.0
package weft.internal.agreement;

/// Finds, after the last body has returned, that handlers answer each other without end.
///
/// Messages form generations: the next one begins when as many messages are handled as had been
/// sent when the last one began. So a chain of messages has about as many generations as links, and
/// work that was sent in advance has few, however long it takes. Messages that move with their
/// object are neither handled nor sent by that. Time alone proves nothing: on a busy machine a few
/// messages to objects on disk take longer than the time below.
final class EndlessSends {
  /// Generations that a program may need that ends by itself.
  private static final int MOST = 1000;

  /// On a fast machine as many generations take milliseconds, so this time must pass too.
  private static final long NANOS = 2_000_000_000L;

  private long began;
  private long until;
  private int generations;
  private boolean found;

  /// Looks at the numbers of all ranks after a round that ended at the time `now`.
  void look(long issued, long completed, long now) {
    if (generations == 0) {
      began = now;
    } else if (completed < until) {
      return;
    }
    generations++;
    until = issued;
    found = generations > MOST && now - began > NANOS;
  }

  boolean isFound() {
    return found;
  }

  /// The failure of the job while `inFlight` messages are in flight.
  static String sentence(long inFlight) {
    return "all bodies have returned, but handlers keep sending: they have answered "
        + MOST
        + " generations of messages since, for more than two seconds, and "
        + inFlight
        + (inFlight == 1 ? " message is" : " messages are")
        + " in flight; let the program end with World.quiesce(), which shows where it never becomes"
        + " quiescent";
  }
}
