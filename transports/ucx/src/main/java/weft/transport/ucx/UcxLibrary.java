// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The UCX library of this process and its functions. It is the system's: two copies of UCX in one
/// process disturb each other, and an MPI may have loaded one.
@SuppressWarnings("restricted") // this module is for native calls
final class UcxLibrary {
  /// The environment variable that names the library: a path, or a name for the dynamic loader.
  static final String VARIABLE = "WEFT_UCX_LIBRARY";

  private static final List<String> NAMES = List.of("libucp.so.0", "libucp.so");

  /// What earlier versions lack.
  private static final String NEWEST = "ucp_worker_address_query";

  private static final Linker LINKER = Linker.nativeLinker();

  private static @Nullable UcxLibrary loaded;

  private final String name;
  private final SymbolLookup symbols;

  private UcxLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /// The library, which the first call loads.
  ///
  /// @throws WeftException if there is none
  static synchronized UcxLibrary load() {
    UcxLibrary known = loaded;
    if (known != null) {
      return known;
    }
    UcxEnvironment.protect();
    String chosen = System.getenv().getOrDefault(VARIABLE, "");
    List<String> names = chosen.isEmpty() ? NAMES : List.of(chosen);
    for (String name : names) {
      try {
        var found = new UcxLibrary(name, SymbolLookup.libraryLookup(name, Arena.global()));
        MemorySegment _ = found.find(NEWEST);
        loaded = found;
        return found;
      } catch (IllegalArgumentException e) {
        // The next name; the error names them all.
      }
    }
    throw new WeftException(
        "no UCX library was found (looked for "
            + String.join(", ", names)
            + "); install UCX on every host (Debian: libucx0; Red Hat: ucx), or set "
            + VARIABLE
            + " to the path of libucp.so.0. The transport tcp needs no library");
  }

  /// Where the library is, as far as the kernel says.
  String path() {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .filter(line -> line.contains("/libucp.so"))
          .map(line -> line.substring(line.indexOf('/')))
          .findFirst()
          .orElse(name);
    } catch (IOException e) {
      return name;
    }
  }

  /// The function of this name with this result.
  MethodHandle function(MemoryLayout result, String function, MemoryLayout... arguments) {
    return LINKER.downcallHandle(find(function), FunctionDescriptor.of(result, arguments));
  }

  /// The function of this name, which returns nothing.
  MethodHandle procedure(String function, MemoryLayout... arguments) {
    return LINKER.downcallHandle(find(function), FunctionDescriptor.ofVoid(arguments));
  }

  private MemorySegment find(String function) {
    return symbols
        .find(function)
        .orElseThrow(() ->
            new WeftException(
                path()
                    + " has no function "
                    + function
                    + ": it is older than UCX 1.13, which Weft needs"));
  }
}
