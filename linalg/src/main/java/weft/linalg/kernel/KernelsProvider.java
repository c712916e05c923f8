// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import org.jspecify.annotations.Nullable;

/// Binds a native library; found by [java.util.ServiceLoader].
public interface KernelsProvider {
  /// The best library that this machine has, or null when it has none that can be used.
  @Nullable Kernels find();

  /// The library at `path`.
  ///
  /// @throws weft.WeftException when it cannot be used, with the reason
  Kernels open(String path);
}
