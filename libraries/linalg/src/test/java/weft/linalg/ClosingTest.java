// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.Completion;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.Sampled;
import weft.testkit.TestJob;
import weft.testkit.WeftTest;

/// What one rank throws inside `try` ends the job with one report, whatever `close` and `free` the
/// rank runs on its way out.
@Sampled
class ClosingTest {
  /// What every rank does; rank 1 is `odd` and throws.
  private interface Scenario {
    void run(World world, Group all, boolean odd);
  }

  private static final long SEED = Chaos.seed(0);
  private static final String SENTENCE = "I give up";
  private static final Map<String, Scenario> SCENARIOS = new TreeMap<>();
  private static final int N = 40;

  private static void giveUp(boolean odd) {
    if (odd) {
      throw new IllegalStateException(SENTENCE);
    }
  }

  static {
    SCENARIOS.put(
        "a grid",
        (world, all, odd) -> {
          try (Grid grid = Grid.of(world, all)) {
            giveUp(odd);
            grid.matrix(N, N).oneNorm();
          }
        });
    SCENARIOS.put(
        "a grid in finally",
        (world, all, odd) -> {
          Grid grid = Grid.of(world, all);
          try {
            giveUp(odd);
            grid.matrix(N, N).oneNorm();
          } finally {
            grid.close();
          }
        });
    SCENARIOS.put("all kinds of factors", ClosingTest::factors);
    SCENARIOS.put("elements of a matrix", ClosingTest::elements);
    SCENARIOS.put("a factorisation", ClosingTest::factorisation);
    SCENARIOS.put("groups", ClosingTest::groups);
    SCENARIOS.put("an operation that ends half way", ClosingTest::operator);
    SCENARIOS.put("a pending operation", ClosingTest::pending);
  }

  private static void factors(World world, Group all, boolean odd) {
    try (Grid outer = Grid.tall(world, all);
        DistributedMatrix first = outer.matrix(N, N, Elements.positiveDefinite(1, N))) {
      try (Grid grid = Grid.of(world, all);
          DistributedMatrix a = first.redistribute(grid, 4);
          DistributedMatrix view = a.view(1, 1, N - 1, N - 1);
          Lu lu = a.lu();
          Cholesky cholesky = a.cholesky();
          Ldlt ldlt = a.ldlt();
          Qr qr = a.qr();
          DistributedMatrix b = grid.matrix(N, 1);
          DistributedMatrix x = lu.solve(b)) {
        giveUp(odd);
        cholesky.solve(b);
        ldlt.solve(x);
        qr.solve(view);
      }
    }
  }

  private static void elements(World world, Group all, boolean odd) {
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix a =
            grid.matrix(
                N,
                N,
                (i, j) -> {
                  giveUp(odd);
                  return 1;
                })) {
      a.infinityNorm();
    }
  }

  /// The exception leaves a panel under way, whose memory others still read.
  private static void factorisation(World world, Group all, boolean odd) {
    try (Grid grid = Grid.of(world, all, 1, world.size());
        DistributedMatrix a = grid.matrix(N, N, 4, Elements.random(2))) {
      grid.onProgress((done, of) -> giveUp(odd && done > 0));
      a.luInPlace().close();
    }
  }

  private static void groups(World world, Group all, boolean odd) {
    Group outer = all.dup();
    try {
      Group own = outer.dup();
      try {
        Group row = own.split(world.rank() % 2, 0);
        try {
          giveUp(odd);
          row.barrier();
          own.barrier();
          own.allreduce(new double[5000], Operator.SUM);
        } finally {
          row.free();
        }
      } finally {
        own.free();
      }
    } finally {
      outer.free();
    }
  }

  private static void operator(World world, Group all, boolean odd) {
    Group own = all.dup();
    Operator fails =
        Operator.ofDoubles(
            "fails",
            (a, b) -> {
              giveUp(odd);
              return a + b;
            },
            true);
    try {
      double[] values = new double[3000];
      own.run(Operation.reduce(1, Data.of(values), fails)); // rank 1 combines
      own.barrier();
    } finally {
      own.free();
    }
  }

  private static void pending(World world, Group all, boolean odd) {
    Group own = all.dup();
    Completion done = world.completion();
    try {
      if (odd) {
        own.start(Operation.allreduce(Data.of(new double[1000]), Operator.SUM), done);
      }
      giveUp(odd);
      own.barrier();
    } finally {
      if (own.isIdle()) {
        own.free();
      }
    }
  }

  static final class Program implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) {
      Group all = Group.world(world);
      world.start();
      Scenario it = SCENARIOS.get(args.get(0));
      if (it == null) {
        throw new IllegalArgumentException("no scenario is called " + args.get(0));
      }
      it.run(world, all, world.rank() == 1);
    }

    @Override
    public boolean failsOnPurpose() {
      return true;
    }
  }

  @TestFactory
  Stream<DynamicTest> oneReportShowsTheException() {
    return Stream.of("threads", "shm").flatMap(transport -> tests(transport, 2, 5));
  }

  private static Stream<DynamicTest> tests(String transport, int... sizes) {
    return SCENARIOS.keySet().stream()
        .filter(name -> Effort.current().tries(transport, name, SEED, 1))
        .flatMap(name ->
            Arrays.stream(sizes)
                .mapToObj(ranks -> new TestJob(Program.class, List.of(name), ranks, transport)))
        .map(job ->
            DynamicTest.dynamicTest(
                "%s (%s × %d)".formatted(job.args().get(0), job.transport(), job.ranks()),
                () -> check(job.withTimeout(Duration.ofSeconds(60)))));
  }

  private static void check(TestJob job) {
    JobResult result = job.run();
    assertThat(result.failure()).as("the job's failure").isNotNull();
    assertThat(result.failure()).isNotInstanceOf(AssertionError.class);
    assertThat(result.failures()).as("ranks that failed by themselves").hasSize(1);
    assertThat(result.failures().get(0)).hasMessageContaining(SENTENCE);
    assertThat(result.ranks()) // some have nothing more to do, and end before they learn of it
        .allSatisfy(
            rank -> assertThat(rank.ended() ? SENTENCE : rank.thrown() + "").contains(SENTENCE));
  }

  /// What all ranks throw alike can be caught, and the next grid works.
  @WeftTest(
      ranks = {2, 5},
      transport = {"threads", "shm"})
  void aCancelledFactorisationLeavesARunningJob(World world) {
    Group all = Group.world(world);
    world.start();
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() -> cancel(world, all)).hasMessage(SENTENCE).hasNoSuppressedExceptions();
    }
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix a = grid.matrix(N, N, Elements.random(2));
        Lu lu = a.lu();
        DistributedMatrix b = grid.matrix(N, 1, Elements.random(3));
        DistributedMatrix x = lu.solve(b)) {
      assertThat(a.residual(x, b)).isLessThan(1);
    }
  }

  private static void cancel(World world, Group all) {
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix a = grid.matrix(N, N, 4, Elements.random(2))) {
      grid.onProgress((done, of) -> giveUp(done > 0));
      a.luInPlace().close();
    }
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void aGridClosesTwiceAndIsRefusedAfterwards(World world) {
    Group all = Group.world(world);
    world.start();
    Grid grid = Grid.of(world, all);
    grid.close();
    grid.close();
    assertThatThrownBy(() -> grid.matrix(3, 3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was closed");
  }
}
