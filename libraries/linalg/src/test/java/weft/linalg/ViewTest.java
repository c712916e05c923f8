// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.Random;
import weft.World;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Triangles;
import weft.testkit.WeftTest;

/// Views begin anywhere, are the matrix itself, and are operands as any other matrix.
class ViewTest {
  private static final int N = 41;
  private static final Elements PLACES = (i, j) -> 1000.0 * i + j;

  @WeftTest(
      ranks = {1, 2, 4, 6},
      apart = 4)
  void viewsAreTheMatrix(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : new int[] {1, 3, 8, 64}) {
            int row = same.nextInt(N);
            int column = same.nextInt(N);
            int rows = same.nextInt(N - row + 1);
            int columns = same.nextInt(N - column + 1);
            try (DistributedMatrix a = grid.matrix(N, N, block, PLACES);
                DistributedMatrix view = a.view(row, column, rows, columns);
                DistributedMatrix part = a.part(row, column, rows, columns);
                DistributedMatrix turned = view.transpose()) {
              double[] expected =
                  Reference.fill(rows, columns, (i, j) -> PLACES.at(row + i, column + j));
              assertThat(view.gatherAll()).isEqualTo(expected).isEqualTo(part.gatherAll());
              assertThat(turned.gatherAll())
                  .isEqualTo(Reference.transpose(expected, rows, columns));
              assertThat(view.oneNorm()).isEqualTo(part.oneNorm());
              view.scale(2);
              view.add(1, part);
              Elements changed =
                  (i, j) ->
                      PLACES.at(i, j)
                          * (i >= row && i < row + rows && j >= column && j < column + columns
                              ? 3
                              : 1);
              assertThat(Arrays.equals(a.gatherAll(), Reference.fill(N, N, changed))).isTrue();
              viewOfAView(view);
            }
          }
        });
  }

  private static void viewOfAView(DistributedMatrix view) {
    if (view.rows() > 2 && view.columns() > 3) {
      double[] whole = view.gatherAll();
      int columns = (int) view.columns();
      int rows = (int) view.rows() - 2;
      try (DistributedMatrix inner = view.view(2, 3, rows, columns - 3)) {
        assertThat(inner.gatherAll())
            .isEqualTo(
                Reference.fill(
                    rows, columns - 3, (i, j) -> whole[(int) ((i + 2) * columns + j + 3)]));
      }
    }
  }

  /// A block algorithm of a user's own: A22 −= A21·A12 within one matrix.
  @WeftTest(
      ranks = {1, 2, 4, 6},
      apart = 4)
  void productsOfViews(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : new int[] {1, 3, 8, 64}) {
            int k = 1 + same.nextInt(N - 2);
            int rest = N - k;
            Elements elements = Elements.random(same.nextLong());
            try (DistributedMatrix a = grid.matrix(N, N, block, elements);
                DistributedMatrix a21 = a.view(k, 0, rest, k);
                DistributedMatrix a12 = a.view(0, k, k, rest);
                DistributedMatrix a22 = a.view(k, k, rest, rest);
                DistributedMatrix turned = a12.transpose()) {
              double[] product =
                  Reference.multiply(a21.gatherAll(), a12.gatherAll(), rest, k, rest);
              double[] expected = Reference.minus(a22.gatherAll(), product);
              a22.gemm(-0.5, a21, Op.PLAIN, a12, Op.PLAIN, 1);
              a22.gemm(-0.5, a21, Op.PLAIN, turned, Op.TRANSPOSED, 1);
              double[] found = a22.gatherAll();
              for (int i = 0; i < found.length; i++) {
                assertThat(found[i])
                    .as("cut at %d, block %d, on %s", k, block, grid)
                    .isCloseTo(expected[i], offset(1e-12));
              }
              double[] untouched = a.gatherAll();
              for (int i = 0; i < k * N; i++) {
                assertThat(untouched[i]).isEqualTo(elements.at(i / N, i % N));
              }
            }
          }
        });
  }

  @WeftTest(ranks = {1, 4})
  void viewsAreFactoredAndSolvedWith(World world) {
    Elements random = Elements.random(8);
    Elements elements = (i, j) -> i == j ? 6 : random.at(i, j);
    Reference.onEveryGrid(
        world,
        grid -> {
          try (DistributedMatrix a = grid.matrix(N, N, 4, elements);
              DistributedMatrix view = a.view(5, 5, 30, 30);
              DistributedMatrix b = grid.matrix(N, 3, 7, random);
              DistributedMatrix sides = b.view(2, 1, 30, 2);
              Lu lu = view.lu();
              Qr qr = view.qr();
              DistributedMatrix x = lu.solve(sides);
              DistributedMatrix y = qr.solve(sides);
              DistributedMatrix z =
                  view.solveTriangular(Triangles.Shape.LOWER, Op.TRANSPOSED, sides)) {
            assertThat(view.residual(x, sides)).isLessThan(1);
            assertThat(view.residual(y, sides)).isLessThan(1);
            assertThat(z.rows()).isEqualTo(30);
            lu.refine(view, sides, x);
            assertThat(view.residual(x, sides)).isLessThan(1);
            assertThat(a.gatherAll()).isEqualTo(Reference.fill(N, N, elements));
          }
        });
  }

  @WeftTest(ranks = {1, 2})
  void whatViewsCannot(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          DistributedMatrix a = grid.matrix(6, 6, 2);
          DistributedMatrix left = a.view(0, 0, 6, 3);
          DistributedMatrix square = a.view(0, 2, 3, 3);
          assertThatThrownBy(() -> a.view(4, 0, 3, 1)).hasMessageContaining("not within a matrix");
          assertThatThrownBy(
                  () -> square.gemm(1, a.view(0, 0, 3, 3), Op.PLAIN, square, Op.PLAIN, 0))
              .hasMessageContaining("the result of a product overlaps one of its factors");
          assertThatThrownBy(square::luInPlace)
              .hasMessageContaining("luInPlace cannot take over a view")
              .hasMessageContaining("give lu, which copies");
          left.close();
          a.fill((i, j) -> 1);
          a.close();
          assertThatThrownBy(square::greatest).hasMessageContaining("used after it was closed");
        });
  }
}
