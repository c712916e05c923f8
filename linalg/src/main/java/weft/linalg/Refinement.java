// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.util.function.UnaryOperator;
import weft.linalg.kernel.Op;

/// Iterative refinement, in double precision.
final class Refinement {
  private Refinement() {}

  static void step(
      DistributedMatrix a,
      DistributedMatrix b,
      DistributedMatrix x,
      UnaryOperator<DistributedMatrix> solve) {
    try (DistributedMatrix residual = b.copy()) {
      residual.gemm(-1, a, Op.PLAIN, x, Op.PLAIN, 1);
      try (DistributedMatrix correction = solve.apply(residual)) {
        x.add(1, correction);
      }
    }
  }
}
