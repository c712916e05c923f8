// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import org.jspecify.annotations.Nullable;

/// Binds a native library. [java.util.ServiceLoader] finds providers.
public interface KernelsProvider {
  /// The best usable library of this machine, or null if there is none.
  @Nullable Kernels find();

  /// The library at `path`.
  ///
  /// @throws weft.WeftException if it cannot be used, with the reason
  Kernels open(String path);
}
