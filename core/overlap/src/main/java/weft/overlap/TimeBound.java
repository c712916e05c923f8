// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.time.Duration;
import weft.layer.Layer;
import weft.layer.LayerMessages;
import weft.transport.Waits;

/// The time within which records of one channel are sent, if the program has set one. It is checked
/// at each push and each poll.
final class TimeBound {
  private final Waits waits;
  private final LayerMessages messages;
  private final BufferSender sender;

  /// The time bound in nanoseconds; 0 for none.
  private long nanos;

  /// The earliest deadline of buffered records.
  private long earliest = Long.MAX_VALUE;

  /// The time at which the last push began.
  private long now;

  private long late;

  TimeBound(Layer layer, BufferSender sender) {
    this.waits = layer.waiting().waits();
    this.messages = layer.messages();
    this.sender = sender;
  }

  boolean isSet() {
    return nanos != 0;
  }

  /// The number of buffers sent because of the bound.
  long late() {
    return late;
  }

  /// Sets the bound, which is positive, also for records that are buffered already.
  void set(Duration bound) {
    // Slightly earlier, because the buffer is sent in the first poll or push after this time.
    nanos = Math.max(1, bound.toNanos() / 8 * 7);
    long deadline = waits.nanoTime() + nanos;
    for (int i = 0; i < sender.holding(); i++) {
      Outgoing out = sender.held(i);
      out.limit = 0;
      out.deadline = deadline;
    }
    earliest = deadline;
  }

  /// Called before a record is written to `out`: sends the buffers of other targets that are due.
  void begin(Outgoing out) {
    now = waits.nanoTime();
    if (out.used == 0) {
      out.deadline = now + nanos;
      earliest = Math.min(earliest, out.deadline);
    }
    if (now - earliest >= 0) {
      int did = 0;
      for (int i = sender.holding() - 1; i >= 0; i--) {
        Outgoing due = sender.held(i);
        if (due.target != out.target && now - due.deadline >= 0) {
          did += sender.trySend(due) ? 1 : 0;
        }
      }
      sent(did);
    }
  }

  /// Called after a record was written to `out`: sends its buffer if that is due.
  void written(Outgoing out) {
    if (now - out.deadline >= 0 && sender.trySend(out)) {
      sent(1);
    }
  }

  private void sent(int buffers) {
    if (buffers > 0) {
      late += buffers;
      setEarliest();
      messages.flush();
    }
  }

  /// Called in a poll: sends the buffers that are due. Returns the number of targets whose records
  /// were all sent.
  int sendDue() {
    if (nanos == 0 || sender.holding() == 0) {
      return 0;
    }
    long now = waits.nanoTime();
    if (now - earliest < 0) {
      return 0;
    }
    int did = 0;
    for (int i = sender.holding() - 1; i >= 0; i--) {
      Outgoing out = sender.held(i);
      if (now - out.deadline >= 0 && sender.trySend(out)) {
        did++;
      }
    }
    late += did;
    setEarliest();
    return did;
  }

  /// Computes the earliest deadline again, after buffers were sent.
  void setEarliest() {
    long least = Long.MAX_VALUE;
    for (int i = 0; nanos != 0 && i < sender.holding(); i++) {
      least = Math.min(least, sender.held(i).deadline);
    }
    earliest = least;
  }
}
