// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records the events of one rank.
abstract class RankLog implements RankReport {
  enum Kind {
    BEGIN,
    PASSED,
    NOTE,
    THROWN,
    ENDED
  }

  record Event(Kind kind, String text, @Nullable Throwable thrown) {}

  abstract void add(Event event);

  @Override
  public void begin(String part) {
    add(new Event(Kind.BEGIN, part, null));
  }

  @Override
  public void passed(String part) {
    add(new Event(Kind.PASSED, part, null));
  }

  @Override
  public void note(String text) {
    add(new Event(Kind.NOTE, text, null));
  }

  void thrown(Throwable thrown) {
    add(new Event(Kind.THROWN, "", thrown));
  }

  void ended() {
    add(new Event(Kind.ENDED, "", null));
  }

  static RankRecord record(int rank, List<Event> events) {
    var notes = new ArrayList<String>();
    var passed = new ArrayList<String>();
    String unfinished = null;
    Throwable thrown = null;
    boolean ended = false;
    for (Event event : events) {
      switch (event.kind) {
        case BEGIN -> unfinished = event.text;
        case PASSED -> {
          passed.add(event.text);
          unfinished = null;
        }
        case NOTE -> notes.add(event.text);
        case THROWN -> thrown = event.thrown;
        case ENDED -> ended = true;
      }
    }
    return new RankRecord(rank, List.copyOf(notes), List.copyOf(passed), unfinished, thrown, ended);
  }

  /// A log in memory, for ranks that are threads.
  static final class InMemory extends RankLog {
    private final List<Event> events = new ArrayList<>();
    private volatile boolean over;

    @Override
    synchronized void add(Event event) {
      events.add(event);
      over |= event.kind == Kind.THROWN || event.kind == Kind.ENDED;
    }

    /// Returns whether the rank has thrown an exception or ended.
    boolean isOver() {
      return over;
    }

    synchronized List<Event> events() {
      return List.copyOf(events);
    }
  }
}
