// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// All messages under way between simulated ranks: in order per ordered pair, in any order between
/// pairs. It delivers one at a time, never to a rank that is in a handler.
final class SimNetwork {
  /// Four words and, perhaps, bytes.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(long a, long b, long c, long d, byte @Nullable [] payload) {}

  /// Takes what arrives at a rank.
  @FunctionalInterface
  interface Receiver {
    void arrive(
        int source, long a, long b, long c, long d, MemorySegment memory, long at, long bytes);
  }

  private static final int GAP = 64;

  private final int size;
  private final Random random;
  private final Runnable whileSending;
  private final ArrayDeque<Message>[] queues;
  private final int[] full;
  private final int[] placeInFull;
  private int fullCount;
  private final Receiver[] receivers;
  private final SimHeap[] heaps;
  private final boolean[] inHandler;
  private final boolean[] open;
  private final MemorySegment[] frames;
  private final int frameBytes;
  private long delivered;

  /// @param whileSending runs at the moments at which a send lets others go on
  @SuppressWarnings({"unchecked", "rawtypes"})
  SimNetwork(int size, int frameBytes, Random random, Runnable whileSending) {
    this.size = size;
    this.random = random;
    this.whileSending = whileSending;
    this.frameBytes = frameBytes;
    this.queues = new ArrayDeque[size * size];
    Arrays.setAll(queues, i -> new ArrayDeque<Message>());
    this.full = new int[size * size];
    this.placeInFull = new int[size * size];
    this.receivers = new Receiver[size];
    this.heaps = new SimHeap[size];
    this.inHandler = new boolean[size];
    this.open = new boolean[size];
    this.frames = new MemorySegment[size];
  }

  /// Adds rank `rank`.
  void join(int rank, SimHeap heap, Receiver receiver) {
    heaps[rank] = heap;
    receivers[rank] = receiver;
    frames[rank] = Arena.ofAuto().allocate(frameBytes + 2L * GAP, 8);
  }

  int size() {
    return size;
  }

  Random random() {
    return random;
  }

  SimHeap heap(int rank) {
    return heaps[rank];
  }

  boolean inHandler(int rank) {
    return inHandler[rank];
  }

  void setOpen(int rank, boolean isOpen) {
    open[rank] = isOpen;
  }

  /// Something else happens in the middle of a send.
  void interleave() {
    whileSending.run();
  }

  void put(int source, int target, Message message) {
    if (target < 0 || target >= size || source == target) {
      throw new AssertionError("rank " + source + " sends to " + target);
    }
    int pair = source * size + target;
    if (queues[pair].isEmpty()) {
      placeInFull[pair] = fullCount;
      full[fullCount++] = pair;
    }
    queues[pair].add(message);
  }

  /// How many ordered pairs have messages under way.
  int pendingPairs() {
    return fullCount;
  }

  /// How many messages are under way to `target`.
  int pendingTo(int target) {
    int sum = 0;
    for (int source = 0; source < size; source++) {
      sum += queues[source * size + target].size();
    }
    return sum;
  }

  long delivered() {
    return delivered;
  }

  /// The receiver of the next message of the `i`-th pair that has any.
  int targetOf(int i) {
    return full[i] % size;
  }

  /// Delivers the first message of the `i`-th pair that has any; false when the receiver cannot
  /// take one now.
  boolean deliver(int i) {
    int pair = full[i];
    int target = pair % size;
    if (inHandler[target] || open[target]) {
      return false;
    }
    Message message = queues[pair].remove();
    if (queues[pair].isEmpty()) {
      int last = full[--fullCount];
      full[placeInFull[pair]] = last;
      placeInFull[last] = placeInFull[pair];
    }
    delivered++;
    MemorySegment frame = frames[target];
    byte[] payload = message.payload == null ? new byte[0] : message.payload;
    long at = random.nextInt(GAP / 8) * 8L;
    MemorySegment.copy(MemorySegment.ofArray(payload), 0, frame, at, payload.length);
    inHandler[target] = true;
    receivers[target].arrive(
        pair / size, message.a, message.b, message.c, message.d, frame, at, payload.length);
    inHandler[target] = false;
    // Whoever looks at a frame after its handler sees this.
    frame.fill(SimHeap.FREED);
    return true;
  }
}
