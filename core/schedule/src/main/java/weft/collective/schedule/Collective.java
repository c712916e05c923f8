// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The collective operations. The variants with blocks of different lengths are the same
/// operations.
public enum Collective {
  /// No rank leaves before every rank has entered.
  BARRIER,
  /// The root's data, to every rank. It is in [Region#OUT] everywhere, also at the root.
  BROADCAST,
  /// All ranks' [Region#IN] combined into the root's [Region#OUT].
  REDUCE,
  /// All ranks' [Region#IN] combined into every rank's [Region#OUT].
  ALLREDUCE,
  /// Every rank's [Region#IN] becomes a block of the root's [Region#OUT].
  GATHER,
  /// A block of the root's [Region#IN] becomes each rank's [Region#OUT].
  SCATTER,
  /// Every rank's [Region#IN] becomes a block of every rank's [Region#OUT].
  ALLGATHER,
  /// Block *j* of rank *i*'s [Region#IN] becomes block *i* of rank *j*'s [Region#OUT].
  ALLTOALL,
  /// Block *i* of all ranks' [Region#IN] combined becomes rank *i*'s [Region#OUT].
  REDUCE_SCATTER,
  /// Rank *i*'s [Region#OUT] combines the [Region#IN] of ranks 0 to *i*.
  SCAN,
  /// Rank *i*'s [Region#OUT] combines the [Region#IN] of ranks 0 to *i* − 1; rank 0's does not
  /// change.
  EXSCAN;

  /// Whether it has a root.
  public boolean hasRoot() {
    return switch (this) {
      case BROADCAST, REDUCE, GATHER, SCATTER -> true;
      default -> false;
    };
  }

  /// Whether data is combined.
  public boolean combines() {
    return switch (this) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> true;
      default -> false;
    };
  }
}
