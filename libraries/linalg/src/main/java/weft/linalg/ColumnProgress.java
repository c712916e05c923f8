// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

/// Reports the progress of a factorisation or a product. Each rank calls it between panels, so it
/// must return at once. It runs as a handler does: it may send, and must not wait.
@FunctionalInterface
public interface ColumnProgress {
  /// A panel of a factorisation or a step of a product is done.
  ///
  /// @param done the columns that are factored, or the part of a product's inner dimension that is
  ///   summed
  /// @param of the value of `done` at the end
  void at(long done, long of);
}
