// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Gain;
import weft.apps.common.Headline;
import weft.apps.common.TimedWaits;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.MobileObjects;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;

/// Particles gather around a vortex that drifts. The cells of the plane are mobile objects
/// ([CellSteps]), which are balanced every few steps.
public final class Swarm {
  /// Loads are not balanced if the busiest rank has at most this many times the mean.
  private static final double EVEN = 1.02;

  /// Nanoseconds of a core for a particle's step, for each particle of a mean cell.
  private static final int NANOS = 500;

  private final World world;
  private final SwarmOptions options;
  private final Group group;
  private final MobileObjects objects;
  private final CellSteps cells;
  private final @Nullable BalancePolicy policy;
  private final SwarmFilm film;

  /// The record is the number of steps that are done.
  private final Checkpoints<Integer> checkpoints;

  /// Nanoseconds in handlers of cells, summed over the windows between two balancings: the mean of
  /// the ranks, and the greatest.
  private double mean;

  private double greatest;

  /// The greatest, if no cell had moved.
  private double greatestWithout;

  private long moved;

  /// Nanoseconds that this rank spent in balancing, until moves began.
  private long balancing;

  /// When the steps began whose times count; 0 before.
  private long began;

  Swarm(World world, SwarmOptions options) {
    this.world = world;
    this.options = options;
    this.group = Group.world(world);
    this.objects = MobileObjects.of(world);
    this.cells = new CellSteps(world, objects, options);
    this.policy =
        switch (options.balancing()) {
          case NONE, STEALING -> null;
          case REFINE -> Balance.greedyRefine(EVEN);
          case ROTATE -> Balance.rotate();
          case RANDOM -> Balance.random(options.seed());
        };
    this.film = new SwarmFilm(group, world.rank(), options);
    this.checkpoints = Checkpoints.of(world, Codecs.of(Integer.class));
  }

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    // This must precede the loading of AWT. A picture needs no screen.
    System.setProperty("java.awt.headless", "true");
    AppProgram.launch("swarm", args, Swarm::run);
  }

  /// The body of every rank.
  ///
  /// @throws BadInputException at rank 0, with the sentence for the user
  static void run(World world) {
    SwarmOptions options = AppProgram.options(world, () -> SwarmOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    var swarm = new Swarm(world, options);
    world.start();
    if (swarm.canWrite()) {
      swarm.move();
    }
  }

  /// Runs all steps, and returns the digest of the particles, which is the same on all ranks. Every
  /// rank calls it before [World#start].
  static long digest(World world, SwarmOptions options) {
    var swarm = new Swarm(world, options);
    world.start();
    swarm.steps();
    return swarm.digest();
  }

  /// Whether rank 0, which alone writes, can write its files. The result is false on other ranks if
  /// it cannot. Collective.
  ///
  /// @throws BadInputException at rank 0, if it cannot
  boolean canWrite() {
    long[] can = {1};
    if (world.rank() == 0) {
      try {
        options.checkTargets();
      } catch (BadInputException e) {
        group.broadcast(0, new long[] {0});
        throw e;
      }
    }
    group.broadcast(0, can);
    return can[0] == 1;
  }

  private void move() {
    if (options.timed() > 0) {
      TimedWaits.shortenSlack();
    }
    announce();
    group.barrier();
    steps();
    double time = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    long digest = digest();
    if (world.rank() == 0) {
      print(time, digest);
      if (options.gif() != null) {
        System.out.printf("  wrote %s (%d frames)%n", options.gif(), film.write(options.gif()));
      }
    }
  }

  private void announce() {
    int cells = options.grid() * options.grid();
    double pairs = (double) options.particles() / cells * options.particles() * options.steps();
    Headline.print(
        world,
        "swarm: %d particles, %d cells, %d steps, balancing %s"
            .formatted(
                options.particles(),
                cells,
                options.steps(),
                options.balancing().name().toLowerCase(Locale.ROOT)),
        Headline.shared(world, pairs * (NANOS + options.timed()) * 1e-9));
  }

  private void steps() {
    Restored<Integer> restored = checkpoints.restored();
    int first = restored == null ? 0 : restored.record();
    cells.noteFirstRanks(group);
    objects.traceLoads(options.trace());
    if (first >= options.warmUp()) {
      beginToCount();
    }
    boolean steals = options.balancing() == SwarmOptions.Balancing.STEALING;
    for (int step = first; step < options.steps(); ) {
      step = Math.min(options.steps(), step + options.every());
      if (steals) {
        objects.stealWhenIdle(Balance.stealing());
      }
      cells.run(step);
      if (steals) {
        objects.balanceEvery(0, null);
        world.quiesce(); // the moves of earlier plans are done
      }
      count();
      if (options.gif() != null) {
        film.shoot(cells);
      }
      if (policy != null && step < options.steps()) {
        long began = System.nanoTime();
        moved += objects.balance(policy).moves();
        balancing += System.nanoTime() - began;
      }
      if (began == 0 && step >= options.warmUp()) {
        beginToCount();
      }
      int done = step;
      checkpoints.saveIfDue(() -> done);
    }
    world.quiesce();
  }

  /// What was measured so far does not count: the code was not compiled yet.
  private void beginToCount() {
    mean = 0;
    greatest = 0;
    greatestWithout = 0;
    moved = 0;
    balancing = 0;
    began = System.nanoTime();
  }

  private void count() {
    var busy = new double[world.size()];
    busy[world.rank()] = cells.takeBusy();
    group.allreduce(busy, Operator.SUM);
    mean += Arrays.stream(busy).sum() / busy.length;
    greatest += Arrays.stream(busy).max().orElse(0);
    long[] without = cells.takeBusyAtFirst();
    group.allreduce(without, Operator.SUM);
    greatestWithout += Arrays.stream(without).max().orElse(0);
  }

  /// A checksum that is equal if all particles have the same bits: the sum of a hash of each
  /// particle.
  private long digest() {
    var sum = new long[1];
    cells.forEachHere(cell -> {
      double[] particles = cell.particles();
      for (int i = 0; i < particles.length; i += SwarmCell.WIDTH) {
        long hash = mix((long) particles[i]);
        hash = mix(hash ^ Double.doubleToRawLongBits(particles[i + SwarmCell.X]));
        sum[0] += mix(hash ^ Double.doubleToRawLongBits(particles[i + SwarmCell.Y]));
      }
    });
    return group.allreduce(sum[0], Operator.SUM);
  }

  private void print(double time, long digest) {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    if (options.warmUp() > 0) {
      text.format("  warm-up: the first %d steps do not count%n", options.warmUp());
    }
    if (options.timed() > 0) {
      text.format("  timed: a pair of particles takes %d ns by waiting%n", options.timed());
    }
    text.format(
        "  %.3f s; in handlers a rank spent %.3f s, and the busiest of each window %.3f s%n",
        time, mean * 1e-9, greatest * 1e-9);
    if (policy != null) {
      text.format(
          "  %d cells moved; balancing took %.4f s, %.2f %% of the time%n",
          moved, balancing * 1e-9, 1e-7 * balancing / time);
    }
    text.format("  digest %016x%n", digest);
    if (mean > 0) { // Not after 0 steps.
      text.format(
          "%s",
          Gain.line(
              greatestWithout / greatest,
              String.format(
                  Locale.ROOT,
                  "balance %.2f, where 1.00 is perfect, and %.2f is without moving cells",
                  greatest / mean,
                  greatestWithout / mean)));
    }
    System.out.print(text);
  }

  /// SplitMix64.
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
