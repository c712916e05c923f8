// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Blocks;
import weft.internal.rank.Blocks.Block;
import weft.internal.rank.Loop;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Bulk;
import weft.transport.Outbox;

/// Sends large payloads of the body if the transport moves them beside the records. A record
/// announces each. It is sent in place if it is in this rank's registered heap, and otherwise from
/// a copy. The send returns when the payload may be changed again.
///
/// Other memory needs a copy. The program may free it while the send waits and the network still
/// reads it: a handler may close its arena.
final class BulkDepartures {
  /// The place of a payload that the target chooses.
  static final long NO_PLACE = -1;

  private final Sender sender;
  private final Loop loop;
  private final @Nullable Bulk bulk;
  private final Blocks blocks;
  private final long from;
  private final BooleanSupplier isSent;
  private Predicate<MemorySegment> registered = segment -> false;

  BulkDepartures(Sender sender, Loop loop, @Nullable Bulk bulk, Blocks blocks) {
    this.sender = sender;
    this.loop = loop;
    this.bulk = bulk;
    this.blocks = blocks;
    this.from = bulk == null ? Long.MAX_VALUE : bulk.from();
    this.isSent = bulk == null ? () -> true : bulk::isSent;
  }

  /// Sets the test for this rank's registered memory.
  void setRegistered(Predicate<MemorySegment> registered) {
    this.registered = registered;
  }

  /// The size from which payloads are sent this way, in bytes.
  long from() {
    return from;
  }

  /// Sends the payload, or returns false if it goes another way, or its copy does not fit the
  /// budget. `place` is where it goes in the target's heap, or [#NO_PLACE].
  boolean send(
      String name,
      Outbox out,
      int handler,
      Object source,
      long offset,
      long length,
      boolean sync,
      long place) {
    if (!Objects.requireNonNull(bulk).leadsTo(out.target())) {
      return false;
    }
    if (source instanceof MemorySegment segment && registered.test(segment)) {
      depart(name, out, handler, segment, offset, length, sync, place);
      return true;
    }
    Block copy = blocks.takeWithin(length);
    if (copy == null) {
      return false;
    }
    Payloads.copyIn(source, offset, copy.memory, 0, length);
    blocks.lent();
    depart(name, out, handler, copy.memory, 0, length, sync, place);
    // Not in a `finally`: after an exception the network may still read the block.
    blocks.returned();
    blocks.give(copy);
    return true;
  }

  private void depart(
      String name,
      Outbox out,
      int handler,
      MemorySegment payload,
      long offset,
      long length,
      boolean sync,
      long place) {
    Objects.checkFromIndexSize(offset, length, payload.byteSize());
    int words = place == NO_PLACE ? RecordLayout.ANNOUNCED : RecordLayout.ANNOUNCED_PUT;
    long header = RecordLayout.header(RecordLayout.BULK, handler, words);
    int record = RecordLayout.length(header);
    long at = sender.openSlot(name, out, header, record);
    Words.set(out.memory(), at + RecordLayout.HEADER, length);
    Words.set(out.memory(), at + RecordLayout.HEADER + Long.BYTES, sync ? 1 : 0);
    if (place != NO_PLACE) {
      Words.set(out.memory(), at + RecordLayout.HEADER + 2 * Long.BYTES, place);
    }
    sender.closeSlot(out, at, record, header);
    Bulk bulk = Objects.requireNonNull(this.bulk);
    bulk.send(out.target(), payload, offset, length);
    if (!bulk.isSent()) {
      loop.awaitRoom("send of ", name, out.target(), isSent);
    }
  }
}
