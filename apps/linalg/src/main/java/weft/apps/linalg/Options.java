// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.linalg.Blocking;

/// The options of the command line.
///
/// @param task the computation
/// @param n the order of the matrices
/// @param sides the number of right-hand sides
/// @param kind the kind of matrix
/// @param seed the seed of random matrices
/// @param block rows and columns of a storage block, or 0 for the default
/// @param blocking the width of panels, and the lookahead
/// @param gridRows rows of the grid, or 0 for the default
/// @param gridColumns columns of the grid, or 0 for the default
/// @param blas the kernels: java, auto, or a path
/// @param check whether to check the result
/// @param rook whether ldlt uses rook pivoting
/// @param input a file with the matrix, or null
/// @param rhs a file with the right-hand sides, or with the second factor, or null
/// @param out a file for the result, or null
record Options(
    Computation task,
    long n,
    long sides,
    MatrixKind kind,
    long seed,
    int block,
    Blocking blocking,
    int gridRows,
    int gridColumns,
    String blas,
    boolean check,
    boolean rook,
    @Nullable Path input,
    @Nullable Path rhs,
    @Nullable Path out) {
  static final String USAGE =
      """
      linalg TASK [options]

      Computes with dense matrices on all ranks, prints the time and rate, and checks the result.
      The task is gemm (C = A·B), or a factorisation and a solution: lu (P·A = L·U), cholesky (A = L·Lᵀ),
      ldlt (P·A·Pᵀ = L·D·Lᵀ), qr (A = Q·R, least squares); solve takes lu, or qr for more rows than columns.
      summa multiplies on rectangles of unequal sizes: --n N --block R --weights 3,1 (default: measured)
      --throttle 1,3 (how many times each rank makes its products) --check --report page.html.
      sweep times factorisations for many orders and blockings: --tasks lu,qr --n 500,1000 --block 64,128
      --panel 0,32 --grid-rows 1,2 --both (with and without lookahead) --repeat 5 --report page.html.

        --n N             the order of the matrices (1000)
        --sides K         right-hand sides to solve for (1)
        --kind KIND       random, symmetric, definite, minima, wilkinson, hilbert, pairs, saddle, ones, zero (random; for cholesky definite, for ldlt symmetric)
        --seed S          the seed of random elements (1)
        --block R         rows and columns of a storage block (by size of the matrix)
        --panel W         columns of a panel: up to R factored by one grid column, more by all (by block)
        --no-lookahead    factor a panel only after the previous one is applied everywhere
        --grid PxQ        rows and columns of ranks (nearly square)
        --blas WHICH      java, the path of a BLAS library, or auto, the best on this machine (auto)
        --rook            ldlt uses rook pivoting: slower, and L stays small
        --input A.npy     the matrix from a file (f4, f8, i4, i8; rows or columns first)
        --rhs B.npy       the right-hand sides, or the second factor of gemm, from a file
        --out X.npy       write the solution, or the product
        --check           check the result: exit code 1 if it is wrong, or if there is none
      """;

  /// Parses a command line.
  ///
  /// @throws BadInputException if it is not valid
  static Options parse(List<String> args, int ranks) {
    if (args.isEmpty()) {
      throw new BadInputException(
          "there is no task; give one of %s, or --help to see the options"
              .formatted(Computation.names()));
    }
    Computation task = Computation.of(args.get(0));
    Arguments given =
        Arguments.parse(
            "linalg " + args.get(0),
            List.of(
                "n", "sides", "kind", "seed", "block", "panel", "grid", "blas", "input", "rhs",
                "out"),
            List.of("no-lookahead", "check", "rook"),
            args.subList(1, args.size()));
    checkMeaningful(task, given);
    int[] grid = grid(given.get("grid", ""), ranks);
    return new Options(
        task,
        given.number("n", 1000, 1, 1 << 24),
        given.number("sides", 1, 1, 1 << 20),
        MatrixKind.of(given.get("kind", usualKind(task))),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        (int) given.number("block", 0, 1, 1 << 16),
        new Blocking((int) given.number("panel", 0, 1, 1 << 16), !given.has("no-lookahead")),
        grid[0],
        grid[1],
        given.get("blas", "auto"),
        given.has("check"),
        given.has("rook"),
        path(given, "input"),
        path(given, "rhs"),
        path(given, "out"));
  }

  /// Refuses options that this task would ignore.
  private static void checkMeaningful(Computation task, Arguments given) {
    boolean isProduct = task == Computation.GEMM;
    check(given, "rook", task == Computation.LDLT, "it is for ldlt");
    for (String ofMadeMatrix : List.of("n", "kind")) {
      check(given, ofMadeMatrix, !given.has("input"), "the matrix is in the file of --input");
    }
    check(
        given,
        "sides",
        isProduct || !given.has("rhs"),
        "the right-hand sides are in the file of --rhs");
    check(given, "panel", !isProduct, "it is for factorisations");
    check(
        given,
        "no-lookahead",
        !isProduct && task != Computation.LDLT,
        "it is for lu, cholesky, qr and solve");
  }

  private static void check(Arguments given, String option, boolean isMeaningful, String reason) {
    if (given.has(option) && !isMeaningful) {
      throw new BadInputException(
          "--%s means nothing here: %s; leave it out".formatted(option, reason));
    }
  }

  private static String usualKind(Computation task) {
    return switch (task) {
      case CHOLESKY -> "definite";
      case LDLT -> "symmetric";
      default -> "random";
    };
  }

  private static @Nullable Path path(Arguments given, String option) {
    return given.has(option) ? Path.of(given.get(option, "")) : null;
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
      // The exception below reports it.
    }
    throw new BadInputException(
        "--grid %s is not possible with %d ranks; give rows and columns whose product is %d, as 1x%d"
            .formatted(text, ranks, ranks, ranks));
  }
}
