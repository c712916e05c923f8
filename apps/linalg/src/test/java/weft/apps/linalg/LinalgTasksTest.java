// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.linalg.Grid;
import weft.linalg.NotDefiniteException;
import weft.linalg.SingularMatrixException;
import weft.linalg.kernel.Kernels;
import weft.testkit.WeftTest;

/// The checks of every task pass, with both kinds of kernels.
class LinalgTasksTest {
  private static Result run(World world, Grid grid, String... args) {
    return new LinalgTasks(world, grid, Options.parse(List.of(args), world.size())).run();
  }

  @WeftTest(
      ranks = {1, 4},
      transport = {"threads", "shm"})
  void everyTaskIsRight(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      for (String blas : new String[] {"java", "auto"}) {
        grid.using(Kernels.of(blas));
        for (String task : new String[] {"gemm", "lu", "cholesky", "qr"}) {
          Result result = run(world, grid, task, "--n", "100", "--block", "9", "--check");
          assertThat(result.checks()).as(task).isNotEmpty();
          assertThat(result.isRight()).as("%s with %s: %s", task, blas, result).isTrue();
          assertThat(result.rate()).isPositive();
          assertThat(result.local()).isPositive();
        }
      }
      Result mended = run(world, grid, "lu", "--kind", "wilkinson", "--n", "60", "--check");
      assertThat(mended.isRight()).isTrue();
      assertThat(mended.checks().get(0).value()).isEqualTo(0x1p59);
    }
  }

  @WeftTest(ranks = 2)
  void saysWhatCannotBeSolved(World world) {
    Group all = Group.world(world);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      assertThatThrownBy(() -> run(world, grid, "lu", "--kind", "ones", "--n", "20"))
          .isInstanceOf(SingularMatrixException.class);
      assertThatThrownBy(() -> run(world, grid, "cholesky", "--kind", "hilbert", "--n", "20"))
          .isInstanceOf(NotDefiniteException.class);
    }
  }
}
