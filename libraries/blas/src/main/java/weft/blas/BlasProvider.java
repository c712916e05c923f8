// SPDX-License-Identifier: Apache-2.0
package weft.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.KernelsProvider;

/// Finds OpenBLAS through the system's loader, or opens a given library.
@SuppressWarnings("restricted") // This module is declared as native.
public final class BlasProvider implements KernelsProvider {
  /// The names of OpenBLAS with 32-bit sizes. The reference BLAS would be slower than Java.
  private static final List<String> NAMES =
      List.of("libopenblas.so.0", "libopenblas.so", "libopenblas.dylib");

  /// For [java.util.ServiceLoader].
  public BlasProvider() {}

  @Override
  public @Nullable Kernels find() {
    for (String name : NAMES) {
      try {
        return new BlasKernels(SymbolLookup.libraryLookup(name, Arena.global()), name);
      } catch (IllegalArgumentException | IllegalCallerException | WeftException e) {
        // The library is missing or unusable, so try the next one, and finally portable Java.
      }
    }
    return null;
  }

  @Override
  public Kernels open(String path) {
    if (!Files.isRegularFile(Path.of(path))) {
      throw new WeftException(
          "there is no BLAS library at " + path + "; give its file, or java, or auto");
    }
    try {
      return new BlasKernels(SymbolLookup.libraryLookup(Path.of(path), Arena.global()), path);
    } catch (IllegalArgumentException e) {
      throw new WeftException(
          path
              + " cannot be loaded: it is not a library for this machine, or needs another library",
          e);
    } catch (IllegalCallerException e) {
      throw new WeftException(
          "a BLAS library needs native access; start java with --enable-native-access=ALL-UNNAMED",
          e);
    }
  }
}
