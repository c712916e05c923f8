// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// The computations of one rank on its own elements. All of linear algebra is built from this
/// product, and from triangular solves that may use it. An instance belongs to one rank.
public interface Kernels {
  /// C = β·C + α·op(A)·op(B). The tiles do not overlap. If β = 0, C is not read.
  ///
  /// The rounding of an element of C depends on the shapes alone: the same call gives the same
  /// bits.
  void gemm(double alpha, Tile a, Op opA, Tile b, Op opB, double beta, Tile c);

  /// Replaces B by op(T)⁻¹·B, for a triangle T without zeros on its diagonal.
  default void solve(Triangles.Shape shape, Tile t, Op op, Tile b) {
    Triangles.solve(this, shape, t, op, b);
  }

  /// Sets `to` to the transpose of `from`.
  default void transpose(Tile from, Tile to) {
    to.transposeFrom(from);
  }

  /// A readable name: the library, its version and its kernel.
  String name();

  /// Kernels in portable Java.
  static Kernels java() {
    return new JavaKernels();
  }

  /// The kernels that `choice` names: `java`; the path of a library with a C interface to BLAS; or
  /// `auto`, the best on this machine.
  ///
  /// @throws WeftException if the library cannot be used, with the reason
  static Kernels of(String choice) {
    if (choice.equals("java")) {
      return java();
    }
    boolean auto = choice.equals("auto");
    for (KernelsProvider provider : ServiceLoader.load(KernelsProvider.class)) {
      @Nullable Kernels kernels = auto ? provider.find() : provider.open(choice);
      if (kernels != null) {
        return kernels;
      }
    }
    if (auto) {
      return java();
    }
    throw new WeftException(
        "no provider of BLAS can open \""
            + choice
            + "\"; put weft-blas on the class path, or choose java or auto");
  }
}
