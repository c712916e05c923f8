// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// Decides which objects of all ranks move. Its methods may neither send nor wait. A policy must be
/// deterministic: every rank makes the same plan from the same loads. [Balance] holds the built-in
/// policies. [StealPolicy] is for ranks that are idle.
@FunctionalInterface
public interface BalancePolicy {
  /// Returns whether a plan may gain anything. Every rank calls this before the loads of all
  /// objects are gathered. So balancing costs little while the ranks are even.
  ///
  /// @param greatest the load of the busiest rank
  /// @param bound a lower bound of the busiest rank's load under any plan: the greater of the mean
  ///   and the heaviest object
  default boolean isWorthIt(double greatest, double bound) {
    return true;
  }

  /// Plans from `loads`, and records in `moves` the objects that move.
  void plan(Loads loads, Moves moves);
}
