// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.memory.span.Span;

/// The memory that this rank has announced and others have not released, by ticket.
final class Exposures {
  /// One announcement. One of the first three fields owns the memory.
  static final class Exposure {
    @Nullable Slot slot;
    @Nullable Chunk chunk;
    @Nullable Block block;

    /// The bytes, if the receiver pulls them; a block knows its own place.
    final Span memory = new Span();

    /// The offset of the bytes in their region, and their number.
    long from;

    long bytes;

    /// The number of bytes pulled so far.
    long served;

    /// The group of the operation.
    @Nullable Context context;

    int sequence;

    /// The world rank of the receiver.
    int target;

    int next;
  }

  private static final int MOST = 1 << 16;
  private static final int NONE = -1;

  private Exposure[] exposures = new Exposure[0];
  private int free = NONE;
  private int open;

  /// Takes a free ticket, or returns −1.
  int take() {
    if (free == NONE) {
      int length = exposures.length;
      if (length == MOST) {
        return NONE;
      }
      exposures = Arrays.copyOf(exposures, Math.min(MOST, Math.max(16, 2 * length)));
      for (int i = exposures.length - 1; i >= length; i--) {
        exposures[i] = new Exposure();
        exposures[i].next = free;
        free = i;
      }
    }
    int ticket = free;
    free = exposures[ticket].next;
    exposures[ticket].next = ticket; // in use
    open++;
    return ticket;
  }

  /// Returns the announcement of a ticket of this rank.
  Exposure get(int ticket) {
    return exposures[ticket];
  }

  /// Returns the announcement of a ticket that a message of `source` names.
  Exposure get(int ticket, int source) {
    if (ticket >= exposures.length
        || exposures[ticket].next != ticket
        || exposures[ticket].target != source) {
      throw new IllegalStateException(
          "rank " + source + " answers an announcement " + ticket + " that was not made to it");
    }
    return exposures[ticket];
  }

  /// Frees a ticket.
  void give(int ticket) {
    Exposure exposure = exposures[ticket];
    exposure.slot = null;
    exposure.chunk = null;
    exposure.block = null;
    exposure.context = null;
    exposure.memory.clear();
    exposure.served = 0;
    exposure.next = free;
    free = ticket;
    open--;
  }

  /// The number of tickets in use.
  int open() {
    return open;
  }
}
