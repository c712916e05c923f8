// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.model.ModelException;

class PartitionTest {
  private static final long SEED = 20170401;

  private static double[] equal(int ranks) {
    double[] weights = new double[ranks];
    Arrays.fill(weights, 1);
    return weights;
  }

  @Test
  void everyCellHasOneOwner() {
    System.out.println("seed " + SEED);
    var random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 500; trial++) {
      int width = random.nextInt(1, 60);
      int height = random.nextInt(1, 60);
      int ranks = random.nextInt(1, Math.min(40, width * height) + 1);
      double[] weights = random.doubles(ranks, 0.001, 5).toArray();
      Partition partition = Partition.of(width, height, weights);
      int[] owners = owners(partition);
      assertThat(owners)
          .as("%d x %d cells, weights %s", width, height, Arrays.toString(weights))
          .doesNotContain(-1);
    }
  }

  /// The owner of each cell, or -1; fails when a cell has two.
  private static int[] owners(Partition partition) {
    int[] owners = new int[partition.width() * partition.height()];
    Arrays.fill(owners, -1);
    for (int rank = 0; rank < partition.ranks(); rank++) {
      Rectangle part = partition.rectangle(rank);
      assertThat(part.cells()).isPositive();
      for (int y = part.y(); y < part.bottom(); y++) {
        for (int x = part.x(); x < part.right(); x++) {
          assertThat(owners[y * partition.width() + x]).isEqualTo(-1);
          owners[y * partition.width() + x] = rank;
        }
      }
    }
    return owners;
  }

  /// Each pair of cells side by side whose owners differ is in exactly one neighbour's share.
  @Test
  void neighboursShareAllInnerEdges() {
    System.out.println("seed " + SEED);
    var random = new SplittableRandom(SEED);
    for (int trial = 0; trial < 200; trial++) {
      int width = random.nextInt(1, 30);
      int height = random.nextInt(1, 30);
      int ranks = random.nextInt(1, Math.min(20, width * height) + 1);
      Partition partition = Partition.of(width, height, random.doubles(ranks, 0.1, 3).toArray());
      int[] owners = owners(partition);
      for (int rank = 0; rank < ranks; rank++) {
        int shared = 0;
        for (Neighbour neighbour : partition.neighbours(rank)) {
          shared += neighbour.length();
          for (int i = 0; i < neighbour.length(); i++) {
            assertThat(beyond(partition, owners, rank, neighbour, neighbour.from() + i))
                .isEqualTo(neighbour.rank());
          }
        }
        Rectangle part = partition.rectangle(rank);
        int inner = (part.x() > 0 ? part.height() : 0) + (part.y() > 0 ? part.width() : 0);
        inner += (part.right() < width ? part.height() : 0);
        inner += (part.bottom() < height ? part.width() : 0);
        assertThat(shared).isEqualTo(inner);
      }
    }
  }

  private static int beyond(
      Partition partition, int[] owners, int rank, Neighbour neighbour, int at) {
    Rectangle part = partition.rectangle(rank);
    int x =
        switch (neighbour.side()) {
          case LEFT -> part.x() - 1;
          case RIGHT -> part.right();
          case ABOVE, BELOW -> part.x() + at;
        };
    int y =
        switch (neighbour.side()) {
          case ABOVE -> part.y() - 1;
          case BELOW -> part.bottom();
          case LEFT, RIGHT -> part.y() + at;
        };
    return owners[y * partition.width() + x];
  }

  @Test
  void areasFollowWeights() {
    double[] weights = {5, 1, 3, 2, 2, 4, 1, 6};
    Partition partition = Partition.of(1200, 900, weights);
    for (int rank = 0; rank < weights.length; rank++) {
      double share = partition.rectangle(rank).cells() / (1200.0 * 900);
      assertThat(share).isCloseTo(weights[rank] / 24, within(0.002));
    }
  }

  @Test
  void equalRanksOnASquareAreACheckerboard() {
    Partition partition = Partition.of(100, 100, equal(4));
    assertThat(partition.rectangle(0)).isEqualTo(new Rectangle(0, 0, 50, 50));
    assertThat(partition.rectangle(1)).isEqualTo(new Rectangle(0, 50, 50, 50));
    assertThat(partition.rectangle(2)).isEqualTo(new Rectangle(50, 0, 50, 50));
    assertThat(partition.rectangle(3)).isEqualTo(new Rectangle(50, 50, 50, 50));
  }

  /// Five ranks on a square: whatever the columns, their sum of half perimeters is known by hand.
  @Test
  void columnsMakeHalosSmall() {
    Partition partition = Partition.of(600, 600, equal(5));
    int sum = 0;
    for (int rank = 0; rank < 5; rank++) {
      sum += partition.rectangle(rank).width() + partition.rectangle(rank).height();
    }
    // Two columns: 2 * 600 + 2 * 240 + 3 * 360; one or three columns cost 3600 and 2880 at least.
    assertThat(sum).isEqualTo(2760);
  }

  /// The half perimeters of all rectangles.
  private static long halves(Partition partition) {
    long sum = 0;
    for (int rank = 0; rank < partition.ranks(); rank++) {
      sum += partition.rectangle(rank).width() + partition.rectangle(rank).height();
    }
    return sum;
  }

  @Test
  void arrangementsHaveEachNumberOfColumns() {
    double[] weights = {5, 3, 2, 2, 1, 1};
    List<Partition> all = Partition.arrangements(1200, 700, weights);
    assertThat(all).hasSize(6);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 6; i++) {
      Partition each = all.get(i);
      assertThat(owners(each)).doesNotContain(-1);
      long columns = IntStream.range(0, 6).map(rank -> each.rectangle(rank).x()).distinct().count();
      assertThat(columns).isEqualTo(i + 1);
      least = Math.min(least, halves(each));
    }
    assertThat(halves(Partition.of(1200, 700, weights))).isEqualTo(least);
    // Six ranks in columns of two rows are three columns or more.
    assertThat(Partition.arrangements(1000, 2, weights)).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1000})
  void asManyRanksAsCells(int cells) {
    assertThat(owners(Partition.of(cells, 1, equal(cells)))).doesNotContain(-1);
    assertThat(owners(Partition.of(1, cells, equal(cells)))).doesNotContain(-1);
  }

  @Test
  void weightsOfAnySize() {
    Partition huge = Partition.of(90, 60, new double[] {1e308, 1e308, 1e308});
    Partition small = Partition.of(90, 60, new double[] {1e-300, 1e-300, 1e-300});
    for (int rank = 0; rank < 3; rank++) {
      assertThat(huge.rectangle(rank).cells()).isEqualTo(1800);
      assertThat(small.rectangle(rank)).isEqualTo(huge.rectangle(rank));
    }
    Partition both = Partition.of(90, 60, new double[] {1e-300, 1e308});
    assertThat(both.rectangle(0).cells()).isEqualTo(60);
    assertThat(owners(both)).doesNotContain(-1);
  }

  @Test
  void tooManyRanks() {
    assertThatThrownBy(() -> Partition.of(3, 2, equal(7)))
        .isInstanceOf(ModelException.class)
        .hasMessage("7 ranks cannot share 3 x 2 cells; use 6 ranks or fewer");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void weightsThatSayNothing(double weight) {
    assertThatThrownBy(() -> Partition.of(10, 10, new double[] {1, weight}))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("numbers above 0");
  }
}
