// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;
import weft.memory.Inbox;
import weft.memory.Outbox;
import weft.memory.RecordLayout;
import weft.memory.RecordSink;
import weft.memory.RingMemory;
import weft.memory.Words;

/// Weft's own ring without what stands on it: claim, write, commit on one side; on the other a sink
/// that adds up the words it is given.
final class RingWays {
  private final Outbox out;
  private final Intake in;
  private long sum;

  /// What gives a sink the records that have come.
  interface Intake {
    int poll(RecordSink sink);
  }

  RingWays(Outbox out, Intake in) {
    this.out = out;
    this.in = in;
  }

  /// Rings of this benchmark's own.
  static RingWays over(RingMemory memory, int rank) {
    var inbox = new Inbox(memory, rank, target -> {});
    return new RingWays(new Outbox(memory, rank, 1 - rank, target -> {}), inbox::poll);
  }

  private long claim(int bytes, RecordSink sink) {
    long at = out.claim(bytes);
    while (at < 0) {
      in.poll(sink);
      at = out.claim(bytes);
    }
    return at;
  }

  private static long header(int words) {
    return RecordLayout.header(RecordLayout.RSR0 + words, 16, 8 * words);
  }

  private static long word(MemorySegment memory, long at, int index) {
    return Words.get(memory, at + RecordLayout.HEADER + 8L * index);
  }

  /// Records of `words` words, 0 to 4. Written out, as the requests are: a loop over the words
  /// would be slower than what it is to be compared with.
  Way words(int words) {
    return switch (words) {
      case 0 -> {
        RecordSink sink = (header, source, memory, at) -> true;
        yield new Way((size, i) -> out.commit(claim(8, sink), 8, header(0)), () -> in.poll(sink));
      }
      case 1 -> {
        RecordSink sink =
            (header, source, memory, at) -> {
              sum += word(memory, at, 0);
              return true;
            };
        yield new Way(
            (size, i) -> {
              long at = claim(16, sink);
              out.word(at, 0, i);
              out.commit(at, 16, header(1));
            },
            () -> in.poll(sink));
      }
      case 2 -> {
        RecordSink sink =
            (header, source, memory, at) -> {
              sum += word(memory, at, 0) + word(memory, at, 1);
              return true;
            };
        yield new Way(
            (size, i) -> {
              long at = claim(24, sink);
              out.word(at, 0, i);
              out.word(at, 1, i);
              out.commit(at, 24, header(2));
            },
            () -> in.poll(sink));
      }
      case 3 -> {
        RecordSink sink =
            (header, source, memory, at) -> {
              sum += word(memory, at, 0) + word(memory, at, 1) + word(memory, at, 2);
              return true;
            };
        yield new Way(
            (size, i) -> {
              long at = claim(32, sink);
              out.word(at, 0, i);
              out.word(at, 1, i);
              out.word(at, 2, i);
              out.commit(at, 32, header(3));
            },
            () -> in.poll(sink));
      }
      case 4 -> {
        RecordSink sink =
            (header, source, memory, at) -> {
              sum +=
                  word(memory, at, 0)
                      + word(memory, at, 1)
                      + word(memory, at, 2)
                      + word(memory, at, 3);
              return true;
            };
        yield new Way(
            (size, i) -> {
              long at = claim(40, sink);
              out.word(at, 0, i);
              out.word(at, 1, i);
              out.word(at, 2, i);
              out.word(at, 3, i);
              out.commit(at, 40, header(4));
            },
            () -> in.poll(sink));
      }
      default -> throw new IllegalArgumentException("no record of " + words + " words");
    };
  }

  /// A poll that finds nothing.
  IntSupplier poll() {
    RecordSink sink = (header, source, memory, at) -> true;
    return () -> in.poll(sink);
  }
}
