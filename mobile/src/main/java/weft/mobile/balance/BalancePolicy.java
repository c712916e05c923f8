// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// Decides which objects move. A policy is deterministic: with [Scope#ALL] every rank makes the
/// same plan of the same loads. [Balance] has those of the house.
public interface BalancePolicy {
  /// Whose loads a plan is made of.
  enum Scope {
    /// All objects of all ranks.
    ALL,

    /// A rank that has nothing to do asks another, which makes the plan of its own objects that
    /// have mail: place 0 is that rank, place 1 the one that asks.
    IDLE
  }

  /// Whose loads it wants.
  Scope scope();

  /// Whether a plan may gain anything. Every rank asks before the loads of all objects are
  /// gathered, so that balancing costs little while the ranks are even.
  ///
  /// @param greatest the load of the busiest rank
  /// @param bound the load that the busiest rank has by any plan, at least: the mean of the ranks,
  ///   or the heaviest object
  default boolean isWorthIt(double greatest, double bound) {
    return true;
  }

  /// Reads `loads`, and says what moves.
  void plan(Loads loads, Moves moves);
}
