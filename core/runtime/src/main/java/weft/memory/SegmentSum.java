// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Adds numbers of one type in segments, by the [Accelerator]. The JIT compiler of JDK 25
/// vectorises only loops over arrays, and only those with one index for all.
///
/// The sums are those of Java's `a + b`, bit for bit, except for the payload of a NaN. Figures and
/// rejected alternatives: decision 0027, docs/design/0024-large-data.md.
public enum SegmentSum {
  /// Sums of int; they wrap.
  INTS,
  /// Sums of long; they wrap.
  LONGS,
  /// Sums of float.
  FLOATS,
  /// Sums of double.
  DOUBLES;

  /// The minimum size, in bytes. Shorter sums gain too little to justify making the code.
  public static final long LEAST = 4 << 10;

  /// The bytes of a line: [#addAll] adds whole lines.
  public static final long LINE = 64;

  /// Chosen at the first use, because programs that add little never need the code.
  private static final class Chosen {
    static final @Nullable Accelerator ACCELERATOR = usable();

    private static @Nullable Accelerator usable() {
      Accelerator chosen = Accelerators.chosen();
      return chosen != null && chosen.canSum() ? chosen : null;
    }
  }

  /// Whether such sums are available in this process.
  public static boolean isThere() {
    return Chosen.ACCELERATOR != null;
  }

  /// `to` = `a` + `b`, over `bytes` bytes, which are whole elements. `to` may be the same memory as
  /// `a` or `b`, but must not overlap them otherwise. Places need not be aligned. All of the
  /// memories must suit ([StreamingCopy#suits]).
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public void add(
      MemorySegment to, long at, MemorySegment a, long aAt, MemorySegment b, long bAt, long bytes) {
    Objects.checkFromIndexSize(at, bytes, to.byteSize());
    Objects.checkFromIndexSize(aAt, bytes, a.byteSize());
    Objects.checkFromIndexSize(bAt, bytes, b.byteSize());
    if (to.isReadOnly()) {
      throw new IllegalArgumentException(
          "a sum of " + bytes + " bytes cannot be written to a segment that is read-only");
    }
    Accelerator accelerator = Chosen.ACCELERATOR;
    if (accelerator == null) {
      throw new IllegalStateException("this process cannot compute such sums; call isThere first");
    }
    accelerator.add(this, to, at, a, aAt, b, bAt, bytes);
  }

  /// `to` and all targets of `table` = the sum of its operands and of `own`, added in their order,
  /// over `bytes` bytes: whole lines of [#LINE] bytes. `to` may be the same memory as `own`, but
  /// must not overlap it otherwise; operands and targets overlap nothing. `to` and `own` must suit
  /// ([StreamingCopy#suits]), and may be arrays.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public void addAll(
      MemorySegment to, long at, MemorySegment own, long ownAt, SumTable table, long bytes) {
    Objects.checkFromIndexSize(at, bytes, to.byteSize());
    Objects.checkFromIndexSize(ownAt, bytes, own.byteSize());
    Objects.checkFromIndexSize(0, bytes, table.room());
    Accelerator accelerator = Chosen.ACCELERATOR;
    if (accelerator == null || bytes % LINE != 0 || to.isReadOnly() || table.operands() < 2) {
      throw new IllegalArgumentException(
          "a sum of "
              + bytes
              + " bytes of "
              + table.operands()
              + " operands is not possible: call isThere first, give whole lines, two operands or"
              + " more, and a target that is not read-only");
    }
    accelerator.addAll(this, to, at, own, ownAt, table, bytes);
  }
}
