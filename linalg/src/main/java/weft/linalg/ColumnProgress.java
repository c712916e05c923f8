// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// Hears how far a factorisation or a product is. It is called on each rank, between panels, and
/// must return at once.
@FunctionalInterface
public interface ColumnProgress {
  /// A panel of a factorisation or a step of a product is done.
  ///
  /// @param done how many columns of the matrix are factored, or how much of the inner dimension of
  ///   a product is summed
  /// @param of the same when all is done
  void at(long done, long of);
}
