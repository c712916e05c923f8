// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import weft.HeapExhaustedException;
import weft.World;
import weft.collective.Group;
import weft.linalg.kernel.Op;
import weft.testkit.WeftTest;

/// Every mistake is one sentence, the same on every rank, and the job goes on.
class BadInputTest {
  @WeftTest(ranks = {1, 4})
  void shapesThatDoNotFit(World world) {
    Group all = Group.world(world);
    world.start();
    assertThatThrownBy(() -> Grid.of(world, all, 3, 5))
        .hasMessageContaining("a grid of 3 × 5 ranks needs 15; the group has " + world.size());
    try (Grid grid = Grid.of(world);
        DistributedMatrix a = grid.matrix(4, 5);
        DistributedMatrix b = grid.matrix(4, 5)) {
      assertThatThrownBy(() -> a.times(b))
          .hasMessageContaining("a product of 4 × 5 and 4 × 5 cannot become a matrix of 4 × 5");
      assertThatThrownBy(() -> b.gemm(1, a, Op.TRANSPOSED, b, Op.PLAIN, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(a::cholesky)
          .hasMessage("cholesky needs a square matrix; this one is 4 × 5");
      try (Lu lu = a.lu()) {
        assertThatThrownBy(() -> lu.solve(b)).hasMessageContaining("needs a square matrix");
        assertThatThrownBy(lu::logDeterminant).hasMessageContaining("needs a square matrix");
      }
      assertThatThrownBy(() -> a.part(1, 1, 4, 1)).hasMessageContaining("not within a matrix");
      assertThatThrownBy(() -> grid.matrix(0, new double[3], 2, 2, 1))
          .hasMessageContaining("has 3 elements; a matrix of 2 × 2 has 4");
    }
  }

  @WeftTest(ranks = {1, 2, 4})
  void singularAndNotDefinite(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix zero = grid.matrix(9, 9, 2);
        DistributedMatrix ones = grid.matrix(9, 9, 2, (i, j) -> 1);
        DistributedMatrix b = grid.matrix(9, 1, 2);
        Lu none = zero.lu();
        Lu lu = ones.lu()) {
      assertThatThrownBy(() -> none.solve(b))
          .isInstanceOfSatisfying(
              SingularMatrixException.class, e -> assertThat(e.column()).isEqualTo(0));
      assertThatThrownBy(() -> lu.solve(b))
          .isInstanceOfSatisfying(
              SingularMatrixException.class, e -> assertThat(e.column()).isEqualTo(1))
          .hasMessageContaining("its column 1 (from 0) depends on those before it");
      assertThat(lu.condition()).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(lu.determinantSign()).isZero();
      assertThat(lu.logDeterminant()).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThatThrownBy(ones::cholesky)
          .isInstanceOfSatisfying(
              NotDefiniteException.class, e -> assertThat(e.index()).isEqualTo(1));
    }
    // Rounding takes positive definiteness from a Hilbert matrix of order 20.
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix hilbert = grid.matrix(20, 20, 3, (i, j) -> 1.0 / (i + j + 1))) {
      assertThatThrownBy(hilbert::cholesky)
          .isInstanceOfSatisfying(
              NotDefiniteException.class, e -> assertThat(e.index()).isBetween(11L, 15L));
    }
  }

