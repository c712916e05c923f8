// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Region;
import weft.memory.span.Span;

/// Finds the memory behind the places of a schedule.
final class Places {
  private final WorkspacePool workspaces;

  Places(WorkspacePool workspaces) {
    this.workspaces = workspaces;
  }

  /// Returns the memory of the region of `place`; sets `staged` for a stage.
  Span span(Slot slot, long place, Span staged) {
    int stage = Region.stageOf(place);
    if (stage >= 0) {
      Chunk chunk = slot.chunk(stage);
      staged.set(chunk.memory, chunk.at, chunk.bytes);
      return staged;
    }
    long region = Region.of(place);
    if (region == Region.BLOCK) {
      Block block = slot.received();
      var memory = block.memory;
      if (memory == null) {
        throw new IllegalStateException("the block read was given back");
      }
      slot.received.set(memory, block.at, block.bytes);
      return slot.received;
    }
    if (region == Region.TEMP) {
      return temp(slot);
    }
    GroupCall call = slot.call;
    if (call == null) {
      throw new IllegalStateException("a step before the call uses the call's memory");
    }
    return region == Region.IN ? call.in : call.out;
  }

  private Span temp(Slot slot) {
    if (slot.workspace == null) {
      Workspace workspace = workspaces.take();
      slot.workspace = workspace;
      long bytes = slot.schedule().temp();
      slot.temp.set(workspace.atLeast(bytes), 0, bytes);
    }
    return slot.temp;
  }
}
