// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import weft.WeftException;

/// The MPI library of this process and its functions; found at first use.
///
/// A process can have only one. A launcher's variables determine it: a process started by Open
/// MPI's mpirun cannot join its job with MPICH's library.
@SuppressWarnings("restricted") // this module is for native calls
final class MpiLibrary {
  /// The environment variable that names the library: a path, or a name for the dynamic loader.
  static final String VARIABLE = "WEFT_MPI_LIBRARY";

  private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so");
  private static final List<String> MPICH =
      List.of("libmpich.so.12", "libmpi.so.12", "libmpich.so");

  // PROT_READ | PROT_WRITE; MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE of Linux on x86-64 and
  // aarch64.
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x4022;

  private static final Linker LINKER = Linker.nativeLinker();

  private final String name;
  private final SymbolLookup symbols;

  private MpiLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /// The library that suits `environment`.
  ///
  /// @throws WeftException if there is none
  static MpiLibrary find(Map<String, String> environment) {
    // Before loading: UCX installs its signal handlers as soon as the library loads it.
    Hazards.avoid();
    List<String> names = candidates(environment);
    // If it is not found, the loader's own rules are tried once more, and the error names the
    // library.
    var reasons = new ArrayList<String>();
    for (String name : names) {
      try {
        return new MpiLibrary(name, SymbolLookup.libraryLookup(name, Arena.global()));
      } catch (IllegalArgumentException e) {
        reasons.add(name);
      }
    }
    throw new WeftException(
        "no MPI library was found (looked for "
            + String.join(", ", reasons)
            + "); install Open MPI (Debian: libopenmpi3, openmpi-bin) or MPICH (libmpich12, mpich),"
            + " or set "
            + VARIABLE
            + " to the path of libmpi.so. The transports threads and shm work without MPI");
  }

  private static List<String> candidates(Map<String, String> environment) {
    String chosen = environment.getOrDefault(VARIABLE, "");
    if (!chosen.isEmpty()) {
      return List.of(chosen);
    }
    var names = new ArrayList<String>();
    boolean hydra = environment.containsKey("PMI_RANK") || environment.containsKey("PMI_FD");
    boolean mpich = hydra && !environment.containsKey("OMPI_COMM_WORLD_RANK");
    names.addAll(mpich ? MPICH : OPEN_MPI);
    names.addAll(mpich ? OPEN_MPI : MPICH);
    return names;
  }

  /// The name or path given to the loader.
  String name() {
    return name;
  }

  /// The address of a global symbol, or 0 if the library lacks it.
  long address(String symbol) {
    return symbols.find(symbol).map(it -> it.address()).orElse(0L);
  }

  /// A function of the library that returns an int.
  ///
  /// Every handle and pointer is passed as a 64-bit word. MPICH's handles are ints: on x86-64 and
  /// aarch64 they are in the same register, of which the callee reads the lower half.
  MethodHandle function(String function, MemoryLayout... arguments) {
    return handle(function, arguments);
  }

  /// Like [#function], for a function that returns at once: the JVM cannot collect garbage
  /// meanwhile.
  MethodHandle shortFunction(String function, MemoryLayout... arguments) {
    return handle(function, arguments, Linker.Option.critical(false));
  }

  private MethodHandle handle(String function, MemoryLayout[] arguments, Linker.Option... options) {
    return LINKER.downcallHandle(
        symbols
            .find(function)
            .orElseThrow(() -> new WeftException(name + " has no function " + function)),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
        options);
  }

  /// Maps this much zeroed memory for the life of the process; it takes storage only where it is
  /// touched.
  static MemorySegment memory(long bytes) {
    MethodHandle mmap =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("mmap"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    long address;
    try {
      address = (long) mmap.invokeExact(0L, bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    } catch (Throwable thrown) {
      throw new IllegalStateException("mmap failed", thrown);
    }
    if (address == -1) {
      throw new WeftException(
          "this process has no room for " + bytes + " bytes of rings; use smaller rings (--ring)");
    }
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /// Sets a variable in this process's environment as native code sees it, unless it is set.
  static void setenv(String variable, String value) {
    MethodHandle setenv =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) setenv.invokeExact(arena.allocateFrom(variable), arena.allocateFrom(value), 0);
    } catch (Throwable thrown) {
      throw new IllegalStateException("setenv failed", thrown);
    }
  }
}
