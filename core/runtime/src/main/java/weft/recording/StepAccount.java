// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.util.function.IntSupplier;

/// Records the steps of objects on one rank. Messages of one handler in a row share an event and a
/// reading of the clock.
final class StepAccount {
  private final TimeAccount times;
  private final EventRing events;

  /// What goes on when a wait ends: the body, or steps of objects.
  private int outside = STARTUP;

  /// The handler of objects that runs, its messages in a row, and when they began; −1 for none.
  private int handler = -1;

  private int together;
  private long began;
  private boolean ran;

  StepAccount(TimeAccount times, EventRing events) {
    this.times = times;
    this.events = events;
  }

  /// Called when [weft.World#start] is about to return.
  void started() {
    outside = BODY;
  }

  /// The activity that goes on when a wait ends.
  int outside() {
    return handler >= 0 ? handler : outside;
  }

  /// See [Recorder#steps].
  int run(IntSupplier steps) {
    long from = times.turn();
    int before = times.current();
    int peer = times.currentPeer();
    boolean waiting = times.setWaiting(false);
    outside = TASKS;
    ran = false;
    times.setCurrent(TASKS, -1);
    int did = steps.getAsInt();
    end(times.now());
    outside = BODY;
    times.setWaiting(waiting);
    times.setCurrent(before, peer);
    if (did > 0 && !ran) {
      long nanos = times.mark() - from;
      times.count(TASKS, 1, nanos);
      events.add(TASK, TASKS, from, nanos, NO_PEER, 0, did);
    }
    return did;
  }

  /// See [Recorder#objectHandler].
  void handler(int id) {
    if (id == handler && together < MOST_TOGETHER) {
      together++;
      return;
    }
    end(times.now());
    handler = id;
    together = 1;
    began = times.mark();
    ran = true;
    times.setCurrent(id, -1);
  }

  private void end(long now) {
    times.accountCurrent(now);
    if (handler >= 0) {
      times.count(handler, together, now - began);
      events.add(TASK, handler, together, began, now - began, NO_PEER, 0, 0);
      handler = -1;
    }
  }
}
