// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// Decides which objects a rank gives to an idle rank that asks for work. It runs on the rank that
/// gives, and may neither send nor wait. [Balance#stealing] is the built-in policy.
@FunctionalInterface
public interface StealPolicy {
  /// Records in `moves` the objects that the idle rank gets.
  ///
  /// @param loads the objects with mail on this rank, each with the number of its messages. Rank 0
  ///   is the rank that gives, and rank 1 the idle rank.
  /// @param moves the plan; an object that moves to rank 1 is given
  void give(Loads loads, Moves moves);
}
