// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// The elements of a matrix as a function of their row and column. The function must be the same on
/// every rank. It may neither send nor wait.
@FunctionalInterface
public interface Elements {
  /// The element in a row and a column, both counted from 0.
  double at(long row, long column);

  /// Random numbers from −½ to ½, the same on any grid.
  static Elements random(long seed) {
    long start = mix(seed + 0x9E3779B97F4A7C15L);
    return (row, column) ->
        (mix(mix(start ^ row * 0xD6E8FEB86659FD93L) + column * 0x9E3779B97F4A7C15L) >>> 11)
                * 0x1p-53
            - 0.5;
  }

  /// Symmetric random numbers: elements (i, j) and (j, i) are equal.
  static Elements symmetric(long seed) {
    Elements random = random(seed);
    return (row, column) -> random.at(Math.max(row, column), Math.min(row, column));
  }

  /// A symmetric positive definite matrix of order n: random numbers, plus n on the diagonal.
  static Elements positiveDefinite(long seed, long n) {
    Elements random = symmetric(seed);
    return (row, column) -> random.at(row, column) + (row == column ? n : 0);
  }

  /// The identity matrix.
  static Elements identity() {
    return (row, column) -> row == column ? 1 : 0;
  }

  private static long mix(long z) {
    long mixed = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
