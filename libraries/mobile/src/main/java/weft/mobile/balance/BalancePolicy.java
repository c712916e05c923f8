// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// Decides which objects move. Its methods may neither send nor wait. A policy must be
/// deterministic: with [Scope#ALL] every rank makes the same plan from the same loads. [Balance]
/// holds the built-in policies.
public interface BalancePolicy {
  /// The objects that a plan covers.
  enum Scope {
    /// All objects of all ranks.
    ALL,

    /// The objects with mail of one rank. An idle rank asks another rank, which makes the plan for
    /// its own objects. In the plan, rank 0 is the rank that plans, and rank 1 the idle rank.
    IDLE
  }

  /// The objects that plans of this policy cover.
  Scope scope();

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
