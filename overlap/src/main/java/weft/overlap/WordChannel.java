// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import weft.World;

/// A channel of records of one word, made by [Channel#words].
public final class WordChannel extends Channel {
  private static final int BYTES = 8;

  private final Handler handler;
  private final Arrived arrived = new Arrived();

  /// What runs at the target for each record.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, while that polls or waits. It must not wait.
    void handle(int source, long word);
  }

  WordChannel(World world, String name, Handler handler) {
    super(world, name, "channel:word", false);
    this.handler = handler;
  }

  /// Sends a record to `target`. When there is no room it waits, and meanwhile may run handlers;
  /// called from a handler it never waits.
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

  /// Sends if there is room now, and returns whether it did. Runs nothing. What is refused is
  /// accepted once the target has made progress, and this rank has polled.
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
    written(made);
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
    Handler handler = this.handler;
    int count = (int) (bytes >>> 3);
    long[] words = arrived.of(memory, at, count);
    for (int i = 0; i < count; i++) {
      handler.handle(source, words[i]);
    }
    delivered += count;
  }

  @Override
  void receiveLarge(int source, MemorySegment record) {
    throw malformed(source, "a word larger than a buffer");
  }
}
