// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.TileLu;

/// Factors of small matrices on one rank.
class TileLuTest {
  private static Tile random(Random random, int rows, int columns) {
    // A part of a larger one: its rows have gaps.
    Tile tile = Tile.ofArray(rows + 3, columns + 5).part(2, 3, rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        tile.set(i, j, random.nextGaussian());
      }
    }
    return tile;
  }

  private static Tile copy(Tile tile) {
    Tile copy = Tile.ofArray(tile.rows(), tile.columns());
    copy.copyFrom(tile);
    return copy;
  }

  @Test
  void solutionsGiveTheRightSides() {
    long seed = Long.getLong("weft.seed", 7);
    var random = new Random(seed);
    for (int n : new int[] {1, 2, 7, 31, 32, 33, 64, 100, 150}) {
      for (Op op : Op.values()) {
        Tile a = random(random, n, n);
        if (n % 2 == 0) {
          a.set(0, 0, 0); // needs a pivot
        }
        Tile sides = random(random, n, 1 + random.nextInt(9));
        Tile x = copy(sides);
        TileLu lu = TileLu.inPlace(Kernels.java(), copy(a));
        lu.solve(op, x);
        assertThat(lu.isSingular()).isFalse();
        Kernels.java().gemm(1, a, op, x, Op.PLAIN, -1, sides);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < sides.columns(); j++) {
            assertThat(sides.get(i, j)).as("seed %d, order %d", seed, n).isCloseTo(0, within(1e-8));
          }
        }
      }
    }
  }

  @Test
  void singularMatricesAreTold() {
    Tile a = random(new Random(1), 40, 40);
    for (int i = 0; i < 40; i++) {
      a.set(i, 35, 0);
    }
    assertThat(TileLu.inPlace(Kernels.java(), a).isSingular()).isTrue();
    assertThatThrownBy(() -> TileLu.inPlace(Kernels.java(), Tile.ofArray(2, 3)))
        .hasMessageContaining("a matrix of 2 rows and 3 columns has no factors");
  }
}
