// SPDX-License-Identifier: Apache-2.0
package weft.recording;

/// Messages from one source that ran one handler, one directly after the other. They share an event
/// and a reading of the clock.
///
/// Only handlers whose last run was short share an event. A handler that takes longer than
/// [#SHORT_NANOS] gets events of its own until it is short again.
final class ShortRun {
  /// The maximum number of messages that an event can count.
  static final int MOST = RecordingLayout.MOST_TOGETHER;

  private static final long SHORT_NANOS = 500;

  int number = -1;
  int source = -1;

  /// The number of messages; 0 if no run is open.
  int count;

  boolean isProgram;
  long bytes;
  long payload;

  private final byte[] limits = new byte[RecordingLayout.OTHER_HANDLERS + 1];

  /// Begins a run with one message.
  void begin(int number, int source, boolean isProgram, long bytes, long payload) {
    this.number = number;
    this.source = source;
    this.isProgram = isProgram;
    this.bytes = bytes;
    this.payload = payload;
    count = 1;
  }

  /// Adds another message of the same handler and source.
  void add(long bytes, long payload) {
    this.bytes += bytes;
    this.payload += payload;
    count++;
  }

  /// Whether a message of handler `number` from `source` belongs to the run.
  boolean takes(int number, int source) {
    return this.number == number && this.source == source;
  }

  /// Whether the run must end, and the clock must be read, before another message runs.
  boolean isFull() {
    return count >= limits[Math.min(number, RecordingLayout.OTHER_HANDLERS)];
  }

  /// Ends the run, which took `nanos`.
  void end(long nanos) {
    int id = Math.min(number, RecordingLayout.OTHER_HANDLERS);
    limits[id] =
        (byte) (nanos > SHORT_NANOS * count ? 0 : Math.min(MOST, Math.max(2, 2 * limits[id])));
    count = 0;
  }
}
