// SPDX-License-Identifier: Apache-2.0
package weft.blas;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;

/// Products by `cblas_dgemm` and triangular solves by `cblas_dtrsm`, with 32-bit sizes and one
/// thread for each rank.
@SuppressWarnings("restricted") // This module is declared as native.
final class BlasKernels implements Kernels {
  private static final int ROW_MAJOR = 101;
  private static final int PLAIN = 111;
  private static final int TRANSPOSED = 112;
  private static final long LONGEST_TEXT = 1000;

  /// OpenBLAS built without threads may also have no locks. Ranks that are threads then take turns.
  private static final ReentrantLock TURN = new ReentrantLock();

  private static final int LEFT = 141;
  private static final int UPPER = 121;
  private static final int LOWER = 122;
  private static final int STORED = 131;
  private static final int UNIT = 132;

  private final MethodHandle gemm;

  /// The triangular solve, if the library has it.
  private final @Nullable MethodHandle trsm;

  /// The transposition, if the library has it.
  private final @Nullable MethodHandle omatcopy;

  private final boolean inTurn;
  private final String name;

  /// Used for memory that is not native.
  private final Kernels java = Kernels.java();

  /// @throws WeftException if the library has no product with 32-bit sizes, or computes wrong
  ///   products
  BlasKernels(SymbolLookup library, String path) {
    Linker linker = Linker.nativeLinker();
    MemorySegment symbol = library.find("cblas_dgemm").orElse(null);
    String config = text(linker, library, "openblas_get_config");
    if (symbol == null || config != null && config.contains("USE64BITINT")) {
      boolean wide = config != null || library.find("cblas_dgemm64_").isPresent();
      throw new WeftException(
          path
              + (wide
                  ? " has 64-bit sizes; give the library with 32-bit sizes"
                  : " is not a BLAS library: it has no cblas_dgemm")
              + " (Debian: libopenblas0-pthread), or java");
    }
    this.gemm =
        linker.downcallHandle(
            symbol,
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_DOUBLE,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_DOUBLE,
                ADDRESS,
                JAVA_INT));
    this.trsm =
        library
            .find("cblas_dtrsm")
            .map(found ->
                linker.downcallHandle(
                    found,
                    FunctionDescriptor.ofVoid(
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_DOUBLE,
                        ADDRESS,
                        JAVA_INT,
                        ADDRESS,
                        JAVA_INT)))
            .orElse(null);
    this.omatcopy =
        library
            .find("cblas_domatcopy")
            .map(found ->
                linker.downcallHandle(
                    found,
                    FunctionDescriptor.ofVoid(
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_INT,
                        JAVA_DOUBLE,
                        ADDRESS,
                        JAVA_INT,
                        ADDRESS,
                        JAVA_INT)))
            .orElse(null);
    this.inTurn = config == null || number(linker, library, "openblas_get_parallel") == 0;
    useOneThread(linker, library);
    String core = text(linker, library, "openblas_get_corename");
    this.name = name(path, config, core);
    check(path);
  }

  private static String name(String path, @Nullable String config, @Nullable String core) {
    if (config == null) {
      return path;
    }
    // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...": the name and the version.
    String[] words = config.strip().split(" ", 3);
    String version = words.length < 2 ? config.strip() : words[0] + " " + words[1];
    return core == null ? version : version + ", kernel " + core;
  }

  private static @Nullable String text(Linker linker, SymbolLookup library, String function) {
    MemorySegment symbol = library.find(function).orElse(null);
    if (symbol == null) {
      return null;
    }
    try {
      var text =
          (MemorySegment)
              linker.downcallHandle(symbol, FunctionDescriptor.of(ADDRESS)).invokeExact();
      return text.reinterpret(LONGEST_TEXT).getString(0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static int number(Linker linker, SymbolLookup library, String function) {
    MemorySegment symbol = library.find(function).orElse(null);
    if (symbol == null) {
      return 0;
    }
    try {
      return (int) linker.downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT)).invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void useOneThread(Linker linker, SymbolLookup library) {
    MemorySegment symbol = library.find("openblas_set_num_threads").orElse(null);
    if (symbol != null) {
      try {
        linker.downcallHandle(symbol, FunctionDescriptor.ofVoid(JAVA_INT)).invokeExact(1);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }

  /// Computes [[1, 2], [3, 4]] times the transpose of [[5, 6], [7, 8]], and throws if the result is
  /// wrong.
  private void check(String path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(JAVA_DOUBLE, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0);
      Tile c = Tile.packed(memory, 8, 2, 2);
      gemm(
          1,
          Tile.packed(memory, 0, 2, 2),
          Op.PLAIN,
          Tile.packed(memory, 4, 2, 2),
          Op.TRANSPOSED,
          0,
          c);
      if (c.get(0, 0) != 17 || c.get(0, 1) != 23 || c.get(1, 0) != 39 || c.get(1, 1) != 53) {
        throw new WeftException(
            path + " computes wrong products, perhaps with 64-bit sizes; give another library");
      }
    }
  }

  @Override
  public void gemm(double alpha, Tile a, Op opA, Tile b, Op opB, double beta, Tile c) {
    if (c.rows() == 0 || c.columns() == 0) {
      return;
    }
    int depth = opA == Op.PLAIN ? a.columns() : a.rows();
    boolean isNative = a.memory().isNative() && b.memory().isNative() && c.memory().isNative();
    if (!isNative || depth == 0) {
      java.gemm(alpha, a, opA, b, opB, beta, c);
      return;
    }
    if (inTurn) {
      TURN.lock();
    }
    try {
      gemm.invokeExact(
          ROW_MAJOR,
          opA == Op.PLAIN ? PLAIN : TRANSPOSED,
          opB == Op.PLAIN ? PLAIN : TRANSPOSED,
          c.rows(),
          c.columns(),
          depth,
          alpha,
          begin(a),
          Math.max(a.columns(), a.stride()),
          begin(b),
          Math.max(b.columns(), b.stride()),
          beta,
          begin(c),
          Math.max(c.columns(), c.stride()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    } finally {
      if (inTurn) {
        TURN.unlock();
      }
    }
  }

  @Override
  public void solve(Triangles.Shape shape, Tile t, Op op, Tile b) {
    if (trsm == null || !t.memory().isNative() || !b.memory().isNative()) {
      Triangles.solve(this, shape, t, op, b);
      return;
    }
    if (b.rows() == 0 || b.columns() == 0) {
      return;
    }
    if (inTurn) {
      TURN.lock();
    }
    try {
      trsm.invokeExact(
          ROW_MAJOR,
          LEFT,
          shape.isUpper() ? UPPER : LOWER,
          op == Op.PLAIN ? PLAIN : TRANSPOSED,
          shape.hasDiagonal() ? STORED : UNIT,
          b.rows(),
          b.columns(),
          1.0,
          begin(t),
          Math.max(t.columns(), t.stride()),
          begin(b),
          Math.max(b.columns(), b.stride()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    } finally {
      if (inTurn) {
        TURN.unlock();
      }
    }
  }

  @Override
  public void transpose(Tile from, Tile to) {
    if (omatcopy == null || !from.memory().isNative() || !to.memory().isNative()) {
      to.transposeFrom(from);
      return;
    }
    if (from.rows() == 0 || from.columns() == 0) {
      return;
    }
    try { // no lock: the function has no state
      omatcopy.invokeExact(
          ROW_MAJOR,
          TRANSPOSED,
          from.rows(),
          from.columns(),
          1.0,
          begin(from),
          Math.max(from.columns(), from.stride()),
          begin(to),
          Math.max(to.columns(), to.stride()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Checks that the tile is within its memory, because the library does not.
  private static MemorySegment begin(Tile tile) {
    long elements = (long) (tile.rows() - 1) * tile.stride() + tile.columns();
    return tile.memory().asSlice(tile.at() * Double.BYTES, elements * Double.BYTES);
  }

  @Override
  public String name() {
    return name;
  }
}
