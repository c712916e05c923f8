// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.memory.Accelerator;
import weft.memory.Accelerators;
import weft.memory.SegmentSum;
import weft.memory.SumTable;

/// Copies and sums by machine code, on Linux on x86-64, if this module has native access.
///
/// Each call handles a bounded piece, because the garbage collector waits for its end. Figures and
/// rejected alternatives: docs/design/0024-large-data.md.
@SuppressWarnings("restricted") // MachineCode checks whether native access is enabled.
public final class NativeAccelerator implements Accelerator {
  /// The number of bytes that one call of [#add] adds at a time.
  private static final long MOST = 1 << 20;

  /// The number of bytes of each operand that one call of [#addAll] adds at a time.
  private static final long MOST_OF_ALL = 128 << 10;

  /// If arrays must not be passed, a call with one throws.
  private static final Linker.Option CRITICAL = Linker.Option.critical(Accelerators.takesArrays());

  private static final @Nullable MethodHandle PAST_CACHES = copy(CopyInstructions.PAST_CACHES);
  private static final @Nullable MethodHandle READING_AHEAD = copy(CopyInstructions.READING_AHEAD);

  /// For [java.util.ServiceLoader].
  public NativeAccelerator() {}

  private static @Nullable MethodHandle copy(String listing) {
    MemorySegment code = MachineCode.callable(listing);
    return code == null
        ? null
        : Linker.nativeLinker()
            .downcallHandle(
                code,
                FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                CRITICAL);
  }

  /// The code of sums, created when it is first needed, because programs that add little never need
  /// it.
  private static final class Sums {
    /// The addresses of the instructions for each type; empty if there are none.
    static final List<MemorySegment> OF_TWO = code(Sums::ofTwo);

    static final List<MemorySegment> OF_ALL = code(Sums::ofAll);

    /// One handle for all types, so that the compiler knows it at every call.
    static final @Nullable MethodHandle ADD =
        handle(
            OF_TWO,
            FunctionDescriptor.ofVoid(
                ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));

    static final @Nullable MethodHandle ADD_ALL =
        handle(
            OF_ALL,
            FunctionDescriptor.ofVoid(
                ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG));

    private static @Nullable MethodHandle handle(
        List<MemorySegment> code, FunctionDescriptor descriptor) {
      return code.isEmpty() ? null : Linker.nativeLinker().downcallHandle(descriptor, CRITICAL);
    }

    private static String ofTwo(SegmentSum type) {
      return switch (type) {
        case INTS -> SumInstructions.INTS;
        case LONGS -> SumInstructions.LONGS;
        case FLOATS -> SumInstructions.FLOATS;
        case DOUBLES -> SumInstructions.DOUBLES;
      };
    }

    private static String ofAll(SegmentSum type) {
      return switch (type) {
        case INTS -> FoldInstructions.INTS;
        case LONGS -> FoldInstructions.LONGS;
        case FLOATS -> FoldInstructions.FLOATS;
        case DOUBLES -> FoldInstructions.DOUBLES;
      };
    }

    private static List<MemorySegment> code(Function<SegmentSum, String> listing) {
      var code = new ArrayList<MemorySegment>();
      for (SegmentSum type : SegmentSum.values()) {
        MemorySegment callable = MachineCode.callable(listing.apply(type));
        if (callable == null) {
          return List.of();
        }
        code.add(callable);
      }
      return List.copyOf(code);
    }
  }

  @Override
  public boolean canCopy() {
    return PAST_CACHES != null && READING_AHEAD != null;
  }

  @Override
  public void copyPastCaches(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    copy(PAST_CACHES, from, fromAt, to, at, bytes);
  }

  @Override
  public void copyReadingAhead(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    copy(READING_AHEAD, from, fromAt, to, at, bytes);
  }

  private static void copy(
      @Nullable MethodHandle instructions,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long at,
      long bytes) {
    if (instructions == null) {
      throw new IllegalStateException("this process cannot make such copies; call canCopy first");
    }
    try {
      instructions.invokeExact(to, at, from, fromAt, bytes);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a copy of " + bytes + " bytes has failed", e);
    }
  }

  @Override
  public boolean canSum() {
    return Sums.ADD != null && Sums.ADD_ALL != null;
  }

  @Override
  public void add(
      SegmentSum type,
      MemorySegment to,
      long at,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    MethodHandle add = Sums.ADD;
    if (add == null) {
      throw noSums();
    }
    MemorySegment code = Sums.OF_TWO.get(type.ordinal());
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

  @Override
  public void addAll(
      SegmentSum type,
      MemorySegment to,
      long at,
      MemorySegment own,
      long ownAt,
      SumTable table,
      long bytes) {
    MethodHandle add = Sums.ADD_ALL;
    if (add == null) {
      throw noSums();
    }
    MemorySegment code = Sums.OF_ALL.get(type.ordinal());
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

  private static IllegalStateException noSums() {
    return new IllegalStateException("this process cannot compute such sums; call canSum first");
  }
}
