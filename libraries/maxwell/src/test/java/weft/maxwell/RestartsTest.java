// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.multipole.MultipoleProduct;
import weft.overlap.Tuner;
import weft.testkit.Sampled;

/// Solutions that end at random moments, and go on on another number of ranks.
@Sampled
final class RestartsTest {
  private static final double RESIDUAL = 1e-3;
  private static final int SOURCES = 11;

  /// The states of all ranks in memory. After some calls on each rank all of them end.
  private static final class Ending implements SolverStates {
    private final List<SolverState> restored;
    private final SolverState[] saved;
    private final int rank;
    private int left;

    Ending(List<SolverState> restored, SolverState[] saved, int rank, int steps) {
      this.restored = restored;
      this.saved = saved;
      this.rank = rank;
      left = steps;
    }

    @Override
    public boolean isOn() {
      return true;
    }

    @Override
    public List<SolverState> restored() {
      return restored;
    }

    @Override
    public void saveIfDue(Supplier<SolverState> state) {
      if (left-- == 0) {
        SolverState now = state.get();
        List<double[]> copies = now.solutions().stream().map(double[]::clone).toList();
        saved[rank] = new SolverState(now.first(), copies, List.copyOf(now.steps()));
        throw new EndException();
      }
    }
  }

  private static final class EndException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static void run(int ranks, Consumer<World> body) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(body::accept);
    }
  }

  private static List<PlaneWave> waves() {
    List<PlaneWave> waves = new ArrayList<>();
    for (int i = 0; i < SOURCES; i++) {
      waves.add(PlaneWave.theta(new Direction(20 + 15 * i, 10 * i)));
    }
    return waves;
  }

  private static MultipoleSolver solver(World world, Group all, MultipoleProduct product) {
    return MultipoleSolver.of(
        world,
        all,
        product,
        Bodies.sphere(320),
        SphereTest.frequency(4),
        Equation.COMBINED,
        RESIDUAL,
        MultipoleSolver.MOST_STEPS,
        Tuner.logQuadratic(),
        SolverProgress.NONE);
  }

  @Test
  void undisturbedSolutionsAreReached() {
    List<List<FarField>> wanted = new ArrayList<>();
    run(
        1,
        world -> {
          Group all = Group.world(world);
          var product = MultipoleProduct.of(world);
          world.start();
          solver(world, all, product).solve(waves()).forEach(it -> wanted.add(fields(it)));
        });
    long seed = Long.getLong("weft.seed", 62);
    var random = new SplittableRandom(seed);
    List<SolverState> restored = List.of();
    List<String> way = new ArrayList<>();
    List<List<FarField>> got = Collections.synchronizedList(new ArrayList<>());
    while (got.isEmpty()) {
      int ranks = 1 + random.nextInt(3);
      int steps = way.size() == 5 ? Integer.MAX_VALUE : random.nextInt(8);
      way.add(ranks + " ranks, " + steps + " steps");
      SolverState[] saved = new SolverState[ranks];
      List<SolverState> before = restored;
      run(
          ranks,
          world -> {
            Group all = Group.world(world);
            var product = MultipoleProduct.of(world);
            world.start();
            MultipoleSolver solver = solver(world, all, product).atOnce(4);
            var states = new Ending(before, saved, world.rank(), steps);
            try {
              List<SurfaceCurrents> found = solver.solve(waves(), states);
              assertThat(solver.isReached()).isTrue();
              if (world.rank() == 0) {
                found.forEach(it -> got.add(fields(it)));
              }
            } catch (EndException e) {
              all.barrier();
            }
          });
      if (got.isEmpty()) {
        restored = List.of(saved);
      }
    }
    for (int i = 0; i < SOURCES; i++) {
      assertThat(difference(got.get(i), wanted.get(i)))
          .as("seed %d, source %d, %s", seed, i, way)
          .isLessThan(3 * RESIDUAL);
    }
  }

  private static List<FarField> fields(SurfaceCurrents currents) {
    List<Direction> directions = new ArrayList<>();
    for (int angle = 0; angle <= 180; angle += 20) {
      directions.add(new Direction(angle, 3 * angle));
    }
    return currents.far(directions);
  }

  private static double difference(List<FarField> a, List<FarField> b) {
    double most = 0;
    double wrong = 0;
    for (int i = 0; i < a.size(); i++) {
      most = Math.max(most, b.get(i).theta().magnitude());
      wrong = Math.max(wrong, a.get(i).theta().minus(b.get(i).theta()).magnitude());
    }
    return wrong / most;
  }
}
