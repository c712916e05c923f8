// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// The debug mode's area behind a registered heap, which every rank can read.
///
/// ```
/// 0                    AccessTable: the one-sided accesses that are under way
/// AccessTable.BYTES    LiveMap: which parts of the heap may be accessed
/// ```
public final class CheckArea {
  private final AccessTable accesses;
  private final LiveMap map;

  /// The check area from `base` of `memory`, of a heap whose offsets are below `span`. Memory that
  /// is all zeros is a heap with no blocks and no accesses.
  public CheckArea(MemorySegment memory, long base, long span) {
    this.accesses = new AccessTable(memory, base);
    this.map = new LiveMap(memory, base + AccessTable.BYTES, span);
  }

  /// The bytes of the check area of a heap whose offsets are below `span`.
  public static long bytes(long span) {
    return AccessTable.BYTES + LiveMap.bytes(span);
  }

  /// The pending accesses.
  public AccessTable accesses() {
    return accesses;
  }

  /// The parts of the heap that may be accessed.
  public LiveMap map() {
    return map;
  }
}
