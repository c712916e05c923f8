// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The tree and its lists.
class OctreeTest {
  private static double[] random(long seed, int count, double flat) {
    var random = new SplittableRandom(seed);
    var points = new double[3 * count];
    for (int i = 0; i < points.length; i++) {
      points[i] = random.nextDouble() * (i % 3 == 2 ? flat : 1);
    }
    return points;
  }

  @Test
  void mortonCodesGoBothWays() {
    for (int value : new int[] {0, 1, 5, 1023, 0x1FFFFF}) {
      assertThat(Octree.gather(Octree.spread(value))).isEqualTo(value);
    }
  }

  /// Each pair of leaves is near, or far in one level of its ancestors, and never both.
  @Test
  void everyPairOfLeavesIsCountedOnce() {
    for (double flat : new double[] {1, 0.01, 0}) {
      Octree tree = Octree.of(random(3, 400, flat), 4);
      int leaves = tree.boxes(4);
      var times = new int[leaves][leaves];
      for (int leaf = 0; leaf < leaves; leaf++) {
        int target = leaf;
        tree.near(leaf, source -> times[target][source]++);
      }
      for (int level = Octree.TOP; level <= 4; level++) {
        for (int index = 0; index < tree.boxes(level); index++) {
          count(tree, level, index, times);
        }
      }
      for (int[] row : times) {
        assertThat(row).containsOnly(1);
      }
    }
  }

  private static void count(Octree tree, int level, int index, int[][] times) {
    double[] centre = tree.centre(level, index);
    tree.far(
        level,
        index,
        (source, dx, dy, dz) -> {
          assertThat(Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz)))).isBetween(2, 3);
          double[] other = tree.centre(level, source);
          int[] d = {dx, dy, dz};
          for (int axis = 0; axis < 3; axis++) {
            assertThat(Math.rint((other[axis] - centre[axis]) / tree.side(level)))
                .isEqualTo(d[axis]);
          }
          for (int a = tree.firstLeaf(level, index); a < tree.firstLeaf(level, index + 1); a++) {
            for (int b = tree.firstLeaf(level, source);
                b < tree.firstLeaf(level, source + 1);
                b++) {
              times[a][b]++;
            }
          }
        });
  }

  @Test
  void pointsAreInTheirLeavesAndLeavesInTheirBoxes() {
    double[] points = random(4, 1000, 1);
    Octree tree = Octree.of(points, 5);
    var seen = new int[1000];
    for (int leaf = 0; leaf < tree.boxes(5); leaf++) {
      double[] centre = tree.centre(5, leaf);
      assertThat(tree.begin(leaf + 1)).isGreaterThan(tree.begin(leaf));
      for (int place = tree.begin(leaf); place < tree.begin(leaf + 1); place++) {
        seen[tree.point(place)]++;
        for (int axis = 0; axis < 3; axis++) {
          assertThat(Math.abs(points[3 * tree.point(place) + axis] - centre[axis]))
              .isLessThanOrEqualTo(tree.side(5) / 2 * (1 + 1e-6));
        }
      }
    }
    assertThat(seen).containsOnly(1);
    for (int level = 3; level <= 5; level++) {
      for (int index = 0; index < tree.boxes(level); index++) {
        int parent = tree.parent(level, index);
        assertThat(index)
            .isBetween(
                tree.firstChild(level - 1, parent), tree.firstChild(level - 1, parent + 1) - 1);
        double[] child = tree.centre(level, index);
        double[] above = tree.centre(level - 1, parent);
        for (int axis = 0; axis < 3; axis++) {
          int upper = tree.octant(level, index) >> axis & 1;
          assertThat((child[axis] - above[axis]) / tree.side(level))
              .isCloseTo(upper - 0.5, within(1e-6));
        }
      }
    }
    int number = tree.number(4, 3);
    assertThat(tree.level(number)).isEqualTo(4);
    assertThat(tree.index(number)).isEqualTo(3);
  }

  @Test
  void oddSetsOfPointsHaveTrees() {
    assertThat(Octree.of(new double[] {1, 2, 3}, 2).boxes(2)).isEqualTo(1);
    var same = new double[300];
    Arrays.fill(same, -7);
    Octree tree = Octree.of(same, 6);
    assertThat(tree.boxes()).isEqualTo(5);
    assertThat(tree.begin(1)).isEqualTo(100);
    assertThatThrownBy(() -> Octree.of(new double[] {1, Double.NaN, 0}, 3))
        .hasMessageContaining("point 0 has the coordinate NaN");
    assertThatThrownBy(() -> Octree.of(new double[0], 3)).hasMessageContaining("1 to 2^27 points");
    assertThatThrownBy(() -> Octree.of(same, 1)).hasMessageContaining("1 levels");
  }
}
