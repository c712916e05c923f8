// SPDX-License-Identifier: Apache-2.0
package weft;

/// A place in the registered heap of some rank: the rank and an offset in bytes. It is never an
/// address, because addresses differ between processes.
///
/// ```
///  63          44 43                            0
/// +--------------+-------------------------------+
/// | rank         | offset                        |   as packed into one word
/// +--------------+-------------------------------+
/// ```
///
/// Source: DMCS, section 5.1.
///
/// @param rank the rank of the heap, 0 to 1,048,575
/// @param offset bytes from the heap's beginning, less than 16 TiB; never 0 for memory that was
///   allocated
public record GlobalPointer(int rank, long offset) {
  private static final int OFFSET_BITS = 44;
  private static final long MAX_OFFSET = (1L << OFFSET_BITS) - 1;
  private static final int MAX_RANK = (1 << 20) - 1;

  /// The pointer to nothing; it packs to 0.
  public static final GlobalPointer NULL = new GlobalPointer(0, 0);

  /// Checks that it can be packed.
  public GlobalPointer {
    if ((rank | offset) < 0 || rank > MAX_RANK || offset > MAX_OFFSET) {
      throw impossible(rank, offset);
    }
  }

  private static IllegalArgumentException impossible(int rank, long offset) {
    return new IllegalArgumentException(
        "a pointer to offset "
            + offset
            + " of rank "
            + rank
            + " is not possible: ranks are 0 to "
            + MAX_RANK
            + ", offsets 0 to "
            + MAX_OFFSET);
  }

  /// This pointer in one word: an argument of a request, or an element of a `long[]`.
  public long pack() {
    return (long) rank << OFFSET_BITS | offset;
  }

  /// The pointer that was packed into `word`.
  public static GlobalPointer unpack(long word) {
    return new GlobalPointer((int) (word >>> OFFSET_BITS), word & MAX_OFFSET);
  }

  /// Whether this is [#NULL].
  public boolean isNull() {
    return offset == 0 && rank == 0;
  }

  /// The place `bytes` further on in the same heap.
  public GlobalPointer plus(long bytes) {
    return new GlobalPointer(rank, offset + bytes);
  }

  /// The place with the same offset in the heap of another rank: memory that [Heap#mallocAll]
  /// allocated there.
  public GlobalPointer at(int rank) {
    return new GlobalPointer(rank, offset);
  }

  @Override
  public String toString() {
    return "offset " + offset + " of rank " + rank;
  }
}
