// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import weft.World;

/// A channel of records of two words, created by [Channel#pairs].
public final class PairChannel extends Channel {
  private static final int BYTES = 16;

  private final Handler handler;
  private final Arrived arrived = new Arrived();

  /// The handler that runs at the target for each record.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, in a poll or a wait. It must not wait.
    void handle(int source, long a, long b);
  }

  PairChannel(World world, String name, Handler handler) {
    super(world, name, "channel:pair", false);
    this.handler = handler;
  }

  /// Sends a record to `target`, as [WordChannel#push] does.
  public void push(int target, long a, long b) {
    Outgoing out = ready(target, BYTES);
    if (out == null) {
      out = room(target, BYTES);
      add(out, a, b);
      written(out);
      return;
    }
    add(out, a, b);
  }

  /// Sends if there is room now, as [WordChannel#tryPush] does.
  public boolean tryPush(int target, long a, long b) {
    Outgoing out = ready(target, BYTES);
    if (out != null) {
      add(out, a, b);
      return true;
    }
    Outgoing made = tryRoom(target, BYTES);
    if (made == null) {
      return false;
    }
    add(made, a, b);
    tried(made);
    return true;
  }

  private void add(Outgoing out, long a, long b) {
    int used = out.used;
    long[] words = out.words;
    words[(used >>> 3) + 1] = b;
    words[used >>> 3] = a;
    out.used = used + BYTES;
    pushed++;
  }

  @Override
  void receive(int source, MemorySegment memory, long at, long bytes) {
    if ((bytes & (BYTES - 1)) != 0) {
      throw malformed(source, bytes + " bytes are not a whole number of pairs");
    }
    Handler handler = this.handler;
    int count = (int) (bytes >>> 3);
    long[] words = arrived.of(memory, at, count);
    for (int i = 1; i < count; i += 2) {
      handler.handle(source, words[i - 1], words[i]);
    }
    delivered += bytes / BYTES;
  }

  @Override
  void receiveLarge(int source, MemorySegment record) {
    throw malformed(source, "a pair larger than a buffer");
  }
}
