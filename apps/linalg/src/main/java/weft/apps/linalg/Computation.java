// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import weft.apps.common.BadInputException;
import weft.linalg.Blocking;
import weft.linalg.DistributedMatrix;

/// A computation of the program.
enum Computation {
  /// A product.
  GEMM,
  /// P·A = L·U, and a solution.
  LU,
  /// A = L·Lᵀ, and a solution.
  CHOLESKY,
  /// P·A·Pᵀ = L·D·Lᵀ, and a solution.
  LDLT,
  /// A = Q·R, and a least-squares solution.
  QR,
  /// A solution by LU, or by QR if there are more rows than columns.
  SOLVE;

  static Computation of(String name) {
    for (Computation task : values()) {
      if (task.toString().equals(name)) {
        return task;
      }
    }
    throw new BadInputException("\"" + name + "\" is no task; the tasks are " + names());
  }

  static String names() {
    return Arrays.stream(values()).map(Computation::toString).collect(Collectors.joining(", "));
  }

  /// Whether a grid that is higher than wide suits it better.
  boolean likesTallGrids() {
    return this == GEMM || this == LDLT;
  }

  /// The additions and multiplications for a square matrix.
  double operations(double n) {
    return n
        * n
        * n
        * switch (this) {
          case GEMM -> 2;
          case LU, SOLVE -> 2.0 / 3;
          case CHOLESKY, LDLT -> 1.0 / 3;
          case QR -> 4.0 / 3;
        };
  }

  /// The additions and multiplications of a factorisation of m × n.
  double operations(double m, double n) {
    return this == QR && m > n ? 2 * n * n * (m - n / 3) : operations(n);
  }

  /// Factors a matrix in place.
  AutoCloseable factor(DistributedMatrix a, Blocking blocking) {
    return switch (this) {
      case LU -> a.luInPlace(blocking);
      case CHOLESKY -> a.choleskyInPlace(blocking);
      case LDLT -> a.ldltInPlace(blocking);
      case QR -> a.qrInPlace(blocking);
      case GEMM, SOLVE -> throw new IllegalArgumentException(this + " is no factorisation");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
