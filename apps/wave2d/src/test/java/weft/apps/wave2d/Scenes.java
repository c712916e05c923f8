// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import weft.Weft;
import weft.WeftConfig;
import weft.apps.common.ProgressLine;
import weft.apps.common.Throttle;
import weft.model.partition.Partition;

/// Scenes for tests, and how to run one.
final class Scenes {
  private Scenes() {}

  /// A value for each cell.
  interface Cells {
    double at(int x, int y);
  }

  static Scene of(int width, int height, Cells displacement) {
    return new Formula(width, height, displacement, (x, y) -> 1, true);
  }

  /// Random displacements, and random speeds of which one in ten is a wall.
  static Scene random(int width, int height, long seed) {
    var random = new SplittableRandom(seed);
    double[] displacement = random.doubles((long) width * height).toArray();
    double[] speed = random.doubles((long) width * height).toArray();
    return new Formula(
        width,
        height,
        (x, y) -> speed[y * width + x] < 0.1 ? 0 : displacement[y * width + x],
        (x, y) -> speed[y * width + x] < 0.1 ? 0 : speed[y * width + x],
        false);
  }

  /// What a job of so many threads came to.
  record Result(Simulation.Figures figures, java.util.List<byte[]> frames, Field2d field) {}

  /// A result, as rank 0 has it.
  static final class Field2d {
    final double[] cells;

    Field2d(double[] cells) {
      this.cells = cells;
    }
  }

  static Result solve(Scene scene, Problem problem) {
    var result = new AtomicReference<Result>();
    try (var job = Weft.open(WeftConfig.ofRanks(problem.partition().ranks()))) {
      job.run(world -> {
        var simulation = new Simulation(world);
        world.start();
        var figures =
            simulation.run(
                problem, world.rank() == 0 ? scene : null, new ProgressLine("wave2d: step", false));
        if (world.rank() == 0) {
          result.set(new Result(figures, simulation.frames(), new Field2d(simulation.result())));
        }
      });
    }
    return result.get();
  }

  static Problem problem(Scene scene, int steps, double courant, double... weights) {
    return new Problem(
        Partition.of(scene.width(), scene.height(), weights),
        steps,
        courant,
        Throttle.NONE,
        Problem.Filming.NONE);
  }

  static double[] equal(int ranks) {
    double[] weights = new double[ranks];
    java.util.Arrays.fill(weights, 1);
    return weights;
  }

  private record Formula(int width, int height, Cells displacements, Cells speeds, boolean uniform)
      implements Scene {
    @Override
    public double displacement(int x, int y) {
      return displacements.at(x, y);
    }

    @Override
    public double speed(int x, int y) {
      return speeds.at(x, y);
    }
  }
}
