// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.ProgressLine;
import weft.collective.Group;
import weft.collective.Operator;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;

/// One rank's part of the work: it receives its rectangle, executes the steps, and returns the
/// result to rank 0.
///
/// Each step first sends the edges. While they are in flight, it computes the interior, which needs
/// no edges. Then it waits for the neighbours' edges and computes the cells beside them.
final class Simulation {
  /// The number of interior cells between two polls: some ten microseconds of work.
  private static final int CELLS_BETWEEN_POLLS = 16_384;

  private final World world;
  private final Group group;
  private final Halos halos;
  private final Courier courier;
  private final Film film;
  private final WaveStates states;
  private StepTimes times = new StepTimes(0);

  /// Registers the handlers. Called before `world.start()`.
  Simulation(World world) {
    this.world = world;
    this.group = Group.world(world);
    this.halos = new Halos(world, group);
    this.courier = new Courier(world);
    this.film = new Film(world);
    this.states = new WaveStates(world, film);
  }

  /// The figures of the run, the same on every rank.
  ///
  /// @param seconds the slowest rank's time of all steps after the warm-up
  /// @param waited the mean share of that time in which ranks waited for halos
  /// @param longestWait the same for the rank that waited longest
  /// @param energy the energy after the first step
  /// @param drift the relative change of the energy from the first step to the last
  /// @param gain what the overlap gains
  record Figures(
      double seconds,
      double waited,
      double longestWait,
      double energy,
      double drift,
      OverlapGain gain) {}

  /// Solves the problem. Collective.
  ///
  /// @param scene the initial state, at rank 0
  Figures run(Problem problem, @Nullable Scene scene, ProgressLine progress) {
    Partition partition = problem.partition();
    Rectangle part = partition.rectangle(world.rank());
    int slowness = problem.throttle().times(world.rank());
    var field = new Field(part.width(), part.height(), problem.courant(), slowness);
    halos.attach(field, partition);
    courier.attach(problem, field);
    film.attach(problem, field);
    group.barrier();
    if (scene != null) {
      courier.distribute(scene);
    }
    world.quiesce();

    double first = states.restore(field, part);
    if (field.step() == 0) {
      film.shoot();
    }
    times = new StepTimes(problem.steps());
    long begin = System.nanoTime();
    long waitedBefore = 0;
    while (field.step() < problem.steps()) {
      states.saveIfDue(field, part, first);
      if (field.step() == problem.warmUp()) {
        begin = System.nanoTime();
        waitedBefore = times.sum(StepTimes.Part.WAITING);
      }
      step(field);
      if (field.step() == 1) {
        first = field.energy();
      }
      film.shoot();
      progress.at(field.step(), problem.steps());
    }
    long elapsed = System.nanoTime() - begin;
    progress.done();
    double last = field.step() == 0 ? 0 : field.energy();

    courier.collect();
    world.quiesce();
    var gain = OverlapGain.measure(group, problem.steps(), it -> measuredStep(field, it));
    halos.detach();
    return figures(elapsed, times.sum(StepTimes.Part.WAITING) - waitedBefore, first, last, gain);
  }

  /// The displacement at the end, row by row, at rank 0; empty elsewhere.
  double[] result() {
    return courier.whole();
  }

  /// The frames of the animation at rank 0; none elsewhere.
  List<byte[]> frames() {
    return film.frames();
  }

  /// The times of the parts of steps of each rank, at rank 0. Collective, after [#run].
  StepTimes.OfRanks times() {
    return times.gather(world, group);
  }

  private void step(Field field) {
    int step = field.step();
    times.begin();
    halos.send();
    times.end(StepTimes.Part.SENDING, step);
    interior(field);
    times.end(StepTimes.Part.INTERIOR, step);
    halos.await();
    times.end(StepTimes.Part.WAITING, step);
    field.borderAndAdvance();
    times.end(StepTimes.Part.BORDER, step);
  }

  private void interior(Field field) {
    int rows = Math.max(1, CELLS_BETWEEN_POLLS / field.width());
    for (int from = 1; from <= field.height(); from += rows) {
      field.interior(from, from + rows - 1);
      world.poll();
    }
  }

  /// A step whose result nobody needs. Returns the nanoseconds that it waited for edges.
  private long measuredStep(Field field, boolean overlapped) {
    halos.send();
    if (overlapped) {
      interior(field);
    }
    long begin = System.nanoTime();
    halos.await();
    long waited = System.nanoTime() - begin;
    if (!overlapped) {
      interior(field);
    }
    field.borderAndAdvance();
    return waited;
  }

  private Figures figures(long elapsed, long waited, double first, double last, OverlapGain gain) {
    long slowest = group.allreduce(elapsed, Operator.MAX);
    long most = group.allreduce(waited, Operator.MAX);
    long all = group.allreduce(waited, Operator.SUM);
    double before = group.allreduce(first, Operator.SUM);
    double after = group.allreduce(last, Operator.SUM);
    double time = Math.max(1, slowest);
    return new Figures(
        time * 1e-9,
        all / time / world.size(),
        most / time,
        before,
        before == 0 ? 0 : (after - before) / before,
        gain);
  }
}
