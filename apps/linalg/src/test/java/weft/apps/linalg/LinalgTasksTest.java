// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.NotDefiniteException;
import weft.linalg.SingularMatrixException;
import weft.linalg.kernel.Kernels;
import weft.model.partition.Partition;
import weft.options.OptionException;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// The checks of every task pass, with both kinds of kernels.
@Sampled
class LinalgTasksTest {
  private static Result run(World world, Grid grid, String... args) {
    return new LinalgTasks(world, grid, TaskOptions.parse(List.of(args), world.size())).run();
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
        for (String task : new String[] {"gemm", "lu", "cholesky", "ldlt", "qr", "solve"}) {
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

  /// Every task and check of a matrix without elements.
  @WeftTest(ranks = {1, 3})
  void emptyMatricesAreRight(World world) throws IOException {
    Group all = Group.world(world);
    world.start();
    Path file =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("weft-empty-" + ProcessHandle.current().pid() + ".npy");
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix empty = grid.matrix(0, 0)) {
      empty.write(file);
      for (String task : new String[] {"gemm", "lu", "cholesky", "ldlt", "qr", "solve"}) {
        Result result = run(world, grid, task, "--input", file.toString(), "--check");
        assertThat(result.isRight()).as("%s: %s", task, result).isTrue();
      }
    }
    all.barrier();
    if (world.rank() == 0) {
      Files.delete(file);
    }
  }

  /// Unequal rectangles, a last block that is not whole, and a slow rank.
  @WeftTest(
      ranks = {1, 2, 3, 5},
      apart = 3,
      transport = {"threads", "shm"})
  void productsOnRectangles(World world) {
    Group all = Group.world(world);
    world.start();
    int ranks = world.size();
    String weights =
        List.of("4", "1", "2", "0.5", "3").subList(0, ranks).stream()
            .collect(java.util.stream.Collectors.joining(","));
    String throttle = "1,3,1,2,1".substring(0, 2 * ranks - 1);
    for (String block : new String[] {"7", "16", "64"}) {
      SummaOptions options =
          SummaOptions.parse(
              List.of(
                  "--n",
                  "150",
                  "--block",
                  block.equals("64") && ranks > 3 ? "32" : block,
                  "--weights",
                  weights,
                  "--throttle",
                  throttle,
                  "--check"),
              ranks);
      assertThat(new Summa(world, all, options).run()).isTrue();
    }
  }

  /// On a grid of P × Q equal rectangles a rank receives n²(Q − 1)/(PQ) + n²(P − 1)/(PQ) words.
  @WeftTest(ranks = {1, 2, 4, 9})
  void wordsAreThoseOfTheFormula(World world) {
    Group all = Group.world(world);
    world.start();
    int n = 144;
    int rows = (int) Math.sqrt(world.size());
    int columns = world.size() / rows;
    double[] equal = new double[world.size()];
    Arrays.fill(equal, 1);
    try (var product =
        new RectangleProduct(
            world, all, Kernels.java(), Partition.of(n / 8, n / 8, equal), n, 8, 1)) {
      product.fill(Elements.random(1), Elements.random(2));
      all.barrier();
      product.multiply();
      assertThat(product.received()).isEqualTo((long) n * n / world.size() * (rows + columns - 2));
      all.barrier();
    }
  }

  @WeftTest(ranks = 2)
  void summaSaysWhatCannotBe(World world) {
    world.start();
    for (String[] wrong :
        new String[][] {
          {"--weights", "1"}, {"--weights", "1,0"}, {"--throttle", "1,1.5"}, {"--throttle", "0,1"}
        }) {
      assertThatThrownBy(() -> SummaOptions.parse(List.of(wrong), world.size()))
          .isInstanceOf(OptionException.class)
          .hasMessageContaining("is not possible");
    }
    assertThatThrownBy(() -> SweepOptions.parse(List.of("--n", "10,x"), world.size()))
        .hasMessageContaining("--n x is not possible");
    assertThatThrownBy(() -> SweepOptions.parse(List.of("--grid-rows", "3"), world.size()))
        .hasMessageContaining("--grid-rows 3 is not possible");
  }

  /// A sweep prints, and its page has all pictures.
  @WeftTest(ranks = 2)
  void sweepWritesAPage(World world) {
    Group all = Group.world(world);
    world.start();
    Path page =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("weft-sweep-" + ProcessHandle.current().pid() + ".html");
    SweepOptions options =
        SweepOptions.parse(
            List.of(
                "--tasks=gemm,ldlt,lu",
                "--n=40,60",
                "--block=8,16",
                "--panel=0,4",
                "--repeat=1",
                "--report=" + page),
            world.size());
    new BlockingSweep(world, all, options).run();
    if (world.rank() == 0) {
      assertThat(page).content().contains("GF/s by order", "without lookahead", "Who owns what");
      assertThat(page.toFile().delete()).isTrue();
    }
  }

  /// A page of summa shows the owners of both cuts.
  @WeftTest(ranks = 3)
  void summaWritesAPage(World world) {
    Group all = Group.world(world);
    world.start();
    Path page =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("weft-summa-" + ProcessHandle.current().pid() + ".html");
    SummaOptions options =
        SummaOptions.parse(
            List.of("--n=60", "--block=5", "--weights=3,1,2", "--check", "--report=" + page),
            world.size());
    assertThat(new Summa(world, all, options).run()).isTrue();
    if (world.rank() == 0) {
      assertThat(page)
          .content()
          .contains(
              "Equal rectangles: who owns what",
              "Weights 3.00, 1.00, 2.00: who owns what",
              "rank 2");
      assertThat(page.toFile().delete()).isTrue();
    }
    Path nowhere = page.resolveSibling("no-such-folder").resolve("a.html");
    assertThatThrownBy(() -> SummaOptions.parse(List.of("--report", nowhere.toString()), 3))
        .isInstanceOf(OptionException.class);
  }
}
