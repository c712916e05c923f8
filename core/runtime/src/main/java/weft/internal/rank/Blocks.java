// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The memory of one rank's backlogs and reassembly: blocks outside the Java heap, whose full size
/// counts against the budget. Free blocks are kept for reuse while the budget has room for them.
///
/// Each block has its own confined arena, so its memory is freed when it is no longer needed, not
/// at the next collection. A rank that allocates nothing never collects. An automatic arena would
/// also count against the JVM's limit for direct buffers. That limit is the heap's size, which may
/// be less than the budget. Only the thread of an abandoned rank leaks blocks.
public final class Blocks {
  /// One block, with its user's positions.
  public static final class Block {
    public final MemorySegment memory;
    private final Arena arena;

    /// The offset of the next read.
    public long head;

    /// The offset of the next write.
    public long tail;

    public @Nullable Block next;

    private Block(Arena arena, long bytes) {
      this.arena = arena;
      this.memory = arena.allocate(bytes, 64);
    }

    public long bytes() {
      return memory.byteSize();
    }
  }

  private static final long SMALLEST = 1 << 12;

  private final Budget budget;
  private final Budget.Account account;
  private final List<Block> spares = new ArrayList<>();
  private final List<Block> all = new ArrayList<>();
  private long spareBytes;
  private int lent;

  public Blocks(Budget budget) {
    this.budget = budget;
    this.account = budget.account("backlog and reassembly");
  }

  public Budget budget() {
    return budget;
  }

  /// The size of a new block for `bytes` bytes: at most an eighth more, so that it fits later
  /// requests of similar size.
  static long size(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) >>> 3;
    return (bytes + step - 1) & -step;
  }

  /// A block of at least `bytes` bytes that the budget has room for, or null.
  public @Nullable Block takeWithin(long bytes) {
    Block spare = spare(bytes);
    if (spare != null) {
      return spare;
    }
    return budget.fits(size(bytes)) ? make(size(bytes)) : null;
  }

  /// Whether [#takeWithin] would find a block of `bytes` bytes, or of fewer, now.
  public boolean fits(long bytes) {
    return budget.fits(size(bytes));
  }

  /// A block of at least `bytes` bytes, regardless of the budget.
  public Block takeBeyond(long bytes) {
    Block within = takeWithin(bytes);
    return within != null ? within : make(size(bytes));
  }

  /// The smallest spare block that is large enough, unless it is far too large.
  private @Nullable Block spare(long bytes) {
    int best = -1;
    long least = size(bytes) * 2 + 1;
    for (int i = 0; i < spares.size(); i++) {
      long size = spares.get(i).bytes();
      if (size >= bytes && size < least && budget.fits(size)) {
        best = i;
        least = size;
      }
    }
    if (best < 0) {
      return null;
    }
    Block block = removeSpare(best);
    account.take(block.bytes());
    return block;
  }

  private Block removeSpare(int index) {
    Block last = spares.removeLast();
    Block block = index < spares.size() ? spares.set(index, last) : last;
    spareBytes -= block.bytes();
    return block;
  }

  private Block make(long bytes) {
    while (!spares.isEmpty() && !budget.fits(spareBytes + bytes)) {
      free(removeSpare(0));
    }
    var block = new Block(Arena.ofConfined(), bytes);
    all.add(block);
    account.take(bytes);
    return block;
  }

  /// Returns a block.
  public void give(Block block) {
    account.give(block.bytes());
    block.head = 0;
    block.tail = 0;
    block.next = null;
    if (spareBytes + block.bytes() <= budget.limit() / 4) {
      spares.add(block);
      spareBytes += block.bytes();
    } else {
      free(block);
    }
  }

  private void free(Block block) {
    all.remove(block);
    block.arena.close();
  }

  /// The network reads or writes one of the blocks in use from now on, until [#returned].
  public void lent() {
    lent++;
  }

  /// Ends one [#lent].
  public void returned() {
    lent--;
  }

  /// Frees all, at the rank's end. Frees nothing while the network may still use a block; in that
  /// case the job has failed, and the process ends.
  public void close() {
    if (lent > 0) {
      return;
    }
    spares.clear();
    for (Block block : all) {
      block.arena.close();
    }
    all.clear();
  }
}
