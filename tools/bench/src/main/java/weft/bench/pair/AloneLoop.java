// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A measurement of one rank alone while the other waits. [Fresh] copies the class for each
/// operation.
final class AloneLoop implements SliceWork {
  private final BenchBoard board;
  private final Send operation;

  AloneLoop(BenchBoard board, Send operation) {
    this.board = board;
    this.operation = operation;
  }

  /// A copy of `size` bytes between two buffers.
  static Send copying() {
    MemorySegment from = Arena.global().allocate(RsrWays.LARGEST, 64).fill((byte) 1);
    MemorySegment to = Arena.global().allocate(RsrWays.LARGEST, 64).fill((byte) 2);
    return (size, i) -> MemorySegment.copy(from, 0, to, 0, size);
  }

  @Override
  public long lead(int size, long count) {
    long began = System.nanoTime();
    for (long i = 0; i < count; i++) {
      operation.send(size, i);
    }
    long nanos = System.nanoTime() - began;
    board.taken(count);
    return nanos;
  }

  @Override
  public long follow(int size, long count) {
    board.awaitTaken(count);
    return 0;
  }
}
