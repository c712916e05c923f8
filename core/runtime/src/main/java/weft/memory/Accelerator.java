// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;

/// Copies and sums of memory in instructions that Java cannot express. The module `weft.accelerate`
/// implements it, found by [java.util.ServiceLoader]. Without it the JDK's copies and Java's loops
/// do the same work.
///
/// [StreamingCopy] and [SegmentSum] are its only callers. They check ranges, and that segments may
/// be written, before each call. A segment is native, or an array's if
/// [Accelerators#takesArrays()]. The implementation keeps its scope alive, or throws as the JDK
/// does if the scope is closed or belongs to another thread.
public interface Accelerator {
  /// Whether it can copy in this process. The first call may prepare code, which takes
  /// milliseconds.
  boolean canCopy();

  /// Copies [StreamingCopy#LEAST] bytes or more with stores that bypass the caches. Later writes of
  /// this thread become visible later.
  void copyPastCaches(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes);

  /// Copies [StreamingCopy#LEAST] bytes or more, and reads ahead at two places.
  void copyReadingAhead(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes);

  /// Whether it can add in this process. The first call may prepare code, which takes milliseconds.
  boolean canSum();

  /// `to` = `a` + `b` over `bytes` bytes, which are whole elements.
  void add(
      SegmentSum type,
      MemorySegment to,
      long at,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes);

  /// `to` and the targets of `table` = the sum of its operands and of `own`, over `bytes` bytes:
  /// whole lines of [SegmentSum#LINE] bytes.
  void addAll(
      SegmentSum type,
      MemorySegment to,
      long at,
      MemorySegment own,
      long ownAt,
      SumTable table,
      long bytes);
}
