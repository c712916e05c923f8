// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// What one rank computes with its own elements. Everything else of the linear algebra is made of
/// this product, and of triangular solves that may be made of it. An instance belongs to one rank.
public interface Kernels {
  /// C = β·C + α·op(A)·op(B). The tiles do not overlap. With β = 0, C is not read.
  ///
  /// How an element of C is rounded depends on the shapes alone: the same call gives the same bits.
  void gemm(double alpha, Tile a, Op opA, Tile b, Op opB, double beta, Tile c);

  /// X = op(T)⁻¹·B in the place of B, for a triangle T whose diagonal has no zeros.
  default void solve(Triangles.Shape shape, Tile t, Op op, Tile b) {
    Triangles.solve(this, shape, t, op, b);
  }

  /// X = B·op(T)⁻¹ in the place of B, for a triangle T whose diagonal has no zeros.
  default void solveRight(Triangles.Shape shape, Tile t, Op op, Tile b) {
    Tile transposed = Tile.ofArray(b.columns(), b.rows());
    transposed.transposeFrom(b);
    Op other = op == Op.PLAIN ? Op.TRANSPOSED : Op.PLAIN;
    Triangles.solve(this, shape, t, other, transposed);
    b.transposeFrom(transposed);
  }

  /// Makes element (i, j) of `to` element (j, i) of `from`.
  default void transpose(Tile from, Tile to) {
    to.transposeFrom(from);
  }

  /// The library, its version and its kernel, for people.
  String name();

  /// Portable Java.
  static Kernels java() {
    return new JavaKernels();
  }

  /// The kernels that `choice` names: `java`; the path of a library with a C interface to BLAS; or
  /// `auto`, the best that this machine has.
  ///
  /// @throws WeftException when the library cannot be used, with the reason
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
