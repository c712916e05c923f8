// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;

/// One rank's wire into a [SimNetwork]: checks that it is used as the contract says.
final class SimWire implements CollectiveWire {
  private final SimNetwork network;
  private final int rank;
  private final int frameBytes;
  private final boolean shared;
  private final SimHeap heap;
  private final MemorySegment staging;
  private int target = -1;
  private int opened;
  private long at;
  private long budget;
  private long peak;

  SimWire(SimNetwork network, int rank, int frameBytes, boolean shared, SimHeap heap) {
    this.network = network;
    this.rank = rank;
    this.frameBytes = frameBytes;
    this.shared = shared;
    this.heap = heap;
    this.staging = Arena.ofAuto().allocate(frameBytes + 64L, 8);
  }

  SimHeap ownHeap() {
    return heap;
  }

  long budget() {
    return budget;
  }

  long peakBudget() {
    return peak;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return network.size();
  }

  @Override
  public int frameBytes() {
    return frameBytes;
  }

  @Override
  public boolean trySend(int target, long a, long b, long c, long d) {
    checkFree();
    if (network.random().nextInt(4) == 0) {
      return false;
    }
    network.put(rank, target, new SimNetwork.Message(a, b, c, d, null));
    // Others go on; nothing runs here.
    network.setOpen(rank, true);
    network.interleave();
    network.setOpen(rank, false);
    return true;
  }

  @Override
  public MemorySegment open(int target, int bytes) {
    checkFree();
    if (bytes < 0 || bytes > frameBytes) {
      throw new AssertionError(bytes + " bytes in a frame of " + frameBytes);
    }
    network.interleave();
    this.target = target;
    opened = bytes;
    at = 8L * network.random().nextInt(8);
    staging.fill(SimHeap.FRESH);
    network.setOpen(rank, true);
    return staging;
  }

  @Override
  public long at() {
    return at;
  }

  @Override
  public void close(long a, long b, long c, long d) {
    if (target < 0) {
      throw new AssertionError("rank " + rank + " closes a message that it has not opened");
    }
    byte[] payload = staging.asSlice(at, opened).toArray(ValueLayout.JAVA_BYTE);
    for (long i = 0; i < staging.byteSize(); i++) {
      if ((i < at || i >= at + opened) && staging.get(ValueLayout.JAVA_BYTE, i) != SimHeap.FRESH) {
        throw new AssertionError("rank " + rank + " writes outside its frame");
      }
    }
    int target = this.target;
    this.target = -1;
    network.put(rank, target, new SimNetwork.Message(a, b, c, d, payload));
    network.interleave();
    network.setOpen(rank, false);
  }

  private void checkFree() {
    if (target >= 0) {
      throw new AssertionError("rank " + rank + " sends between open and close");
    }
  }

  @Override
  public @Nullable MemorySegment heap(int rank) {
    return shared ? network.heap(rank).memory() : null;
  }

  @Override
  public long allocate(long bytes) {
    return heap.allocate(bytes);
  }

  @Override
  public void free(long offset) {
    heap.free(offset);
  }

  @Override
  public long offsetOf(MemorySegment segment) {
    return heap.offsetOf(segment);
  }

  @Override
  public void takeBudget(long bytes) {
    budget += bytes;
    peak = Math.max(peak, budget);
  }

  @Override
  public void giveBudget(long bytes) {
    budget -= bytes;
    if (budget < 0) {
      throw new AssertionError("rank " + rank + " gives back more budget than it took");
    }
  }
}
