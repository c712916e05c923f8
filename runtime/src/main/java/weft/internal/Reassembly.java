// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Large payloads put together from their fragments, one per source at a time.
///
/// Admission is by the budget: the first fragment of a payload that does not fit stays in its ring,
/// which stops its source, until others are complete. A payload larger than the whole budget is
/// admitted when it is alone.
final class Reassembly {
  private final Budget budget;
  private final @Nullable MemorySegment[] buffers;
  private final long[] totals;
  private final long[] arrived;
  private @Nullable MemorySegment spare;
  private int underWay;

  Reassembly(Budget budget, int ranks) {
    this.budget = budget;
    this.buffers = new MemorySegment[ranks];
    this.totals = new long[ranks];
    this.arrived = new long[ranks];
  }

  /// Begins a payload of `total` bytes from `source`, or says false when it must wait.
  boolean begin(int source, long total) {
    if (!budget.fits(total) && underWay > 0) {
      return false;
    }
    budget.take(total);
    underWay++;
    totals[source] = total;
    arrived[source] = 0;
    buffers[source] = buffer(total);
    return true;
  }

  private MemorySegment buffer(long total) {
    MemorySegment kept = spare;
    if (kept != null && kept.byteSize() >= total) {
      spare = null;
      return kept;
    }
    long size = Math.max(Long.highestOneBit(Math.max(total - 1, 1)) << 1, 1 << 16);
    return Arena.ofAuto().allocate(size > budget.limit() ? total : size, 64);
  }

  /// Adds `bytes` that stand at `from` in `memory`, and says whether the payload is complete.
  boolean add(int source, MemorySegment memory, long from, long bytes) {
    MemorySegment.copy(memory, from, buffer(source), arrived[source], bytes);
    arrived[source] += bytes;
    return arrived[source] == totals[source];
  }

  MemorySegment buffer(int source) {
    MemorySegment buffer = buffers[source];
    if (buffer == null) {
      throw new IllegalStateException("a fragment from rank " + source + " has no beginning");
    }
    return buffer;
  }

  long total(int source) {
    return totals[source];
  }

  /// Ends the payload of `source`; its bytes are gone.
  void end(int source) {
    MemorySegment buffer = buffer(source);
    buffers[source] = null;
    underWay--;
    budget.give(totals[source]);
    if (buffer.byteSize() <= budget.limit() / 2
        && (spare == null || spare.byteSize() < buffer.byteSize())) {
      spare = buffer;
    }
  }

  /// What is under way, for people.
  void describe(StringBuilder text) {
    for (int source = 0; source < buffers.length; source++) {
      if (buffers[source] != null) {
        text.append("; ")
            .append(arrived[source])
            .append(" of ")
            .append(totals[source])
            .append(" bytes have come from rank ")
            .append(source);
      }
    }
  }
}
