// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import weft.mobile.MobileObjects;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;

/// The policies of random programs: those of the library, and two of a user.
final class Policies {
  private Policies() {}

  static void set(MobileObjects objects, Plan.Mode mode, long seed) {
    switch (mode) {
      case NONE -> objects.balanceEvery(0, null);
      case STEAL -> objects.balanceEvery(0, Balance.stealing());
      case ROTATE -> objects.balanceEvery(1, Balance.rotate());
      case GREEDY -> objects.balanceEvery(1, Balance.greedyRefine(1.05));
      case OWN_IDLE -> objects.balanceEvery(0, own(BalancePolicy.Scope.IDLE));
      case RANDOM -> objects.balanceEvery(1, Balance.random(seed));
      case OWN_ALL -> objects.balanceEvery(2, own(BalancePolicy.Scope.ALL));
    }
  }

  /// A policy that moves two of three objects.
  static BalancePolicy own(BalancePolicy.Scope scope) {
    return new BalancePolicy() {
      @Override
      public Scope scope() {
        return scope;
      }

      @Override
      public void plan(Loads loads, Moves moves) {
        for (int i = 0; i < loads.objects(); i++) {
          if (Math.floorMod(loads.word(i), 3) > 0) {
            moves.move(i, (loads.ranks() - 1 + i) % loads.ranks());
          }
        }
      }
    };
  }
}
