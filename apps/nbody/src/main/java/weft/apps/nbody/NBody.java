// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import java.util.zip.CRC32;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.collective.Group;

/// Two galaxies collide: an n-body simulation by the method of Barnes and Hut. The tree is
/// distributed over ranks ([RankSteps]), or shared by threads ([ThreadSteps]).
public final class NBody {
  /// The softening length, in units of the radius of a galaxy.
  private static final double SOFTENING = 0.03;

  private static final int WARM_UP = 10;

  /// Nanoseconds of a core for a visit of a node.
  private static final int NANOS = 33;

  private NBody() {}

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    // This must precede the loading of AWT. A picture needs no screen.
    System.setProperty("java.awt.headless", "true");
    AppProgram.launch("nbody", args, NBody::run);
  }

  /// The body of every rank.
  ///
  /// @throws BadInputException at rank 0, with the sentence for the user
  static void run(World world) {
    NBodyOptions options =
        AppProgram.options(world, () -> NBodyOptions.parse(world.args(), world.size()));
    if (options == null) {
      return;
    }
    Group group = Group.world(world);
    var gravity = new Gravity(SOFTENING);
    try (BodySteps steps =
        options.threads() > 0
            ? new ThreadSteps(options.threads(), options.theta(), gravity)
            : new RankSteps(world, group, options.theta(), gravity)) {
      world.start();
      if (canWrite(world, group, options)) {
        collide(world, options, steps);
      }
    }
  }

  /// Whether rank 0, which alone writes, can write the animation. The result is false on other
  /// ranks if it cannot. Collective.
  ///
  /// @throws BadInputException at rank 0, if it cannot
  static boolean canWrite(World world, Group group, NBodyOptions options) {
    long[] can = {1};
    if (world.rank() == 0) {
      try {
        options.checkTarget();
      } catch (BadInputException e) {
        group.broadcast(0, new long[] {0});
        throw e;
      }
    }
    group.broadcast(0, can);
    return can[0] == 1;
  }

  private static void collide(World world, NBodyOptions options, BodySteps steps) {
    announce(world, options);
    var galaxies = new Galaxies(options.bodies(), options.seed());
    Bodies mine =
        galaxies.make(share(options, world, world.rank()), share(options, world, world.rank() + 1));
    var film = new GalaxyFilm(galaxies, options.steps());
    double half = options.time() / 2;
    long[] times = new long[options.steps() + 1];
    double energy = 0;
    for (int step = 0; step <= options.steps(); step++) {
      if (options.gif() != null) {
        film.shoot(step, mine, steps);
      }
      long begin = System.nanoTime();
      double before = step == 0 ? 0 : half;
      double after = step == options.steps() ? 0 : half;
      mine = steps.step(mine, new Gravity.Times(before, after));
      times[step] = System.nanoTime() - begin;
      if (step == 0) {
        energy = new Result(steps.gather(mine)).sum(Bodies.ENERGY);
      }
    }
    for (int step = 0; step < times.length; step++) {
      times[step] = steps.most(times[step]);
    }
    var result = new Result(steps.gather(mine));
    if (world.rank() == 0) {
      System.out.print(summary(options, times, energy, result));
      if (options.gif() != null) {
        System.out.printf("  wrote %s (%d frames)%n", options.gif(), film.write(options.gif()));
      }
    }
  }

  private static void announce(World world, NBodyOptions options) {
    // With theta 0.5, a body visits as many nodes as this.
    double visits = options.theta() == 0 ? options.bodies() : 80 * Math.log10(options.bodies());
    double work = (options.steps() + 1.0) * options.bodies() * visits * NANOS * 1e-9;
    String what =
        "nbody: %d bodies, theta %s, %d steps"
            .formatted(options.bodies(), options.theta(), options.steps());
    if (options.threads() > 0) {
      what += ", %d threads that share them".formatted(options.threads());
    }
    Headline.print(world, what, Headline.shared(world, work));
  }

  /// The first body that a rank generates.
  private static int share(NBodyOptions options, World world, int rank) {
    return (int) ((long) options.bodies() * rank / world.size());
  }

  private static String summary(NBodyOptions options, long[] times, double energy, Result result) {
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    // In the first steps, the code is not compiled yet.
    int warmUp = Math.min(WARM_UP, options.steps() / 4);
    long[] sorted = Arrays.copyOfRange(times, warmUp, times.length);
    Arrays.sort(sorted);
    text.format(
        "  %.3f s, %.2f ms for a step (median%s)%n",
        Arrays.stream(times).sum() * 1e-9,
        sorted[sorted.length / 2] * 1e-6,
        warmUp == 0 ? "" : " without the first %d steps, the warm-up".formatted(warmUp));
    double last = result.sum(Bodies.ENERGY);
    text.format("  energy %.6f, relative drift %.1e%n", last, (last - energy) / Math.abs(energy));
    text.format("  digest %s%n", result.digest());
    double visits = result.sum(Bodies.WORK) / options.bodies();
    text.format(
        "  gained: %.0f nodes visited for a body instead of %d bodies, %.1f times less work%n",
        visits, options.bodies() - 1, (options.bodies() - 1) / visits);
    return text.toString();
  }

  /// All bodies in the order of their numbers at rank 0, none elsewhere.
  static final class Result {
    private final double[] values;

    Result(Bodies all) {
      values = new double[all.values.length];
      for (int body = 0; body < all.count; body++) {
        int id = (int) all.get(body, Bodies.ID);
        System.arraycopy(all.values, body * Bodies.WIDTH, values, id * Bodies.WIDTH, Bodies.WIDTH);
      }
    }

    /// The sum of one field of all bodies, always in the same order.
    double sum(int field) {
      double sum = 0;
      for (int at = field; at < values.length; at += Bodies.WIDTH) {
        sum += values[at];
      }
      return sum;
    }

    /// A checksum that is equal if all values of all bodies have the same bits. It is the CRC-32 of
    /// the doubles, each as eight bytes, lowest first.
    String digest() {
      var crc = new CRC32();
      byte[] bytes = new byte[Double.BYTES];
      for (double value : values) {
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (bits >>> 8 * i);
        }
        crc.update(bytes);
      }
      return "%08x".formatted(crc.getValue());
    }
  }
}
