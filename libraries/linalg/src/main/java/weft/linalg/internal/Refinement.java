// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.util.function.UnaryOperator;
import weft.linalg.kernel.Op;

/// Iterative refinement, in double precision.
public final class Refinement {
  private Refinement() {}

  public static void step(
      CyclicMatrix a, CyclicMatrix b, CyclicMatrix x, UnaryOperator<CyclicMatrix> solve) {
    try (CyclicMatrix residual = b.copy()) {
      Multiplication.run(-1, a, Op.PLAIN, x, Op.PLAIN, 1, residual);
      try (CyclicMatrix correction = solve.apply(residual)) {
        x.add(1, correction);
      }
    }
  }
}
