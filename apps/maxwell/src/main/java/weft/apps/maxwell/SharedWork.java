// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import weft.collective.Group;
import weft.collective.Operator;

/// Divides independent pieces of work among the ranks.
final class SharedWork {
  private SharedWork() {}

  /// Computes the numbers of one piece.
  @FunctionalInterface
  interface Piece {
    /// Sets `count` numbers from `at` on.
    void compute(int piece, double[] to, int at);
  }

  /// The numbers of all pieces, on every rank. Collective.
  static double[] share(Group all, int pieces, int count, Piece work) {
    double[] numbers = new double[pieces * count];
    for (int piece = all.rank(); piece < pieces; piece += all.size()) {
      work.compute(piece, numbers, piece * count);
    }
    all.allreduce(numbers, Operator.SUM);
    return numbers;
  }
}
