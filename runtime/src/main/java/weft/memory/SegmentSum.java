// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds numbers of one type in segments, with instructions: the JIT compiler of JDK 25 makes
/// vectors of loops over arrays only, and only of those with one index for all.
///
/// The sums are those of Java's `a + b`, bit for bit, but for what is in a NaN. Figures and what
/// was rejected: docs/design/0027-sums-in-machine-code.md.
@SuppressWarnings("restricted") // MachineCode asks whether it is enabled
public enum SegmentSum {
  /// Sums of int; they wrap.
  INTS(SumInstructions.INTS, FoldInstructions.INTS),
  /// Sums of long; they wrap.
  LONGS(SumInstructions.LONGS, FoldInstructions.LONGS),
  /// Sums of float.
  FLOATS(SumInstructions.FLOATS, FoldInstructions.FLOATS),
  /// Sums of double.
  DOUBLES(SumInstructions.DOUBLES, FoldInstructions.DOUBLES);

  /// Shorter sums gain too little for what it takes to make the code.
  public static final long LEAST = 4 << 10;

  /// The garbage collector waits for the end of each call.
  private static final long MOST = 1 << 20;

  /// A call of [#addAll] adds so many bytes at a time, of each of its operands.
  private static final long MOST_OF_ALL = 128 << 10;

  /// [#addAll] adds whole lines of so many bytes.
  public static final long LINE = 64;

  private final String ofTwo;
  private final String ofAll;

  SegmentSum(String ofTwo, String ofAll) {
    this.ofTwo = ofTwo;
    this.ofAll = ofAll;
  }

  /// Made when it is asked for first: programs that add little never need it.
  private static final class Code {
    /// Where the instructions of each type are; empty where there are none.
    static final List<MemorySegment> OF = code(type -> type.ofTwo);

    static final List<MemorySegment> OF_ALL = code(type -> type.ofAll);

    /// One for all types, so that the compiler knows it wherever it is called.
    static final @Nullable MethodHandle ADD =
        OF.isEmpty()
            ? null
            : Linker.nativeLinker()
                .downcallHandle(
                    FunctionDescriptor.ofVoid(
                        ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                    Linker.Option.critical(true));

    static final @Nullable MethodHandle ADD_ALL =
        OF_ALL.isEmpty()
            ? null
            : Linker.nativeLinker()
                .downcallHandle(
                    FunctionDescriptor.ofVoid(
                        ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG,
                        JAVA_LONG, JAVA_LONG, JAVA_LONG),
                    Linker.Option.critical(true));

    private static List<MemorySegment> code(Function<SegmentSum, String> listing) {
      var code = new ArrayList<MemorySegment>();
      for (SegmentSum type : values()) {
        MemorySegment callable = MachineCode.callable(listing.apply(type));
        if (callable == null) {
          return List.of();
        }
        code.add(callable);
      }
      return List.copyOf(code);
    }
  }

  /// Whether there are such sums in this process.
  public static boolean isThere() {
    return Code.ADD != null && Code.ADD_ALL != null;
  }

  /// `to` = `a` + `b`, over `bytes` bytes, which are whole elements. `to` may be just where `a` or
  /// `b` is, but must not overlap them otherwise. Places need not be aligned. All of the memories
  /// must suit ([StreamingCopy#suits]).
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
    MethodHandle add = Code.ADD;
    if (add == null) {
      throw new IllegalStateException("there are no such sums in this process; ask isThere first");
    }
    MemorySegment code = Code.OF.get(ordinal());
    try {
      for (long done = 0; done < bytes; ) {
        long piece = Math.min(bytes - done, MOST);
        add.invokeExact(code, to, at + done, a, aAt + done, b, bAt + done, piece);
        done += piece;
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a sum of " + bytes + " bytes has failed", e);
    }
  }

  /// `to` and all targets of `table` = the sum of its operands and of `own`, added in their order,
  /// over `bytes` bytes: whole lines of [#LINE] bytes. `to` may be just where `own` is, but must
  /// not overlap it otherwise; operands and targets overlap nothing. `to` and `own` must suit
  /// ([StreamingCopy#suits]), and may be arrays.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public void addAll(
      MemorySegment to, long at, MemorySegment own, long ownAt, SumTable table, long bytes) {
    Objects.checkFromIndexSize(at, bytes, to.byteSize());
    Objects.checkFromIndexSize(ownAt, bytes, own.byteSize());
    Objects.checkFromIndexSize(0, bytes, table.room());
    MethodHandle add = Code.ADD_ALL;
    if (add == null || bytes % LINE != 0 || to.isReadOnly() || table.operands() < 2) {
      throw new IllegalArgumentException(
          "a sum of "
              + bytes
              + " bytes of "
              + table.operands()
              + " operands cannot be made: ask isThere first, give whole lines, two operands or"
              + " more, and a target that is not read-only");
    }
    MemorySegment code = Code.OF_ALL.get(ordinal());
    MemorySegment words = table.words();
    long operands = table.operands();
    long all = table.all();
    long before = table.before();
    try {
      for (long done = 0; done < bytes; ) {
        long piece = Math.min(bytes - done, MOST_OF_ALL);
        add.invokeExact(code, to, at, own, ownAt, words, before, operands, all, piece, done);
        done += piece;
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a sum of " + bytes + " bytes has failed", e);
    }
  }
}
