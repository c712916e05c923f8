// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// How many objects [Balance#greedyRefine] moves where they are heavy.
final class GreedyRefineTest {
  private static final int RANKS = 8;
  private static final int LIGHT = 10;

  /// Rank 0 has `heavy` objects of 13, and every other rank ten, with as much in all that the mean
  /// is 100.
  private static Loads loads(int heavy) {
    int objects = heavy + LIGHT * (RANKS - 1);
    var words = new long[objects];
    var places = new int[objects];
    var loads = new double[objects];
    Arrays.setAll(words, i -> i);
    Arrays.setAll(places, i -> i < heavy ? 0 : 1 + (i - heavy) / LIGHT);
    double light = (100.0 * RANKS - 13 * heavy) / (LIGHT * (RANKS - 1));
    Arrays.setAll(loads, i -> i < heavy ? 13 : light);
    return new Loads(RANKS, words, places, loads);
  }

  private static Moves plan(Loads loads) {
    var moves = new Moves(loads);
    Balance.greedyRefine(1.02).plan(loads, moves);
    return moves;
  }

  @Test
  void nothingMovesWhereOnlyAllObjectsCouldHelpALittle() {
    Loads loads = loads(8); // 1.04 of the mean; dealt anew it would be 1.02
    assertThat(Loads.imbalance(loads.perRank())).isBetween(1.039, 1.041);
    assertThat(plan(loads).count()).isZero();
  }

  @Test
  void allAreDealtAnewWhereThatHelpsMuch() {
    Loads loads = loads(10); // 1.3 of the mean, and no heavy object fits elsewhere
    Moves moves = plan(loads);
    assertThat(moves.count()).isGreaterThan(RANKS);
    assertThat(Loads.imbalance(loads.perRank(moves))).isLessThan(1.1);
  }
}
