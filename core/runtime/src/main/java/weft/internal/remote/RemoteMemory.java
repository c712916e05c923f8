// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.internal.agreement.AgreementRounds;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.memory.HeapLayout;
import weft.transport.Transport;

/// The one-sided memory of one rank: access to all heaps, and its own heap.
public final class RemoteMemory {
  private final HeapMap heaps;
  private final MemoryAccess access;
  private final RegisteredHeap heap;

  /// The memory of the calling thread's rank.
  ///
  /// @param apart whether a rank can access only its own heap
  /// @param seed the seed of the debug mode, if it is on
  public RemoteMemory(
      Rank self,
      Sender sender,
      HandlerTable handlers,
      AgreementRounds rounds,
      Transport transport,
      HeapLayout layout,
      boolean apart,
      OptionalLong seed) {
    this.heaps = new HeapMap(transport, self, layout, apart);
    var confirmations = new Confirmations(self, sender, handlers);
    // Each kind has a method that makes it: with constructors here, all kinds would be loaded to
    // verify this class.
    if (apart) {
      this.access = MessagedAccess.of(heaps, self, sender, handlers, confirmations);
    } else if (seed.isPresent()) {
      var checks = new AccessChecks(self, transport, layout, seed.getAsLong());
      this.access = CheckedAccess.of(heaps, self, sender, handlers, confirmations, checks);
    } else {
      this.access = DirectAccess.of(heaps, self, confirmations);
    }
    this.heap = new RegisteredHeap(heaps, access, self, rounds, transport, layout);
  }

  /// Access to the heaps of all ranks.
  public MemoryAccess access() {
    return access;
  }

  /// This rank's own heap.
  public RegisteredHeap heap() {
    return heap;
  }

  /// Whether all ranks can access each other's heaps.
  public boolean isShared() {
    return heaps.isShared();
  }

  /// The heap of `rank` as it is mapped here, or null if it is not.
  public @Nullable MemorySegment mapped(int rank) {
    return heaps.mapped(rank);
  }
}
