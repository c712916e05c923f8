// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;

/// Reads the events of one rank's recording.
///
/// ```java
/// EventReader events = rank.reader();
/// for (long event = rank.firstEvent(); event < rank.events(); event++) {
///   events.seek(event);
///   if (events.kind() == RecordingLayout.WAIT) { ... }
/// }
/// ```
///
/// It copies events from the file in blocks. A checked read of a single word is slow if only the
/// first compiler runs, as in the JVM of `weft run`.
public final class EventReader {
  private static final int MOST_EVENTS_OF_A_BLOCK = 1 << 12;

  private final MemorySegment file;
  private final long begin;
  private final long slots;
  private final int size;
  private final long[] block;

  /// The number of the current block, counted in blocks from the first event; −1 before any.
  private long current = -1;

  private int at;

  /// `capacity` events, a power of two, from byte `begin` of `file` on.
  EventReader(MemorySegment file, long begin, long capacity) {
    this.file = file;
    this.begin = begin;
    this.slots = capacity;
    this.size = (int) Math.min(MOST_EVENTS_OF_A_BLOCK, capacity);
    this.block = new long[size * EVENT_WORDS];
  }

  /// Makes `event` the event that the other methods read. It must still be in the ring.
  public void seek(long event) {
    long wanted = event / size;
    if (wanted != current) {
      current = wanted;
      // The capacity is a multiple of a block, so a block does not wrap around.
      long place = begin + (wanted * size & (slots - 1)) * (8L * EVENT_WORDS);
      MemorySegment.copy(file, place, MemorySegment.ofArray(block), 0, 8L * block.length);
    }
    at = (int) (event % size) * EVENT_WORDS;
  }

  /// When the event began, on the rank's clock.
  public long began() {
    return block[at];
  }

  /// The word with duration, name and kind; see [#nanos(long)], [#id(long)] and [#kind(long)].
  public long what() {
    return block[at + 1];
  }

  /// The duration of the event, in nanoseconds.
  public long nanos() {
    return nanos(what());
  }

  /// The id of its name.
  public int id() {
    return id(what());
  }

  /// [RecordingLayout#HANDLER] and so on.
  public int kind() {
    return kind(what());
  }

  /// The duration in a word of [#what()].
  public static long nanos(long what) {
    return what >>> 24;
  }

  /// The id of the name in a word of [#what()].
  public static int id(long what) {
    return (int) (what >>> 8) & (IDS - 1);
  }

  /// The kind in a word of [#what()].
  public static int kind(long what) {
    return (int) what & 0xFF;
  }

  /// The bytes of its messages.
  public long bytes() {
    return block[at + 2] >>> 16;
  }

  /// The number of messages that share the event: 1 or more.
  public int messages() {
    return ((int) (what() >>> MESSAGES_SHIFT) & (MOST_TOGETHER - 1)) + 1;
  }

  /// The other rank, or −1.
  public int peer() {
    int peer = (int) block[at + 2] & NO_PEER;
    return peer == NO_PEER ? -1 : peer;
  }

  /// The number of the first message between the two ranks, or of the operation.
  public long number() {
    return block[at + 3];
  }
}
