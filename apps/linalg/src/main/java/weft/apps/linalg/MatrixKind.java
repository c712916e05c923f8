// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import weft.apps.common.BadInputException;
import weft.linalg.Elements;

/// The kinds of matrix that the program makes.
enum MatrixKind {
  /// Random numbers from −½ to ½.
  RANDOM,
  /// Random and symmetric.
  SYMMETRIC,
  /// Random, symmetric and positive definite.
  DEFINITE,
  /// min(i, j) + 1: the factors are all ones.
  MINIMA,
  /// 1 on the diagonal and in the last column, −1 below. LU has the greatest possible growth.
  WILKINSON,
  /// 1 / (i + j + 1): ill-conditioned.
  HILBERT,
  /// 1 ⊕ J ⊕ J …, J = [[0, 1], [1, 0]]: pivots of ldlt take two columns.
  PAIRS,
  /// [[2·I, Bᵀ], [B, 0]] with random B: a third of the eigenvalues are negative.
  SADDLE,
  /// All ones: singular.
  ONES,
  /// Zeros: singular.
  ZERO;

  Elements elements(long seed, long n) {
    return switch (this) {
      case RANDOM -> Elements.random(seed);
      case SYMMETRIC -> Elements.symmetric(seed);
      case DEFINITE -> Elements.positiveDefinite(seed, n);
      case MINIMA -> (i, j) -> Math.min(i, j) + 1.0;
      case WILKINSON -> (i, j) -> i == j || j == n - 1 ? 1 : j < i ? -1 : 0;
      case HILBERT -> (i, j) -> 1.0 / (i + j + 1);
      case PAIRS ->
          (i, j) ->
              i == 0 && j == 0
                      || Math.min(i, j) % 2 == 1 && Math.abs(i - j) == 1
                      || i == j && i == n - 1 && n % 2 == 0
                  ? 1
                  : 0;
      case SADDLE -> saddle(Elements.random(seed), n - n / 3);
      case ONES -> (i, j) -> 1;
      case ZERO -> (i, j) -> 0;
    };
  }

  private static Elements saddle(Elements random, long first) {
    return (i, j) -> {
      long row = Math.max(i, j);
      long column = Math.min(i, j);
      return row < first ? (row == column ? 2 : 0) : column < first ? random.at(row, column) : 0;
    };
  }

  static MatrixKind of(String name) {
    for (MatrixKind kind : values()) {
      if (kind.toString().equals(name)) {
        return kind;
      }
    }
    throw new BadInputException("--kind " + name + " is not possible; the kinds are " + names());
  }

  static String names() {
    return Arrays.stream(values()).map(MatrixKind::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
