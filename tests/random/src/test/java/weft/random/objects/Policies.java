// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import weft.mobile.MobileObjects;
import weft.mobile.balance.Balance;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;

/// The policies of random programs: those of the library, and two of a user.
final class Policies {
  private Policies() {}

  static void set(MobileObjects objects, Plan.Mode mode, long seed) {
    switch (mode) {
      case NONE -> objects.balanceEvery(0, null);
      case STEAL -> objects.stealWhenIdle(Balance.stealing());
      case ROTATE -> objects.balanceEvery(1, Balance.rotate());
      case GREEDY -> objects.balanceEvery(1, Balance.greedyRefine(1.05));
      case OWN_IDLE -> objects.stealWhenIdle(Policies::moveMost);
      case RANDOM -> objects.balanceEvery(1, Balance.random(seed));
      case OWN_ALL -> objects.balanceEvery(2, Policies::moveMost);
    }
  }

  /// A policy of both kinds. It moves two of three objects.
  static void moveMost(Loads loads, Moves moves) {
    for (int i = 0; i < loads.objects(); i++) {
      if (Math.floorMod(loads.word(i), 3) > 0) {
        moves.move(i, (loads.ranks() - 1 + i) % loads.ranks());
      }
    }
  }
}
