// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Blocks;
import weft.internal.rank.Blocks.Block;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.Outbox;

/// The records of handlers and of buffered sends to one target that found no room. They form a
/// queue of whole records in a chain of blocks. Each block is freed when its last record has left.
final class Backlog {
  private static final long LARGEST_BLOCK = 1 << 18;

  private final Blocks blocks;
  private @Nullable Block first;
  private @Nullable Block last;
  private long bytes;

  Backlog(Blocks blocks) {
    this.blocks = blocks;
  }

  boolean isEmpty() {
    return first == null;
  }

  /// The bytes of all its records.
  long bytes() {
    return bytes;
  }

  /// The bytes of the next record to leave.
  int nextBytes() {
    Block block = present(first);
    return RecordLayout.length(Words.get(block.memory, block.head));
  }

  /// The memory of the last appended record.
  MemorySegment memory() {
    return present(last).memory;
  }

  private static Block present(@Nullable Block block) {
    if (block == null) {
      throw new IllegalStateException("the backlog is empty");
    }
    return block;
  }

  /// Makes room for records of `records` bytes in one block, or returns false if the budget forbids
  /// it.
  boolean reserve(long records, boolean beyondBudget) {
    Block end = last;
    if (end != null && end.tail + records <= end.bytes()) {
      return true;
    }
    // A longer queue gets larger blocks, but a small block is better than none.
    long wished = Math.max(records, Math.min(LARGEST_BLOCK, bytes));
    Block block = blocks.takeWithin(wished);
    if (block == null) {
      block = beyondBudget ? blocks.takeBeyond(records) : blocks.takeWithin(records);
    }
    if (block == null) {
      return false;
    }
    if (end == null) {
      first = block;
    } else {
      end.next = block;
    }
    last = block;
    return true;
  }

  /// Appends a record with this header, for which room was reserved, and returns its offset; the
  /// caller fills in the payload.
  long append(long header) {
    Block block = present(last);
    int record = RecordLayout.length(header);
    long at = block.tail;
    Words.set(block.memory, at, header);
    block.tail += record;
    bytes += record;
    return at;
  }

  /// Moves records into the held `out` while there is room, and returns whether any moved.
  boolean flush(Outbox out) {
    long before = bytes;
    Block block = first;
    while (block != null && flush(block, out)) {
      Block next = block.next;
      blocks.give(block);
      block = next;
    }
    first = block;
    last = block == null ? null : last;
    return bytes != before;
  }

  /// Moves the records of one block, and returns whether all have left.
  private boolean flush(Block block, Outbox out) {
    MemorySegment memory = block.memory;
    while (block.head < block.tail) {
      long header = Words.get(memory, block.head);
      int record = RecordLayout.length(header);
      long at = out.claimHeld(record);
      if (at < 0) {
        return false;
      }
      MemorySegment.copy(
          memory,
          block.head + RecordLayout.HEADER,
          out.memory(),
          at + RecordLayout.HEADER,
          record - RecordLayout.HEADER);
      out.commit(at, record, header);
      block.head += record;
      bytes -= record;
    }
    return true;
  }
}
