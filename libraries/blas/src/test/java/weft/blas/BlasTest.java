// SPDX-License-Identifier: Apache-2.0
package weft.blas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;
import weft.World;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.Lu;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.Triangles;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The native products are those of portable Java; libraries that cannot be used are refused.
@Sampled
class BlasTest {
  @TempDir private Path folder;

  private static Kernels found() {
    Kernels kernels = new BlasProvider().find();
    assumeTrue(kernels != null, "no OpenBLAS is installed (Debian: libopenblas0-pthread)");
    return kernels;
  }

  @Test
  void multipliesAsJavaDoes() {
    Kernels blas = found();
    assertThat(blas.name()).startsWith("OpenBLAS ").contains("kernel");
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int trial = 0; trial < 60; trial++) {
      int m = random.nextInt(40);
      int n = random.nextInt(40);
      int k = random.nextInt(300);
      Op opA = random.nextBoolean() ? Op.PLAIN : Op.TRANSPOSED;
      Op opB = random.nextBoolean() ? Op.PLAIN : Op.TRANSPOSED;
      double beta = random.nextInt(3) - 1;
      try (Arena arena = Arena.ofConfined()) {
        Tile a = tile(arena, random, (int) opA.rows(m, k), (int) opA.columns(m, k));
        Tile b = tile(arena, random, (int) opB.rows(k, n), (int) opB.columns(k, n));
        Tile c = tile(arena, random, m, n);
        Tile expected = Tile.ofArray(m, n);
        expected.copyFrom(c);
        blas.gemm(-1.5, a, opA, b, opB, beta, c);
        Kernels.java().gemm(-1.5, a, opA, b, opB, beta, expected);
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            assertThat(c.get(i, j))
                .as("seed %d, trial %d", seed, trial)
                .isCloseTo(expected.get(i, j), offset(1e-11));
          }
        }
      }
    }
  }

  /// Triangular solves, and transpositions.
  @Test
  void solvesAndTransposesAsJavaDoes() {
    Kernels blas = found();
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int trial = 0; trial < 60; trial++) {
      int n = random.nextInt(40);
      int m = random.nextInt(60);
      Op op = random.nextBoolean() ? Op.PLAIN : Op.TRANSPOSED;
      for (Triangles.Shape shape : Triangles.Shape.values()) {
        try (Arena arena = Arena.ofConfined()) {
          Tile t = tile(arena, random, n, n);
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              t.set(i, j, i == j ? 2 : t.get(i, j) / n);
            }
          }
          String what = "seed %d, trial %d, %s".formatted(seed, trial, shape);
          Tile left = tile(arena, random, n, m);
          Tile expected = Tile.ofArray(n, m);
          expected.copyFrom(left);
          blas.solve(shape, t, op, left);
          Kernels.java().solve(shape, t, op, expected);
          assertSame(left, expected, what);

          Tile transposed = tile(arena, random, m, n);
          blas.transpose(left, transposed);
          Tile copy = Tile.ofArray(m, n);
          copy.transposeFrom(left);
          assertSame(transposed, copy, what);
        }
      }
    }
  }

  private static void assertSame(Tile found, Tile expected, String what) {
    for (int i = 0; i < found.rows(); i++) {
      for (int j = 0; j < found.columns(); j++) {
        assertThat(found.get(i, j)).as(what).isCloseTo(expected.get(i, j), offset(1e-11));
      }
    }
  }

  private static Tile tile(Arena arena, Random random, int rows, int columns) {
    int stride = columns + random.nextInt(5);
    MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, 8 + (long) rows * stride);
    Tile tile = new Tile(memory, random.nextInt(8), rows, columns, stride);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        tile.set(i, j, random.nextDouble() - 0.5);
      }
    }
    return tile;
  }

  /// Ranks as threads call the library at the same time.
  @WeftTest(ranks = {1, 4})
  void factorsWithTheBestLibrary(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix a = grid.matrix(300, 300, 16, Elements.random(4));
        DistributedMatrix b = grid.matrix(300, 2, 16, Elements.random(5));
        Lu lu = a.lu();
        Lu again = a.lu();
        DistributedMatrix x = lu.solve(b)) {
      assertThat(a.residual(x, b)).isLessThan(1);
      assertThat(again.factors().gatherAll()).isEqualTo(lu.factors().gatherAll());
    }
  }

  @Test
  void refusesWhatIsNoLibrary() throws Exception {
    Path text = Files.writeString(folder.resolve("libtext.so"), "no library");
    assertThatThrownBy(() -> Kernels.of(text.toString()))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("cannot be loaded");
    assertThatThrownBy(() -> Kernels.of(folder.resolve("none.so").toString()))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("there is no BLAS library at ");
    Path libc = Path.of("/lib/x86_64-linux-gnu/libm.so.6");
    assumeTrue(Files.exists(libc), "no libm.so.6 where Debian has it");
    assertThatThrownBy(() -> Kernels.of(libc.toString()))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("is not a BLAS library: it has no cblas_dgemm");
  }
}
