// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.Random;

/// What a simulation runs with.
///
/// @param seed where all choices come from
/// @param size ranks of the world
/// @param groups how many groups, the world's among them
/// @param operations how many operations
/// @param kinds how many of them are different
/// @param programs how many in 100 of these run random programs
/// @param shared whether ranks read each other's heaps
/// @param frameBytes the most bytes of a message
/// @param eager the most bytes that travel unasked
/// @param tokens how many such messages may be unconsumed, from one rank to another
/// @param piece how many bytes are asked for at a time
/// @param window how many operations of a group one rank may be ahead
/// @param mostBytes the most bytes of a block
/// @param outstanding how many operations a rank has under way
record SimSettings(
    long seed,
    int size,
    int groups,
    int operations,
    int kinds,
    int programs,
    boolean shared,
    int frameBytes,
    int eager,
    int tokens,
    int piece,
    int window,
    int mostBytes,
    int outstanding) {

  /// Settings in which every path is short of something.
  static SimSettings tight(long seed, int size, int programs) {
    var random = new Random(Long.rotateLeft(seed * 0x9E3779B97F4A7C15L, 17) ^ size);
    int eager = 8 << random.nextInt(6);
    return new SimSettings(
        seed,
        size,
        1 + random.nextInt(4),
        size > 12 ? 16 : 48,
        size > 12 ? 8 : 24,
        programs,
        random.nextBoolean(),
        eager + 8 * random.nextInt(6),
        eager,
        1 + random.nextInt(3),
        1 + random.nextInt(3 * eager),
        2 << random.nextInt(3),
        (size > 12 ? 3 : 8) * eager + 64,
        1 + random.nextInt(8));
  }

  /// The most bytes that early arrivals may take at one rank: as many messages as all others have
  /// tokens for.
  long earlyBytes() {
    return (long) tokens * Math.max(1, size - 1) * Math.max(1, eager);
  }

  /// A number of bytes: none, one, at the limit, a few times it.
  long bytes(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> 1 + random.nextInt(16);
      case 2, 3 -> eager - 8 + random.nextInt(17);
      case 4, 5 -> random.nextInt(eager) + 1;
      default -> random.nextInt(mostBytes) + 1;
    };
  }

  /// The bytes of a chunk.
  long chunk(Random random) {
    return 16L * (1 + random.nextInt(Math.max(1, mostBytes / 32)));
  }

  @Override
  public String toString() {
    return "seed "
        + seed
        + ", "
        + size
        + " ranks, "
        + groups
        + " groups, "
        + operations
        + " operations, "
        + (shared ? "shared" : "no shared")
        + " memory, frames of "
        + frameBytes
        + ", eager up to "
        + eager
        + ", "
        + tokens
        + " tokens, pieces of "
        + piece
        + ", window "
        + window
        + ", "
        + outstanding
        + " under way";
  }
}
