// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// Runs when quiescence has been found.
@FunctionalInterface
interface QuiescentAction {
  /// Acts on it.
  ///
  /// @param end whether the job ends, and no rank is in [weft.World#quiesce]
  void run(boolean end);
}
