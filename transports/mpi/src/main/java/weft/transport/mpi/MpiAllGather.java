// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.watch.AllGather;

/// The all-gather before the first message, by MPI's own collective calls.
final class MpiAllGather implements AllGather {
  private final long communicator;
  private final int ranks;

  MpiAllGather(long communicator, int ranks) {
    this.communicator = communicator;
    this.ranks = ranks;
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(Integer.BYTES, Long.BYTES);
      MemorySegment lengths = arena.allocate((long) ranks * Integer.BYTES, Long.BYTES);
      length.set(ValueLayout.JAVA_INT, 0, mine.length);
      Mpi.allGather(length.address(), Integer.BYTES, lengths.address(), communicator);
      int longest = 1;
      for (int rank = 0; rank < ranks; rank++) {
        longest = Math.max(longest, lengths.getAtIndex(ValueLayout.JAVA_INT, rank));
      }
      MemorySegment padded = arena.allocate(longest);
      MemorySegment.copy(mine, 0, padded, ValueLayout.JAVA_BYTE, 0, mine.length);
      MemorySegment all = arena.allocate((long) ranks * longest);
      Mpi.allGather(padded.address(), longest, all.address(), communicator);
      var gathered = new byte[ranks][];
      for (int rank = 0; rank < ranks; rank++) {
        int bytes = lengths.getAtIndex(ValueLayout.JAVA_INT, rank);
        gathered[rank] = all.asSlice((long) rank * longest, bytes).toArray(ValueLayout.JAVA_BYTE);
      }
      return gathered;
    }
  }
}
