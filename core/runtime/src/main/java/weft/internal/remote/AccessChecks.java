// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.rank.Rank;
import weft.memory.AccessTable.Access;
import weft.memory.AccessTable.Kind;
import weft.memory.CheckArea;
import weft.memory.Extent;
import weft.memory.HeapLayout;
import weft.memory.LiveMap.Finding;
import weft.transport.Transport;

/// Checks the one-sided accesses of one rank, for the debug mode, with the check areas of the heaps
/// that they access.
final class AccessChecks {
  private final int rank;
  private final Rank self;
  private final Transport transport;
  private final HeapLayout layout;
  private final long seed;
  private final @Nullable CheckArea[] areas;

  AccessChecks(Rank self, Transport transport, HeapLayout layout, long seed) {
    this.rank = transport.rank();
    this.self = self;
    this.transport = transport;
    this.layout = layout;
    this.seed = seed;
    this.areas = new CheckArea[transport.size()];
  }

  /// The seed of the debug mode.
  long seed() {
    return seed;
  }

  private CheckArea area(int rank) {
    CheckArea area = areas[rank];
    if (area == null) {
      area =
          new CheckArea(Objects.requireNonNull(transport.heap(rank)), layout.end(), layout.end());
      areas[rank] = area;
    }
    return area;
  }

  /// Refuses an access that is not to live memory, or that conflicts with another one. Otherwise
  /// records it, and returns its slot, or −1 if there is no room for records.
  ///
  /// @param text the call and where in the program it is
  int enter(String text, int rank, Kind kind, Extent extent) {
    checkLive(text, rank, extent);
    var access = new Access(this.rank, kind, extent, text);
    Access other = area(rank).accesses().add(access);
    if (other != null) {
      throw disturbed(access, rank, other);
    }
    return area(rank).accesses().lastSlot();
  }

  /// Refuses as [#enter] does, but records nothing, because the access is over at once.
  void pass(String text, int rank, Kind kind, Extent extent) {
    if (kind != Kind.FREE) {
      checkLive(text, rank, extent);
    }
    pass(rank, new Access(this.rank, kind, extent, text));
  }

  /// Refuses an access of any rank that conflicts with another one.
  void pass(int rank, Access access) {
    Access other = area(rank).accesses().find(access);
    if (other != null) {
      throw disturbed(access, rank, other);
    }
  }

  /// Removes the access in `slot`, which is over and ordered.
  void leave(int rank, int slot) {
    area(rank).accesses().remove(this.rank, slot);
  }

  private void checkLive(String text, int rank, Extent extent) {
    for (long row = 0; row < extent.rows() && extent.rowBytes() > 0; row++) {
      long at = extent.begin() + row * extent.stride();
      Finding found = area(rank).map().find(at, extent.rowBytes());
      if (found != Finding.LIVE) {
        throw new WeftException(
            "rank "
                + this.rank
                + " calls "
                + text
                + ", for "
                + extent
                + " of rank "
                + rank
                + ": "
                + sentence(found)
                + repetition());
      }
    }
  }

  private static String sentence(Finding found) {
    return switch (found) {
      case LIVE -> throw new IllegalArgumentException("live memory");
      case FREED -> "this memory has been freed; after free, a pointer is invalid on every rank";
      case NEVER_ALLOCATED ->
          "nothing is allocated there; use pointers that allocate, malloc or mallocAll returned,"
              + " and stay inside the allocated block";
      case PAST_THE_BLOCK ->
          "this begins in one block and ends in another; stay inside the allocated block";
      case OUTSIDE -> "this is outside the heap";
    };
  }

  /// Ends the job: a conflicting access may already have done harm.
  private RuntimeException disturbed(Access access, int rank, Access other) {
    String call = access.site();
    return self.failures()
        .report(
            HeapMap.ONE_SIDED,
            new WeftException(
                "rank "
                    + access.rank()
                    + " calls "
                    + call
                    + ", for "
                    + access.extent()
                    + " of rank "
                    + rank
                    + ", while "
                    + (other.rank() == access.rank() ? "its own " : "rank " + other.rank() + "'s ")
                    + other.site()
                    + ", for "
                    + other.extent()
                    + " is under way: nothing orders the two. After the first, call Memory.fence or"
                    + " see its Completion done, and begin the second only then"
                    + (other.rank() == access.rank()
                        ? ""
                        : "; rank " + access.rank() + " must be told, by a request or a barrier")
                    + repetition()));
  }

  private String repetition() {
    return " (found by --check=" + seed + ")";
  }
}
