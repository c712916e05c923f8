// SPDX-License-Identifier: Apache-2.0
package weft.recording;

/// Messages of one source that ran one handler, one directly after the other, and that share an
/// event and a reading of the clock.
///
/// Only handlers that were short when they ran last share: a handler that takes longer than
/// [#SHORT_NANOS] has an event of its own from then on, until it is short again.
final class ShortRun {
  /// What the layout of an event can count.
  static final int MOST = RecordingLayout.MOST_TOGETHER;

  private static final long SHORT_NANOS = 500;

  int number = -1;
  int source = -1;

  /// How many messages; 0 when nothing is under way.
  int count;

  boolean isProgram;
  long bytes;
  long payload;

  private final byte[] limits = new byte[RecordingLayout.OTHER_HANDLERS + 1];

  /// Begins with one message.
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

  /// Whether a message of handler `number` from `source` belongs to it.
  boolean takes(int number, int source) {
    return this.number == number && this.source == source;
  }

  /// Whether it must end, and the clock be read, before another message runs.
  boolean isFull() {
    return count >= limits[Math.min(number, RecordingLayout.OTHER_HANDLERS)];
  }

  /// Ends it. It took `nanos`.
  void end(long nanos) {
    int id = Math.min(number, RecordingLayout.OTHER_HANDLERS);
    limits[id] =
        (byte) (nanos > SHORT_NANOS * count ? 0 : Math.min(MOST, Math.max(2, 2 * limits[id])));
    count = 0;
  }
}
