// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import weft.memory.Inbox;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.transport.RecordSink;

/// One of the two processes: its outgoing ring, its incoming ring, and the records that it expects.
abstract class Side implements RecordSink {
  private static final int END = 21;

  /// The time without progress after which the test fails, because a record was lost.
  private static final long STUCK_NANOS = 60_000_000_000L;

  final MappedRings rings;
  final int rank;
  final RingOutbox out;
  final Inbox in;

  private final RecordStream outgoing;
  private final RecordStream incoming;
  private final long endsAt;

  private long sentBytes;
  private long longestDelay;
  private boolean isEndSent;
  private long end = -1;
  private long idleSince = System.nanoTime();
  private int idlePolls;

  /// The side that `args` describe: file, rank, bytes of a ring, seed, milliseconds.
  Side(String[] args) throws IOException {
    long ringBytes = Long.parseLong(args[2]);
    long seed = Long.parseLong(args[3]);
    this.rings = MappedRings.map(Path.of(args[0]), ringBytes);
    this.rank = Integer.parseInt(args[1]);
    this.out = new RingOutbox(rings, rank, 1 - rank, rings);
    this.in = new Inbox(rings, rank, rings);
    int maxRecord = RingOutbox.maxRecord(ringBytes);
    this.outgoing = new RecordStream(seed, rank, maxRecord);
    this.incoming = new RecordStream(seed, 1 - rank, maxRecord);
    rings.meet(System.nanoTime() + STUCK_NANOS);
    this.endsAt = System.nanoTime() + Long.parseLong(args[4]) * 1_000_000;
  }

  /// Whether it is time to send the last record.
  final boolean isOver() {
    return System.nanoTime() > endsAt;
  }

  /// Sends the next record if there is room.
  final boolean send() {
    if (!outgoing.send(out)) {
      return false;
    }
    sentBytes += outgoing.bytes();
    outgoing.advance();
    return true;
  }

  /// The length of the next record.
  final int nextBytes() {
    return outgoing.bytes();
  }

  /// Sends the end of the records, if there is room.
  final boolean sendEnd() {
    if (!isEndSent) {
      int bytes = 16;
      long at = out.claim(bytes);
      if (at >= 0) {
        out.word(at, 0, outgoing.number());
        out.commit(at, bytes, RecordLayout.header(RecordLayout.RSR0 + 1, END, 8));
        isEndSent = true;
      }
    }
    return isEndSent;
  }

  /// Whether all records were sent and received.
  final boolean isDone() {
    return isEndSent && end >= 0;
  }

  /// Takes the records that have arrived, and fails if none has arrived for very long.
  final int poll() {
    int taken = in.poll(this);
    if (taken > 0) {
      idleSince = 0;
    } else if (idleSince == 0) {
      idleSince = System.nanoTime();
    } else if ((++idlePolls & 0xFFFF) == 0 && System.nanoTime() - idleSince > STUCK_NANOS) {
      throw new IllegalStateException(
          "rank " + rank + " waits in vain for record " + incoming.number());
    }
    return taken;
  }

  @Override
  public final boolean accept(long header, int source, MemorySegment memory, long at) {
    if (source != 1 - rank || end >= 0) {
      throw new IllegalStateException("a record from rank " + source + " after the last one");
    }
    if (RecordLayout.handler(header) == END) {
      end = memory.get(ValueLayout.JAVA_LONG, at + RecordLayout.HEADER);
      if (end != incoming.number()) {
        throw new IllegalStateException(
            "the last record should be " + end + ", and " + incoming.number() + " is next");
      }
      return true;
    }
    long delay = System.nanoTime() - incoming.check(header, memory, at);
    longestDelay = Math.max(longestDelay, delay);
    incoming.advance();
    return true;
  }

  /// A summary in one line.
  final String summary() {
    return "rank "
        + rank
        + " sent "
        + (outgoing.number() - 1)
        + " records ("
        + sentBytes / rings.ringBytes()
        + " laps) and received "
        + (incoming.number() - 1)
        + ", the latest after "
        + longestDelay / 1000
        + " us";
  }
}
