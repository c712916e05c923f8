// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.GlobalPointer;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// The table. Each rank has a contiguous part of it, in registered memory at the same offset on
/// every rank. If the words cannot be divided evenly, the first ranks have one more.
final class Table {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

  private final Group group;
  private final long words;
  private final long few;
  private final long larger;
  private final GlobalPointer[] parts;
  private final MemorySegment mine;
  private final long first;
  private final long length;

  /// Creates a table of `words` words, in which word i holds i, in the memory at `all` of every
  /// rank.
  Table(World world, Group group, long words, GlobalPointer all) {
    this.group = group;
    this.words = words;
    this.few = words / world.size();
    this.larger = words % world.size();
    this.parts = new GlobalPointer[world.size()];
    for (int rank = 0; rank < parts.length; rank++) {
      parts[rank] = all.at(rank);
    }
    this.first = first(world.rank());
    this.length = first(world.rank() + 1) - first;
    this.mine = world.heap().segment(all, bytes(words, world.size()));
    for (long i = 0; i < length; i++) {
      mine.setAtIndex(WORD, i, first + i);
    }
  }

  /// The registered memory that a table takes on each rank.
  static long bytes(long words, int ranks) {
    return WORD.byteSize() * Math.ceilDiv(words, ranks);
  }

  /// The index of the first word of `rank`.
  long first(int rank) {
    return rank * few + Math.min(rank, larger);
  }

  /// The rank that has the word `index`.
  int owner(long index) {
    long top = larger * (few + 1);
    return (int) (index < top ? index / (few + 1) : (index - larger) / few);
  }

  /// The index of the word that `random` updates.
  long index(long random) {
    return random & (words - 1);
  }

  /// The part of `rank`.
  GlobalPointer part(int rank) {
    return parts[rank];
  }

  /// Updates a word of this rank.
  void update(long random) {
    long at = index(random) - first;
    mine.setAtIndex(WORD, at, mine.getAtIndex(WORD, at) ^ random);
  }

  /// The word `i` of this rank's part.
  long own(long i) {
    return mine.getAtIndex(WORD, i);
  }

  /// The number of words of this rank.
  long length() {
    return length;
  }

  /// The exclusive or of all words, on every rank. Collective.
  long parity() {
    long parity = 0;
    for (long i = 0; i < length; i++) {
      parity ^= own(i);
    }
    return group.allreduce(parity, Operator.XOR);
  }

  /// The number of words of all ranks that differ from their initial values. Collective.
  long errors() {
    long errors = 0;
    for (long i = 0; i < length; i++) {
      errors += own(i) == first + i ? 0 : 1;
    }
    return group.allreduce(errors, Operator.SUM);
  }
}
