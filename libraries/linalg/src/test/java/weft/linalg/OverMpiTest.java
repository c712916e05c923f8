// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import weft.World;
import weft.linalg.kernel.Op;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The oracles hold over MPI: with both libraries, with ranks that talk beside it and with all that
/// they send carried by it.
@Sampled
class OverMpiTest {
  private static final String OPEN_MPI = "mpi:WEFT_MPI=openmpi";
  private static final String ALL_BY_OPEN_MPI = "mpi:WEFT_MPI=openmpi,WEFT_NETWORK_ONLY=1";
  private static final String ALL_BY_MPICH = "mpi:WEFT_MPI=mpich,WEFT_NETWORK_ONLY=1";
  private static final int[] BLOCKS = {3, 16};

  @BeforeEach
  void isThere() {
    assumeTrue(MpiInstallations.missing().isEmpty(), () -> MpiInstallations.missing().orElse(""));
  }

  @WeftTest(
      ranks = {2, 4},
      transport = {OPEN_MPI, ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void factorsAndSolutions(World world, Random random) {
    long mine = random.nextLong();
    Reference.onEveryGrid(
        world,
        grid -> {
          var same = new Random(grid.ranks().all.broadcast(0, mine));
          for (int block : BLOCKS) {
            int n = 40 + same.nextInt(60);
            int m = 40 + same.nextInt(60);
            for (Blocking blocking : Reference.blockings(block)) {
              FactorsTest.checkLu(grid, block, m, n, Elements.random(1), blocking);
              FactorsTest.checkLu(grid, block, n, n, Elements.random(2), blocking);
              FactorsTest.checkCholesky(grid, block, n, Elements.positiveDefinite(3, n), blocking);
              QrTest.check(grid, block, m, n, Elements.random(4), blocking);
            }
            try (DistributedMatrix a = grid.matrix(n, n, block, Elements.symmetric(5));
                Ldlt plain = a.ldlt();
                Ldlt rook = a.ldltRook(Blocking.of(7))) {
              LdltTest.check(a, plain, "on " + grid);
              LdltTest.check(a, rook, "rook, on " + grid);
            }
          }
        });
  }

  @WeftTest(
      ranks = {2, 3, 4},
      transport = {ALL_BY_OPEN_MPI, ALL_BY_MPICH})
  void productsAndMoves(World world) {
    Reference.onEveryGrid(
        world,
        grid -> {
          for (int block : BLOCKS) {
            MatrixTest.check(grid, block, 65, 70);
            MatrixTest.checkProduct(grid, block, 37, 150, 41, Op.PLAIN, Op.TRANSPOSED);
            MatrixTest.checkProduct(grid, block, 60, 90, 30, Op.PLAIN, Op.PLAIN);
          }
        });
  }
}
