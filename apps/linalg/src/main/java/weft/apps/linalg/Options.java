// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.List;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.linalg.Blocking;
import weft.linalg.Grid;

/// What the command line asks for.
///
/// @param task what to do
/// @param n the order of the matrices
/// @param sides how many right-hand sides
/// @param kind of matrix
/// @param seed of random ones
/// @param block rows and columns of a storage block
/// @param blocking how panels are cut
/// @param gridRows rows of the grid, or 0 for the usual one
/// @param gridColumns columns of the grid, or 0
/// @param blas which kernels: java, auto, or a path
/// @param check whether to check the result
record Options(
    Task task,
    long n,
    long sides,
    MatrixKind kind,
    long seed,
    int block,
    Blocking blocking,
    int gridRows,
    int gridColumns,
    String blas,
    boolean check) {
  static final String USAGE =
      """
      linalg TASK [options]

      Works with dense matrices that all ranks share, says how long it takes, and checks the result.
      The task is gemm (C = A·B), or a factorisation and a solution: lu (P·A = L·U), cholesky (A = L·Lᵀ),
      or qr (A = Q·R).

        --n N             the order of the matrices (1000)
        --sides K         right-hand sides to solve for (1)
        --kind KIND       random, definite, minima, wilkinson, hilbert, ones, zero (random; for cholesky definite)
        --seed S          where random elements come from (1)
        --block R         rows and columns of a storage block (64)
        --panel W         columns of a panel: up to R factored by one grid column, more by all (what fits)
        --no-lookahead    factor a panel only when the last one is applied everywhere
        --grid PxQ        rows and columns of ranks (nearly square)
        --blas WHICH      java, the path of a BLAS library, or auto, the best that is there (auto)
        --check           check the result: exit code 1 when it is not right
      """;

  /// What the program does.
  enum Task {
    GEMM,
    LU,
    CHOLESKY,
    QR
  }

  /// Reads a command line.
  ///
  /// @throws BadInputException when it cannot be understood
  static Options parse(List<String> args, int ranks) {
    if (args.isEmpty()) {
      throw new BadInputException(
          "there is no task; give gemm, lu, cholesky or qr, or --help to see the options");
    }
    Task task =
        switch (args.get(0)) {
          case "gemm" -> Task.GEMM;
          case "lu" -> Task.LU;
          case "cholesky" -> Task.CHOLESKY;
          case "qr" -> Task.QR;
          default ->
              throw new BadInputException(
                  "\"" + args.get(0) + "\" is no task; give gemm, lu, cholesky or qr first");
        };
    Arguments given =
        Arguments.parse(
            "linalg " + args.get(0),
            List.of("n", "sides", "kind", "seed", "block", "panel", "grid", "blas"),
            List.of("no-lookahead", "check"),
            args.subList(1, args.size()));
    int[] grid = grid(given.get("grid", ""), ranks);
    return new Options(
        task,
        given.number("n", 1000, 1, 1 << 24),
        given.number("sides", 1, 1, 1 << 20),
        MatrixKind.of(given.get("kind", task == Task.CHOLESKY ? "definite" : "random")),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        (int) given.number("block", Grid.BLOCK, 1, 1 << 16),
        new Blocking((int) given.number("panel", 0, 1, 1 << 16), !given.has("no-lookahead")),
        grid[0],
        grid[1],
        given.get("blas", "auto"),
        given.has("check"));
  }

  private static int[] grid(String text, int ranks) {
    if (text.isEmpty()) {
      return new int[2];
    }
    String[] parts = text.split("x", -1);
    try {
      int rows = Integer.parseInt(parts[0]);
      int columns = parts.length == 2 ? Integer.parseInt(parts[1]) : 0;
      if (rows > 0 && columns > 0 && (long) rows * columns == ranks) {
        return new int[] {rows, columns};
      }
    } catch (NumberFormatException e) {
      // The sentence below says it.
    }
    throw new BadInputException(
        "--grid %s is not possible with %d ranks; give rows and columns whose product is %d, as 1x%d"
            .formatted(text, ranks, ranks, ranks));
  }
}
