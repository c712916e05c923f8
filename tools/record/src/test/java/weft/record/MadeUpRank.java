// SPDX-License-Identifier: Apache-2.0
package weft.record;

import java.nio.file.Path;
import weft.Counters;
import weft.recording.Recorder;
import weft.transport.Waits;

/// A rank that does nothing but record, on a clock of its own: its recording is written by the
/// recorder of real ranks, and each time in it is known.
final class MadeUpRank {
  /// The number of its handler, which belongs to the program.
  static final int HANDLER = 40;

  /// The number of a handler of Weft.
  private static final int OWN_HANDLER = 2;

  /// The time at which all ranks begin.
  static final long BEGIN = 5_000_000_000L;

  private static final class OwnClock extends Waits {
    private long now = BEGIN;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      now += nanos;
    }
  }

  private final OwnClock clock = new OwnClock();
  private final Recorder recorder;
  private long sent;
  private long received;

  /// Rank `rank` of `size`, which keeps its last `events` events in a file in `folder`.
  MadeUpRank(Path folder, int rank, int size, long events) {
    recorder = Recorder.open(folder, rank, size, events, clock);
    recorder.name(HANDLER, "work");
    recorder.name(OWN_HANDLER, "a collective");
    var program = new boolean[HANDLER + 1];
    program[HANDLER] = true;
    recorder.setProgram(program);
    recorder.started();
  }

  /// Computes for `nanos`.
  void compute(long nanos) {
    clock.now += nanos;
  }

  /// Sends a message of one word to `target`.
  void send(int target) {
    recorder.sent(HANDLER, target, 8, false);
    sent++;
  }

  /// Waits until `time` after the begin, when a message from `source` arrives, whose handler takes
  /// `nanos` and ends the wait.
  void receive(long time, int source, long nanos) {
    recorder.beginWait("pollUntil", "", -1);
    clock.now = BEGIN + time;
    recorder.beforeRecord(HANDLER, source);
    clock.now += nanos;
    recorder.afterHandler(HANDLER, source, true, 8, 0);
    recorder.afterBatch();
    recorder.endWait();
    received++;
  }

  /// Waits until `time` after the begin, when a message of Weft's own from `source` arrives, whose
  /// handler takes `nanos`.
  void receiveOfWeft(long time, int source, long nanos) {
    recorder.beginWait("World.quiesce", "", -1);
    clock.now = BEGIN + time;
    recorder.beforeRecord(OWN_HANDLER, source);
    clock.now += nanos;
    recorder.afterHandler(OWN_HANDLER, source, false, 8, 0);
    recorder.afterBatch();
    recorder.endWait();
  }

  /// Takes part in operation `number`, which all ranks leave at `time` after the begin.
  void barrier(long number, long time) {
    int id = recorder.collectiveId("barrier", "made up");
    long began = recorder.beginCollective(id);
    recorder.beginWait("barrier", "", -1);
    clock.now = BEGIN + time;
    recorder.endWait();
    recorder.endCollective(id, began, 0, number);
  }

  /// Ends at `time` after the begin.
  void end(long time) {
    clock.now = BEGIN + time;
    recorder.end(new Counters(sent, received, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), false);
  }
}
