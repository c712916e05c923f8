// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.codec.Writer;
import weft.layer.Frames;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.protocol.ObjectWord;

/// Broadcasts to all elements of an array. A broadcast is sent to every rank. Each rank sends
/// ordinary, ordered messages to the elements whose home it is, so objects in transit need no
/// special case.
///
/// ```
/// | array | request | payload ...
/// ```
final class ArrayBroadcasts {
  private static final int HEADER = 16;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final ObjectRank rank;
  private final Frames messages;
  final Reductions reductions;

  ArrayBroadcasts(ObjectRank rank, Reductions reductions) {
    this.rank = rank;
    this.reductions = reductions;
    this.messages =
        rank.layer.messages().programFrames("weft mobile broadcast", "broadcasts", this::arrived);
  }

  void send(ArrayEntry array, Kind kind, Request request, MemorySegment payload, long bytes) {
    rank.checkSend(request);
    if (request.kind() != kind) {
      throw new IllegalArgumentException(
          "rank "
              + rank.rank()
              + " broadcasts \""
              + request.name()
              + "\" of "
              + request.kind()
              + " to "
              + array
              + " of "
              + kind);
    }
    Writer out = rank.writers.take();
    try {
      out.writeLong(array.number());
      out.writeLong(request.number());
      out.writeRaw(payload, 0, bytes);
      for (int i = 1; i < rank.layer.size(); i++) {
        messages.send((rank.rank() + i) % rank.layer.size(), out.memory(), 0, out.size());
      }
      // Not by a message to itself: what this rank inserts next must not be reached, as it is not
      // reached on other ranks.
      arrived(rank.rank(), out.memory(), 0, out.size());
    } finally {
      rank.writers.give();
    }
  }

  private void arrived(int source, MemorySegment memory, long at, long bytes) {
    if (!rank.router.hasDoubts()) {
      deliver(memory, at, bytes);
      return;
    }
    // An insertion that came before is not decided yet.
    MemorySegment copy = MemorySegment.ofArray(new long[(int) (bytes + 7 >>> 3)]);
    MemorySegment.copy(memory, at, copy, 0, bytes);
    rank.router.defer(() -> deliver(copy, 0, bytes));
  }

  private void deliver(MemorySegment memory, long at, long bytes) {
    ArrayEntry array = rank.types.arrays.get((int) memory.get(WORD, at));
    Request request = rank.types.request((int) memory.get(WORD, at + 8));
    long payload = bytes - HEADER;
    for (long i = array.members().next(0); i >= 0; i = array.members().next(i + 1)) {
      long to = rank.beginBroadcast(ObjectWord.element(array.number(), i), request, payload);
      MemorySegment.copy(memory, at + HEADER, rank.opened(), to, payload);
      rank.end();
    }
  }
}
