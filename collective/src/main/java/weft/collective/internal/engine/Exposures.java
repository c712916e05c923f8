// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.data.Span;

/// What this rank has announced and others have not taken yet, by ticket.
final class Exposures {
  /// One announced piece of memory; one of the first three is its owner.
  static final class Exposure {
    @Nullable Slot slot;
    @Nullable Chunk chunk;
    @Nullable Block block;

    /// Where the bytes are, when the receiver has to ask for them; a block says itself where it is.
    final Span memory = new Span();

    /// Where the bytes begin in their region, and how many there are.
    long from;

    long bytes;

    /// How many bytes were asked for and sent.
    long served;

    /// The operation that announced it.
    @Nullable Context context;

    int sequence;

    /// To whom, a rank of the world.
    int target;

    int next;
  }

  private static final int MOST = 1 << 16;
  private static final int NONE = -1;

  private Exposure[] exposures = new Exposure[0];
  private int free = NONE;
  private int open;

  /// A free ticket, or −1 when all are out.
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

  /// What stands behind a ticket of this rank's own.
  Exposure get(int ticket) {
    return exposures[ticket];
  }

  /// What stands behind a ticket that `source` names.
  Exposure get(int ticket, int source) {
    if (ticket >= exposures.length
        || exposures[ticket].next != ticket
        || exposures[ticket].target != source) {
      throw new IllegalStateException(
          "rank " + source + " answers an announcement " + ticket + " that was not made to it");
    }
    return exposures[ticket];
  }

  /// The ticket is free again.
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

  /// How many are out.
  int open() {
    return open;
  }
}
