// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Blocks;
import weft.internal.rank.Blocks.Block;
import weft.memory.Peers;
import weft.transport.Bulk;

/// Reassembles large payloads from their fragments, one per source at a time.
///
/// Admission is by the budget. The first fragment of a payload that does not fit stays in its ring,
/// which stops its source, until others are complete. A payload larger than the whole budget is
/// admitted when it is alone.
public final class Reassembly {
  /// A payload that arrives from one source.
  private static final class Arrival {
    @Nullable Block block;
    long total;

    /// Whether a payload is on its way to its place in the heap.
    boolean lands;
  }

  private final Blocks blocks;
  private final Peers<Arrival> arrivals;
  private final @Nullable Bulk bulk;
  private @Nullable Landings landings;
  private int underWay;

  /// @param bulk the mover of payloads beside the records, or null
  public Reassembly(Blocks blocks, int ranks, @Nullable Bulk bulk) {
    this.bulk = bulk;
    this.blocks = blocks;
    this.arrivals = Peers.of(ranks, source -> new Arrival());
  }

  /// Begins a payload of `total` bytes from `source`, or returns false when it must wait.
  boolean begin(int source, long total) {
    Block block = underWay == 0 ? blocks.takeBeyond(total) : blocks.takeWithin(total);
    if (block == null) {
      return false;
    }
    underWay++;
    Arrival arrival = arrivals.get(source);
    arrival.total = total;
    arrival.block = block;
    return true;
  }

  /// Whether the payload of `total` bytes that `source` has announced, and that travels beside the
  /// records, is in its buffer. Admits it as soon as there is room.
  boolean arrived(int source, long total) {
    Bulk bulk = Objects.requireNonNull(this.bulk);
    Block block = arrivals.get(source).block;
    if (block == null) {
      if (!begin(source, total)) {
        return false;
      }
      block = block(source);
      blocks.lent();
      bulk.receive(source, block.memory, 0, total);
    }
    if (!bulk.isReceived(source)) {
      return false;
    }
    block.tail = total;
    blocks.returned();
    return true;
  }

  /// Whether the payload of `total` bytes that `source` has announced is at its place `at` in the
  /// heap.
  boolean landed(int source, long total, long at) {
    Bulk bulk = Objects.requireNonNull(this.bulk);
    Arrival arrival = arrivals.get(source);
    if (!arrival.lands) {
      MemorySegment heap = Objects.requireNonNull(landings).heap(source, at, total);
      arrival.lands = true;
      arrival.total = total;
      blocks.lent();
      bulk.receive(source, heap, at, total);
    }
    if (!bulk.isReceived(source)) {
      return false;
    }
    arrival.lands = false;
    blocks.returned();
    return true;
  }

  /// Sets the place of payloads that are put into the heap.
  void setLandings(Landings landings) {
    this.landings = landings;
  }

  /// Adds `bytes` bytes at `from` in `memory`, and returns whether the payload is complete.
  boolean add(int source, MemorySegment memory, long from, long bytes) {
    Block block = block(source);
    MemorySegment.copy(memory, from, block.memory, block.tail, bytes);
    block.tail += bytes;
    return block.tail == arrivals.get(source).total;
  }

  private Block block(int source) {
    Block block = arrivals.get(source).block;
    if (block == null) {
      throw new IllegalStateException("a fragment from rank " + source + " has no beginning");
    }
    return block;
  }

  boolean isUnderWay(int source) {
    return arrivals.get(source).block != null;
  }

  MemorySegment buffer(int source) {
    return block(source).memory;
  }

  long total(int source) {
    return arrivals.get(source).total;
  }

  /// Ends the payload of `source`; its bytes are gone.
  void end(int source) {
    blocks.give(block(source));
    arrivals.get(source).block = null;
    underWay--;
  }

  /// Describes the pending payloads, for status reports.
  public void describe(StringBuilder text) {
    for (int source = 0; source < arrivals.size(); source++) {
      Block block = arrivals.get(source).block;
      if (block != null) {
        text.append("; ")
            .append(block.tail)
            .append(" of ")
            .append(arrivals.get(source).total)
            .append(" bytes have arrived from rank ")
            .append(source);
      }
    }
  }
}
