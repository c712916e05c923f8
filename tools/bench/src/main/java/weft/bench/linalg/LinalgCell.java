// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.util.Locale;

/// A timed task and its blocking.
///
/// @param task the computation
/// @param n the order of the matrix
/// @param block the storage block
/// @param width columns of a panel, 0 for what Weft chooses
/// @param lookahead whether the next panel is factored ahead
/// @param rows rows of the grid
record LinalgCell(Task task, int n, int block, int width, boolean lookahead, int rows) {
  /// The computation.
  enum Task {
    /// A product.
    GEMM(2),
    /// P·A = L·U.
    LU(2.0 / 3),
    /// A = L·Lᵀ.
    CHOLESKY(1.0 / 3),
    /// A = Q·R.
    QR(4.0 / 3),
    /// P·A·Pᵀ = L·D·Lᵀ.
    LDLT(1.0 / 3);

    private final double cubes;

    Task(double cubes) {
      this.cubes = cubes;
    }

    /// Floating-point operations for order n.
    double operations(double n) {
      return cubes * n * n * n;
    }

    /// The name of a task in lines and options.
    static Task of(String name) {
      for (Task task : values()) {
        if (task.toString().equals(name)) {
          return task;
        }
      }
      throw new IllegalArgumentException(
          "there is no task " + name + "; the tasks are gemm, lu, cholesky, qr and ldlt");
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The command to Weft's ranks.
  String line(int count) {
    return "factor %s %d %d %d %s %d %d".formatted(task, n, block, width, lookahead, rows, count);
  }

  /// The command to ScaLAPACK's ranks. ScaLAPACK's panels are its blocks.
  String peerLine(int count) {
    return "factor %s %d %d %d %d".formatted(task, n, block, rows, count);
  }

  static LinalgCell parse(String[] words) {
    return new LinalgCell(
        Task.of(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        Integer.parseInt(words[4]),
        Boolean.parseBoolean(words[5]),
        Integer.parseInt(words[6]));
  }

  /// The settings as text for tables.
  String settings(int ranks) {
    return "%d x %d, r %d%s%s"
        .formatted(
            rows,
            ranks / rows,
            block,
            width == 0 ? "" : ", w " + width,
            lookahead ? "" : ", none ahead");
  }
}
