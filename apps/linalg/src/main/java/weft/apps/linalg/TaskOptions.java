// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.linalg.Blocking;
import weft.options.Options;

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
record TaskOptions(
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
  static final String ABOUT =
      """
      linalg [TASK] [options]

      Without a task it blurs and sharpens a picture, as a first example.

      Computes with dense matrices on all ranks, prints the time and rate, and checks the result.
      The task is gemm (C = A·B), or a factorisation and a solution: lu (P·A = L·U), cholesky (A = L·Lᵀ),
      ldlt (P·A·Pᵀ = L·D·Lᵀ), qr (A = Q·R, least squares); solve takes lu, or qr for more rows than columns.
      summa multiplies on rectangles of unequal sizes: --n N --block R --weights 3,1 (default: measured)
      --throttle 1,3 (how many times each rank makes its products) --check --report page.html.
      sweep times factorisations for many orders and blockings: --tasks lu,qr --n 500,1000 --block 64,128
      --panel 0,32 --grid-rows 1,2 --both (with and without lookahead) --repeat 5 --report page.html.
      """;

  /// Parses a command line.
  ///
  /// @throws BadInputException if there is no such task
  /// @throws weft.options.OptionException if it is not valid
  static TaskOptions parse(List<String> args, int ranks) {
    boolean help = args.contains("--help");
    Computation task = help ? Computation.LU : Computation.of(args.get(0));
    var given =
        new Options("linalg " + args.get(0), ABOUT, help ? args : args.subList(1, args.size()));
    int[] grid =
        given.read(
            "grid PxQ", "", text -> grid(text, ranks), "rows and columns of ranks (nearly square)");
    var options =
        new TaskOptions(
            task,
            given.whole("n N", 1000, 1, 1 << 24, "the order of the matrices"),
            given.whole("sides K", 1, 1, 1 << 20, "right-hand sides to solve for"),
            given.read(
                "kind KIND",
                defaultKind(task),
                MatrixKind::of,
                MatrixKind.names() + "; for cholesky definite, for ldlt symmetric"),
            given.whole("seed S", 1, "the seed of random elements"),
            given.count(
                "block R",
                0,
                1,
                1 << 16,
                "rows and columns of a storage block; by the size of the matrix unless given"),
            new Blocking(
                given.count(
                    "panel W",
                    0,
                    1,
                    1 << 16,
                    "columns of a panel: up to R factored by one grid column, more by all; by the"
                        + " block unless given"),
                !given.has(
                    "no-lookahead",
                    "factor a panel only after the previous one is applied everywhere")),
            grid[0],
            grid[1],
            blas(given),
            given.has("check", "check the result: exit code 1 if it is wrong, or if there is none"),
            given.has("rook", "ldlt uses rook pivoting: slower, and L stays small"),
            given.file(
                "input A.npy", "the matrix from a file (f4, f8, i4, i8; rows or columns first)"),
            given.file(
                "rhs B.npy", "the right-hand sides, or the second factor of gemm, from a file"),
            given.file("out X.npy", "write the solution, or the product"));
    options.checkMeaningful(given);
    given.end();
    return options;
  }

  /// The kernels.
  static String blas(Options given) {
    return given.text(
        "blas WHICH",
        "auto",
        "java, the path of a BLAS library, or auto, the best on this machine");
  }

  /// Refuses options that this task would ignore.
  private void checkMeaningful(Options given) {
    boolean isProduct = task == Computation.GEMM;
    check(given, "rook", task == Computation.LDLT, "it is for ldlt");
    for (String ofMadeMatrix : List.of("n", "kind")) {
      check(given, ofMadeMatrix, input == null, "the matrix is in the file of --input");
    }
    check(
        given, "sides", isProduct || rhs == null, "the right-hand sides are in the file of --rhs");
    check(given, "panel", !isProduct, "it is for factorisations");
    check(
        given,
        "no-lookahead",
        !isProduct && task != Computation.LDLT,
        "it is for lu, cholesky, qr and solve");
  }

  private static void check(Options given, String option, boolean isMeaningful, String reason) {
    given.require(
        isMeaningful || !given.isGiven(option),
        "--%s means nothing here: %s; leave it out".formatted(option, reason));
  }

  private static String defaultKind(Computation task) {
    return switch (task) {
      case CHOLESKY -> "definite";
      case LDLT -> "symmetric";
      default -> "random";
    };
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
    throw new IllegalArgumentException(
        "--grid %s is not possible with %d ranks; give rows and columns whose product is %d, as 1x%d"
            .formatted(text, ranks, ranks, ranks));
  }
}
