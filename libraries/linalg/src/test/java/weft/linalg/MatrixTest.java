// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import weft.World;
import weft.collective.Group;
import weft.linalg.kernel.Op;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Elements are where they belong, on every grid and in every block.
@Sampled
class MatrixTest {
  private static final Elements PLACES = (i, j) -> 1000.0 * i + j;
  private static final int[] BLOCKS = {1, 3, 8, 64};

  @WeftTest(
      ranks = {1, 2, 3, 4, 6, 9},
      apart = 4)
  void elementsMoveWhereTheyBelong(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int block : BLOCKS) {
            for (int[] shape : new int[][] {{0, 5}, {1, 1}, {2, 7}, {13, 5}, {65, 70}}) {
              check(grid, block, shape[0], shape[1]);
            }
          }
        });
  }

  static void check(Grid grid, int block, int rows, int columns) {
    double[] expected = Reference.fill(rows, columns, PLACES);
    int last = grid.rows() * grid.columns() - 1;
    try (DistributedMatrix a = grid.matrix(rows, columns, block, PLACES);
        DistributedMatrix b = grid.matrix(last, expected, rows, columns, block);
        DistributedMatrix other = a.redistribute(grid, 5);
        DistributedMatrix transposed = a.transpose()) {
      assertThat(a.gatherAll()).isEqualTo(expected);
      assertThat(b.gatherAll()).isEqualTo(expected);
      assertThat(other.gatherAll()).isEqualTo(expected);
      assertThat(transposed.gatherAll()).isEqualTo(Reference.transpose(expected, rows, columns));
      double[] gathered = a.gather(last);
      assertThat(gathered).isEqualTo(grid.ranks().all.rank() == last ? expected : new double[0]);
      if (rows > 3 && columns > 3) {
        try (DistributedMatrix part = a.part(2, 1, rows - 3, columns - 2)) {
          assertThat(part.gatherAll())
              .isEqualTo(Reference.fill(rows - 3, columns - 2, (i, j) -> PLACES.at(i + 2, j + 1)));
          try (DistributedMatrix whole = grid.matrix(rows, columns, block + 2)) {
            double[] found = whole.put(1, 2, part).gatherAll();
            double[] filled =
                Reference.fill(
                    rows,
                    columns,
                    (i, j) -> i >= 1 && j >= 2 && i < rows - 2 ? PLACES.at(i + 1, j - 1) : 0);
            assertThat(found).isEqualTo(filled);
          }
        }
      }
      assertThat(a.oneNorm()).isEqualTo(Reference.oneNorm(expected, columns));
      assertThat(a.greatest()).isEqualTo(expected.length == 0 ? 0 : expected[expected.length - 1]);
      double sum = 0;
      for (double value : expected) {
        sum += value * value;
      }
      assertThat(a.frobeniusNorm())
          .isCloseTo(Math.sqrt(sum), org.assertj.core.data.Offset.offset(1e-6));
    }
  }

  @WeftTest(ranks = {4, 6})
  void toAnotherGrid(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid wide = Grid.of(world, all, 1, world.size());
        Grid square = Grid.of(world, all);
        DistributedMatrix a = wide.matrix(37, 41, 4, PLACES);
        DistributedMatrix b = a.redistribute(square, 7);
        DistributedMatrix c = b.redistribute(wide, 4)) {
      assertThat(b.gatherAll()).isEqualTo(Reference.fill(37, 41, PLACES));
      assertThat(c.gatherAll()).isEqualTo(a.gatherAll());
    }
  }

  /// A library is handed a group that is not the world; others do something else.
  @WeftTest(ranks = 5)
  void onAGroupOfSomeRanks(World world) {
    Group all = Group.world(world);
    world.start();
    Group four = all.subgroup(4, 2, 0, 1);
    if (four != null) {
      try (Grid grid = Grid.of(world, four);
          DistributedMatrix a = grid.matrix(30, 30, 4, Elements.random(3));
          DistributedMatrix b = grid.matrix(30, 1, 4, (i, j) -> 1);
          Lu lu = a.lu();
          DistributedMatrix x = lu.solve(b)) {
        assertThat(Reference.hpl(a.gatherAll(), x.gatherAll(), b.gatherAll(), 30, 1)).isLessThan(1);
      }
    }
    all.barrier();
  }

  @WeftTest(
      ranks = {1, 2, 4, 6, 9},
      apart = 4)
  void products(World world, Random random) {
    int[] shape = new int[3];
    long seed = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          long common = grid.ranks().all.broadcast(0, seed);
          var same = new Random(common);
          for (int block : BLOCKS) {
            for (int i = 0; i < 3; i++) {
              shape[i] = same.nextInt(i == 1 ? 300 : 70);
            }
            Op opA = same.nextBoolean() ? Op.PLAIN : Op.TRANSPOSED;
            Op opB = same.nextBoolean() ? Op.PLAIN : Op.TRANSPOSED;
            checkProduct(grid, block, shape[0], shape[1], shape[2], opA, opB);
          }
        });
  }

  static void checkProduct(Grid grid, int block, int m, int k, int n, Op opA, Op opB) {
    Elements first = Elements.random(5);
    Elements second = Elements.random(6);
    Elements third = Elements.random(7);
    double[] expected =
        Reference.multiply(
            Reference.fill(m, k, opA == Op.PLAIN ? first : (i, j) -> first.at(j, i)),
            Reference.fill(k, n, opB == Op.PLAIN ? second : (i, j) -> second.at(j, i)),
            m,
            k,
            n);
    double[] before = Reference.fill(m, n, third);
    for (int i = 0; i < expected.length; i++) {
      expected[i] = 2 * expected[i] - 0.5 * before[i];
    }
    try (DistributedMatrix a = grid.matrix(opA.rows(m, k), opA.columns(m, k), block, first);
        DistributedMatrix b = grid.matrix(opB.rows(k, n), opB.columns(k, n), block + 1, second);
        DistributedMatrix c = grid.matrix(m, n, block, third)) {
      c.gemm(2, a, opA, b, opB, -0.5);
      double[] result = c.gatherAll();
      for (int i = 0; i < result.length; i++) {
        assertThat(result[i])
            .as("%d × %d × %d, block %d, %s %s, on %s", m, k, n, block, opA, opB, grid)
            .isCloseTo(expected[i], org.assertj.core.data.Offset.offset(1e-12 * (k + 1)));
      }
    }
  }

  @WeftTest(ranks = {1, 2, 6})
  void gridsAreWideOrTall(World world) {
    Group all = Group.world(world);
    world.start();
    int shorter = world.size() == 6 ? 2 : 1;
    try (Grid wide = Grid.of(world, all);
        Grid tall = Grid.tall(world, all)) {
      assertThat(wide.rows()).isEqualTo(shorter);
      assertThat(wide.columns()).isEqualTo(world.size() / shorter);
      assertThat(tall.rows()).isEqualTo(world.size() / shorter);
      assertThat(tall.columns()).isEqualTo(shorter);
    }
  }
}
