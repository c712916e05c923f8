// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.AssumedPlatform;
import weft.apps.common.BadInputException;
import weft.apps.common.CheckedPartition;
import weft.apps.common.Headline;
import weft.apps.common.ProgressLine;
import weft.apps.common.ResultsPage;
import weft.collective.Group;
import weft.model.Contention;
import weft.model.TauLopFrac;
import weft.model.kernel.PartitionChoice;
import weft.model.kernel.WaveCost;
import weft.model.partition.Partition;
import weft.model.partition.WorkTimes;
import weft.options.HelpWanted;
import weft.options.OptionException;

/// The two-dimensional wave equation on a picture (τ-Lop supplement, section 1).
///
/// The picture is the initial displacement, and an optional grey map is the speed of the waves. The
/// grid is divided into one rectangle for each rank, and halos are sent by put-op while the
/// interior is computed. The result has the same bits for every number of ranks and every
/// transport.
public final class Wave2d {
  /// Nanoseconds of a core for a cell's step.
  private static final int NANOS = 2;

  private Wave2d() {}

  /// Runs the program. `--help` shows its options. If the input is wrong, it prints a sentence on
  /// standard error and exits with 2.
  public static void main(String[] args) {
    // This must precede the loading of AWT. Pictures need no screen.
    System.setProperty("java.awt.headless", "true");
    AppProgram.launch("wave2d", args, Wave2d::solve);
  }

  /// Runs the body of every rank. Rank 0 reads and writes the files. If the input is wrong, rank 0
  /// tells the other ranks, which return, and then throws.
  ///
  /// @throws BadInputException at rank 0, with a sentence for the user
  static void solve(World world) {
    Group group = Group.world(world);
    var simulation = new Simulation(world);
    world.start();
    if (world.rank() == 0) {
      lead(world, group, simulation);
    } else {
      follow(world, group, simulation);
    }
  }

  private static void lead(World world, Group group, Simulation simulation) {
    WaveOptions options;
    Scene scene;
    Problem problem;
    try {
      options = WaveOptions.parse(world.args(), world.size());
      options.checkTargets();
      scene = PictureScene.read(options);
      problem = problem(options, world.size(), scene.width(), scene.height());
    } catch (HelpWanted help) {
      System.out.print(help.text());
      group.broadcast(0, new long[] {0, 0});
      return;
    } catch (BadInputException | OptionException e) {
      group.broadcast(0, new long[] {0, 0});
      throw e;
    }
    group.broadcast(0, new long[] {scene.width(), scene.height()});
    announce(world, problem);
    problem = measured(world, options, problem, group);
    var figures = simulation.run(problem, scene, new ProgressLine("wave2d: step", true));
    double[] result = simulation.result();
    Output.picture(result, scene, options.out());
    String written = options.out().toString();
    Path gif = options.gif();
    if (gif != null) {
      int width = problem.filming().pixels(scene.width());
      int height = problem.filming().pixels(scene.height());
      Output.animation(simulation.frames(), width, height, gif);
      written += " and %s (%d frames)".formatted(gif, simulation.frames().size());
    }
    StepTimes.OfRanks times = simulation.times();
    var page = ResultsPage.of(world, options.report());
    if (page.isWanted()) {
      page.write(WavePage.of(world, problem, figures, times));
    }
    if (page.own() != null) {
      written += " and " + page.own();
    }
    System.out.print(Summary.of(world, problem, figures, result, written));
  }

  private static void announce(World world, Problem problem) {
    Partition partition = problem.partition();
    double updates = (double) partition.width() * partition.height() * problem.steps();
    Headline.print(
        world,
        "wave2d: %d x %d cells, %d steps"
            .formatted(partition.width(), partition.height(), problem.steps()),
        Headline.shared(world, updates * NANOS * 1e-9));
  }

  private static void follow(World world, Group group, Simulation simulation) {
    long[] size = new long[2];
    group.broadcast(0, size);
    if (size[0] == 0) {
      return;
    }
    // Rank 0 has already checked the same arguments.
    WaveOptions options = WaveOptions.parse(world.args(), world.size());
    Problem problem =
        measured(
            world, options, problem(options, world.size(), (int) size[0], (int) size[1]), group);
    simulation.run(problem, null, new ProgressLine("wave2d: step", false));
    simulation.times();
  }

  private static Problem problem(WaveOptions options, int ranks, int width, int height) {
    var filming =
        options.gif() == null
            ? Problem.Filming.NONE
            : Problem.Filming.of(options.steps(), width, height);
    return new Problem(
        CheckedPartition.of(width, height, options.weights(ranks)),
        options.steps(),
        options.courant(),
        options.throttle(),
        filming);
  }

  /// The same problem in parts as large as the ranks are fast, where that is asked for. Collective.
  private static Problem measured(World world, WaveOptions options, Problem equal, Group group) {
    return switch (options.division()) {
      case WEIGHTS -> equal;
      case MEASURED -> equal.dividedBy(CellSpeeds.measure(group, equal));
      case AUTO -> arranged(world, equal, group);
    };
  }

  private static Problem arranged(World world, Problem equal, Group group) {
    List<WorkTimes> times = CellSpeeds.times(group, equal);
    AssumedPlatform assumed = AssumedPlatform.of(world, group);
    Partition before = equal.partition();
    var choice =
        PartitionChoice.of(
            before.width(),
            before.height(),
            times,
            partition -> predicted(partition, times, assumed));
    if (world.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "  partition: the best of %d arrangements, %.1f us a step by prediction; equal parts"
              + " %.1f us%n",
          choice.arrangements(),
          choice.micros(),
          predicted(before, times, assumed));
    }
    return equal.dividedInto(choice.partition());
  }

  /// The microseconds of a step.
  private static double predicted(
      Partition partition, List<WorkTimes> times, AssumedPlatform assumed) {
    double[] speeds = new double[partition.ranks()];
    for (int rank = 0; rank < speeds.length; rank++) {
      double cells = partition.rectangle(rank).cells();
      speeds[rank] = cells / (1e6 * times.get(rank).time(cells));
    }
    return WaveCost.of(
            partition,
            assumed.ranks(),
            speeds,
            assumed.platform(),
            new TauLopFrac(Contention.BOTH_ENDS))
        .time();
  }
}
