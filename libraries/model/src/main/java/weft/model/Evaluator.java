// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// Turns an expression into a time.
@FunctionalInterface
public interface Evaluator {
  /// The cost of `set` on `platform`.
  TauLopCost evaluate(TauLopConcurrent set, Platform platform);
}
