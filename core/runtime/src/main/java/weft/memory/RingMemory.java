// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// The memory of the rings of one job: a control area that all ranks share, and one data area per
/// ordered pair of ranks.
public interface RingMemory {
  /// The minimum size of a ring: a page.
  long LEAST_BYTES = 4096;

  /// The maximum size of a ring, 1 GiB.
  long MOST_BYTES = 1L << 30;

  /// Whether a ring can have this size: a power of two from [#LEAST_BYTES] to [#MOST_BYTES].
  static boolean isPossible(long bytes) {
    return bytes >= LEAST_BYTES && bytes <= MOST_BYTES && Long.bitCount(bytes) == 1;
  }

  /// The number of ranks that share it.
  int ranks();

  /// The rank in the job of number `index` here, for readers and writers to report.
  default int rankOf(int index) {
    return index;
  }

  /// The bytes of one ring's data area, a power of two.
  long ringBytes();

  /// The control area, laid out by [ControlLayout].
  MemorySegment control();

  /// The memory that holds the ring from `source` to `target`, ready to be written by its source.
  /// Storage behind it is committed, so that a later store cannot fail. Called once per ring on
  /// each side, by the source first.
  ///
  /// @throws java.io.UncheckedIOException when the storage is full
  MemorySegment ring(int source, int target, boolean writing);

  /// The offset of that ring in [#ring].
  long ringBase(int source, int target);
}
