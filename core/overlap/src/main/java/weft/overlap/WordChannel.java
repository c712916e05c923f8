// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import weft.World;

/// A channel of records of one word, created by [Channel#words] or [Channel#wordBatches].
public final class WordChannel extends Channel {
  private static final int BYTES = 8;

  private final Batch batch;
  private final Arrived arrived = new Arrived();

  /// The handler that runs at the target for each record.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, in a poll or a wait. It must not wait.
    void handle(int source, long word);
  }

  /// The handler that runs at the target once for all records of a buffer.
  @FunctionalInterface
  public interface Batch {
    /// Runs as a [Handler] does. The records are the first `count` of `words`, in the order in
    /// which they were pushed. The array is reused when this method returns.
    void handle(int source, long[] words, int count);
  }

  WordChannel(World world, String name, Batch batch) {
    super(world, name, "channel:word", false);
    this.batch = batch;
  }

  static Batch oneByOne(Handler handler) {
    return (source, words, count) -> {
      for (int i = 0; i < count; i++) {
        handler.handle(source, words[i]);
      }
    };
  }

  /// Sends a record to `target`. If there is no room, it waits, and may run handlers meanwhile. In
  /// a handler it never waits.
  public void push(int target, long word) {
    Outgoing out = ready(target, BYTES);
    if (out == null) {
      out = room(target, BYTES);
      add(out, word);
      written(out);
      return;
    }
    add(out, word);
  }

  /// Sends `count` records to `target`: the elements of `words` from `from` on. The effect is that
  /// of `count` calls of [#push(int, long)]. Records that fit a buffer are copied together, and a
  /// time bound reads the clock once for them.
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the array
  public void push(int target, long[] words, int from, int count) {
    Objects.checkFromIndexSize(from, count, words.length);
    for (int done = 0; done < count; ) {
      Outgoing out = ready(target, BYTES);
      boolean looks = out == null;
      if (out == null) {
        out = room(target, BYTES);
      }
      int used = out.used;
      int fitting = Math.min(count - done, out.words.length - (used >>> 3));
      System.arraycopy(words, from + done, out.words, used >>> 3, fitting);
      out.used = used + fitting * BYTES;
      pushed += fitting;
      done += fitting;
      if (looks) {
        written(out);
      }
    }
  }

  /// Sends a record if there is room now, and returns whether it did. No handlers run. After a
  /// refusal, a later call succeeds once the target has made progress and this rank has polled.
  public boolean tryPush(int target, long word) {
    Outgoing out = ready(target, BYTES);
    if (out != null) {
      add(out, word);
      return true;
    }
    Outgoing made = tryRoom(target, BYTES);
    if (made == null) {
      return false;
    }
    add(made, word);
    tried(made);
    return true;
  }

  private void add(Outgoing out, long word) {
    int used = out.used;
    out.words[used >>> 3] = word;
    out.used = used + BYTES;
    pushed++;
  }

  @Override
  void receive(int source, MemorySegment memory, long at, long bytes) {
    int count = (int) (bytes >>> 3);
    batch.handle(source, arrived.of(memory, at, count), count);
    delivered += count;
  }

  @Override
  void receiveLarge(int source, MemorySegment record) {
    throw malformed(source, "a word larger than a buffer");
  }
}