  /// A pivot that is not positive ends the factorisation, in whichever panel it is.
  @WeftTest(ranks = {1, 2, 4, 6})
  void notDefiniteInALaterPanel(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int bad : new int[] {0, 17, 38, 59}) {
            Elements elements = (i, j) -> i == j ? (i == bad ? -1 : 90) : 1;
            for (int block : new int[] {3, 16}) {
              try (DistributedMatrix a = grid.matrix(60, 60, block, elements)) {
                for (Blocking blocking : Reference.blockings(block)) {
                  assertThatThrownBy(() -> a.cholesky(blocking))
                      .isInstanceOfSatisfying(
                          NotDefiniteException.class, e -> assertThat(e.index()).isEqualTo(bad));
                }
              }
            }
          }
        });
  }

  @WeftTest(ranks = {1, 4, 6})
  void notFinite(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
        Elements elements =
            (i, j) -> i == 17 && j == 5 || i == 18 && j == 0 ? bad : i == j ? 20 : 1;
        try (DistributedMatrix a = grid.matrix(20, 20, 3, elements)) {
          assertThatThrownBy(a::lu)
              .isInstanceOf(NotFiniteException.class)
              .hasMessageContaining("the element in row 17, column 5 (from 0) is NaN or infinite");
          assertThatThrownBy(a::cholesky).isInstanceOf(NotFiniteException.class);
          assertThatThrownBy(a::qr)
              .isInstanceOf(NotFiniteException.class)
              .hasMessageContaining("row 17, column 5");
        }
      }
    }
  }

  @WeftTest(
      ranks = {1, 3},
      heap = 1 << 20)
  void tooLittleHeap(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      long used = world.heap().used();
      assertThatThrownBy(() -> grid.matrix(2000, 2000))
          .isInstanceOf(HeapExhaustedException.class)
          .hasMessageContaining("a matrix of 2000 × 2000 in blocks of 64 takes")
          .hasMessageContaining("give weft run --heap ");
      assertThat(world.heap().used()).isEqualTo(used);
    }
  }

  /// Ranks that ask for different things are told what each of them asks for.
  @WeftTest(ranks = {2, 4})
  void ranksThatDisagree(World world) {
    Group all = Group.world(world);
    world.start();
    int other = world.rank() == 1 ? 1 : 0;
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix a = grid.matrix(20, 20, 4, (i, j) -> i == j ? 5 : 1)) {
      long used = world.heap().used();
      assertThatThrownBy(() -> grid.matrix(20, 20 + other, 4))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("disagree: rank 0 needs memory for a matrix of 20 × 20 in blocks")
          .hasMessageContaining("rank 1 for a matrix of 20 × 21");
      assertThatThrownBy(() -> grid.matrix(20, 20, 4 + other)).hasMessageContaining("disagree");
      assertThatThrownBy(() -> a.lu(Blocking.of(2 + other)))
          .hasMessageContaining("rank 1 for lu by panels of 3 columns");
      assertThatThrownBy(() -> a.cholesky(new Blocking(2, other == 0)))
          .hasMessageContaining("rank 1 for cholesky by panels of 2 columns, without lookahead");
      assertThatThrownBy(() -> a.ldlt(Blocking.of(2 + other))).hasMessageContaining("disagree");
      assertThatThrownBy(() -> (other == 0 ? a.lu() : a.cholesky()).close())
          .hasMessageContaining("rank 0 needs memory for lu by panels")
          .hasMessageContaining("rank 1 for cholesky by panels");
      assertThatThrownBy(() -> (other == 0 ? a.qr() : a.ldltRook()).close())
          .hasMessageContaining("rank 0 needs memory for qr by panels")
          .hasMessageContaining("rank 1 for ldltRook by panels");
      assertThat(world.heap().used()).isEqualTo(used);
    }
    assertThatThrownBy(
            () -> Grid.of(world, all, other == 0 ? 1 : world.size(), other == 0 ? world.size() : 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 0 makes a grid of 1 × " + world.size())
        .hasMessageContaining("rank 1 a grid of " + world.size() + " × 1");
  }

  /// Products of which the ranks give different factors, that need no other messages.
  @WeftTest(ranks = {2, 4})
  void ranksThatMultiplyDifferently(World world) {
    Group all = Group.world(world);
    world.start();
    int other = world.rank() == 1 ? 1 : 0;
    try (Grid grid = Grid.of(world, all);
        Grid turned = Grid.tall(world, all);
        DistributedMatrix a = grid.matrix(20, 20, 4, Elements.random(1));
        DistributedMatrix there = turned.matrix(20, 20, 4, Elements.random(1));
        DistributedMatrix c = grid.matrix(20, 20, 4)) {
      long used = world.heap().used();
      for (double alpha : new double[] {0, 2, -0.0, Double.NaN}) {
        assertThatThrownBy(() -> c.gemm(other == 0 ? 1 : alpha, a, Op.PLAIN, a, Op.PLAIN, 0))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("rank 0 computes a product with α = 1.0, β = 0.0, A: matrix")
            .hasMessageContaining("rank 1 with α = " + alpha);
      }
      assertThatThrownBy(() -> c.gemm(1, a, Op.PLAIN, a, Op.PLAIN, other))
          .hasMessageContaining("β = 1.0");
      assertThatThrownBy(() -> c.gemm(1, a, other == 0 ? Op.PLAIN : Op.TRANSPOSED, a, Op.PLAIN, 0))
          .hasMessageContaining(", transposed");
      assertThatThrownBy(() ->
              c.view(0, 0, 8, 8)
                  .gemm(1, a.view(4, 0, 8, 8), Op.PLAIN, a.view(8, other, 8, 8), Op.PLAIN, 0))
          .hasMessageContaining("B: view from (8, 0) of 8 × 8 of a matrix of 20 × 20")
          .hasMessageContaining("B: view from (8, 1)");
      assertThatThrownBy(() -> c.gemm(1, other == 0 ? a : there, Op.PLAIN, a, Op.PLAIN, 0))
          .hasMessageContaining("disagree");
      assertThat(world.heap().used()).isEqualTo(used);
      c.gemm(1, a, Op.PLAIN, a, Op.PLAIN, 0);
    }
  }

  /// Shapes that no machine holds are refused before anything is allocated.
  @WeftTest(ranks = {1, 2})
  void absurdShapes(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all, world.size(), 1)) {
      long used = world.heap().used();
      long most = Long.MAX_VALUE;
      long[][] shapes = {
        {0, most}, {most, 0}, {most, most}, {0, 3_000_000_000L}, {1L << 31, 1L << 30}, {-1, 0}
      };
      for (long[] shape : shapes) {
        for (int block : new int[] {1, 4, Integer.MAX_VALUE}) {
          assertThatThrownBy(() -> grid.matrix(shape[0], shape[1], block))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("a matrix of %d × %d".formatted(shape[0], shape[1]));
        }
      }
      assertThatThrownBy(() -> grid.matrix(0, new double[2], most, 2, 4))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> grid.matrix(3, 3, 0)).isInstanceOf(IllegalArgumentException.class);
      try (DistributedMatrix small = grid.matrix(3, 3, Integer.MAX_VALUE, Elements.identity());
          DistributedMatrix thin = grid.matrix(0, 2_000_000_000)) {
        assertThat(small.oneNorm()).isEqualTo(1);
        assertThat(thin.oneNorm()).isZero();
        assertThat(thin.infinityNorm()).isZero();
        assertThat(thin.frobeniusNorm()).isZero();
      }
      assertThat(world.heap().used()).isEqualTo(used);
    }
  }

  /// Factors in place own the memory, whatever is closed first.
  @WeftTest(ranks = {1, 4})
  void factorsOutliveTheMatrix(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix b = grid.matrix(30, 1, 4, (i, j) -> 1)) {
      long used = world.heap().used();
      DistributedMatrix a = grid.matrix(30, 30, 4, Elements.positiveDefinite(1, 30));
      DistributedMatrix view = a.view(0, 0, 3, 3);
      try (Cholesky cholesky = a.choleskyInPlace()) {
        a.close();
        assertThatThrownBy(a::oneNorm).hasMessageContaining("choleskyInPlace took it over");
        assertThatThrownBy(view::oneNorm).hasMessageContaining("choleskyInPlace took it over");
        assertThatThrownBy(a::luInPlace).isInstanceOf(IllegalStateException.class);
        cholesky.solve(b).close();
      }
      a.close();
      assertThat(world.heap().used()).isEqualTo(used);
    }
  }

  @WeftTest(ranks = 4)
  void foreignGrids(World world) {
    Group all = Group.world(world);
    world.start();
    Group turned = all.subgroup(3, 2, 1, 0);
    if (turned == null) {
      throw new AssertionError("every rank is in the subgroup");
    }
    try (Grid grid = Grid.of(world, all);
        Grid other = Grid.of(world, turned);
        DistributedMatrix a = grid.matrix(6, 6, 2);
        DistributedMatrix b = other.matrix(6, 6, 2)) {
      assertThatThrownBy(() -> a.times(b)).hasMessageContaining("of other ranks");
      assertThatThrownBy(() -> a.redistribute(other, 3)).hasMessageContaining("of other ranks");
      assertThatThrownBy(() -> a.add(1, b)).hasMessageContaining("of other ranks");
    }
  }

  /// What factors take over is theirs; nothing stays in the heap.
  @WeftTest(ranks = {1, 4})
  void nothingIsLeftBehind(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      all.barrier();
      long used = world.heap().used();
      try (DistributedMatrix a = grid.matrix(50, 50, 4, Elements.random(1));
          DistributedMatrix b = grid.matrix(50, 1, 4, (i, j) -> 1)) {
        try (Lu lu = a.luInPlace();
            DistributedMatrix x = lu.solve(b)) {
          assertThat(x.greatest()).isFinite();
        }
        assertThatThrownBy(() -> a.greatest())
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("used after it was closed");
      }
      assertThat(world.heap().used()).isEqualTo(used);
    }
  }
}
