// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import weft.memory.Inbox;
import weft.memory.RecordLayout;
import weft.memory.RingMemory;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.transport.Outbox;
import weft.transport.RecordSink;

/// Weft's own ring without the runtime above it. One side claims, writes and commits; the other has
/// a sink that adds up the words.
final class RingWays {
  private final Outbox out;
  private final Intake in;

  /// Keeps the loads of the words from being optimised away.
  @SuppressWarnings("UnusedVariable")
  private long sum;

  /// Passes arrived records to a sink.
  interface Intake {
    int poll(RecordSink sink);
  }

  RingWays(Outbox out, Intake in) {
    this.out = out;
    this.in = in;
  }

  /// Uses the benchmark's own rings.
  static RingWays over(RingMemory memory, int rank) {
    var inbox = new Inbox(memory, rank, target -> {});
    return new RingWays(new RingOutbox(memory, rank, 1 - rank, target -> {}), inbox::poll);
  }

  private long claim(int bytes, RecordSink sink) {
    long at = out.claim(bytes);
    while (at < 0) {
      in.poll(sink);
      at = out.claim(bytes);
    }
    return at;
  }

  /// A way with records of one word.
  Way word() {
    long header = RecordLayout.header(RecordLayout.RSR0 + 1, 16, Long.BYTES);
    RecordSink sink =
        (it, source, memory, at) -> {
          sum += Words.get(memory, at + RecordLayout.HEADER);
          return true;
        };
    return new Way(
        (size, i) -> {
          long at = claim(16, sink);
          out.word(at, 0, i);
          out.commit(at, 16, header);
        },
        () -> in.poll(sink));
  }
}
