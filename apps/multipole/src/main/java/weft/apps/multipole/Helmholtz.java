// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.UserFiles;
import weft.collective.Group;
import weft.collective.Operator;
import weft.multipole.MultipolePlan;
import weft.multipole.MultipoleProduct;
import weft.multipole.Octree;
import weft.multipole.PointKernel;
import weft.multipole.PointSums;
import weft.multipole.Truncation;

/// Sums of waves over points, by a fast multipole method, with their error on some rows.
public final class Helmholtz {
  /// Seconds of a pair that is summed directly, and of an operation of a product, on one core.
  private static final double PAIR = 1e-8;

  private static final double OPERATION = 5e-10;

  /// The longest time of direct sums that nobody asked for, in seconds.
  private static final double MOST = 300;

  private final World world;
  private final Group group;
  private final HelmholtzOptions options;
  private final MultipoleProduct product;

  private Helmholtz(World world, HelmholtzOptions options) {
    this.world = world;
    this.options = options;
    this.group = Group.world(world);
    this.product = MultipoleProduct.of(world);
  }

  /// Runs the program. `--help` shows its options. If they are not valid, it exits with 2, after
  /// one sentence on standard error.
  public static void main(String[] args) {
    AppProgram.launch("helmholtz", args, Helmholtz::run);
  }

  static void run(World world) {
    HelmholtzOptions options =
        AppProgram.options(world, () -> HelmholtzOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    var program = new Helmholtz(world, options);
    world.start();
    program.run();
  }

  private void run() {
    WavePoints mine = new WavePoints(new double[0], new double[0]);
    BadInputException bad = null;
    if (world.rank() == 0) {
      try {
        UserFiles.check(options.out());
        mine =
            options.points() != null
                ? WavePoints.read(options.points())
                : WavePoints.random(options.isSphere(), options.count(), options.seed());
      } catch (BadInputException e) {
        bad = e;
      }
    }
    if (isRefused(bad)) {
      return;
    }
    WavePoints points = WavePoints.everywhere(group, mine);
    Double given = options.k();
    double longest = points.longest();
    double k = given != null ? given : 2 * Math.PI * options.wavelengths() / longest;
    if (given == null && longest == 0) {
      k = 1; // one place: there are no waves between points
    }
    sum(points, k, longest * Math.abs(k) / (2 * Math.PI));
  }

  /// Whether a rank has found what is wrong. Rank 0 throws it. Collective.
  private boolean isRefused(@Nullable BadInputException bad) {
    if (group.broadcast(0, bad == null ? 0L : 1L) == 0) {
      return false;
    }
    if (bad != null) {
      throw bad;
    }
    return true;
  }

  private void sum(WavePoints points, double k, double waves) {
    long pairs = (long) points.size() * points.size();
    Truncation truncation = Truncation.of(options.accuracy());
    int levels =
        options.isDirect() || k <= 0
            ? 0
            : MultipolePlan.levels(points.places(), k, truncation, PointKernel.COSTS);
    MultipolePlan plan = null;
    if (levels > 0) {
      plan =
          MultipolePlan.of(
              Octree.of(points.places(), levels),
              k,
              truncation,
              PointKernel.COSTS,
              world.rank(),
              world.size());
      if (plan.work() * OPERATION >= pairs * PAIR) {
        plan = null;
      }
    }
    String why = why(k, waves, truncation, levels);
    double seconds =
        Headline.shared(world, plan == null ? pairs * PAIR : plan.work() * OPERATION * 3);
    boolean isLong = group.broadcast(0, seconds > MOST ? 1L : 0L) > 0;
    if (plan == null && !options.isDirect() && isLong) {
      isRefused(
          world.rank() > 0
              ? null
              : new BadInputException(
                  "%,d points are only summed directly, because %s; that takes %s: give --direct to do it"
                      .formatted(points.size(), why, Headline.about(seconds))));
      return;
    }
    Headline.print(
        world,
        String.format(
            Locale.ROOT,
            "helmholtz: %,d points, %.4g wavelengths, %s",
            points.size(),
            waves,
            plan == null ? "directly" : "accuracy %.0e".formatted(options.accuracy())),
        seconds);
    if (plan == null) {
      direct(points, k, why);
    } else {
      fast(points, plan);
    }
  }

  private String why(double k, double waves, Truncation truncation, int levels) {
    if (options.isDirect()) {
      return "--direct asks for it";
    }
    if (k <= 0) {
      return "the wave number %.4g is not above 0".formatted(k);
    }
    return levels == 0
        ? String.format(
            Locale.ROOT,
            "they lie within %.3g wavelengths, and a tree for this accuracy needs %.3g",
            waves,
            4 * truncation.leastSide())
        : "there are so many within a wavelength, or so few, that a tree saves nothing";
  }

  private void fast(WavePoints points, MultipolePlan plan) {
    long began = System.nanoTime();
    Octree tree = plan.tree();
    product.prepare(plan, new PointKernel(plan, points.places()));
    int first = plan.firstPoint();
    int[] own = IntStream.range(first, plan.endPoint()).map(tree::point).toArray();
    var values = new double[2 * own.length];
    for (int i = 0; i < own.length; i++) {
      System.arraycopy(points.values(), 2 * own[i], values, 2 * i, 2);
    }
    var sums = new double[2 * own.length];
    double setUp = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    group.barrier();
    began = System.nanoTime();
    product.multiply(values, sums);
    double seconds = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    double megabytes = group.allreduce(product.bytesSent(), Operator.SUM) * 1e-6;
    double[] check = compare(points, plan.k(), own, sums);
    if (world.rank() == 0) {
      long pairs = (long) points.size() * points.size();
      System.out.printf(
          Locale.ROOT,
          "  levels 2 to %d, %,d boxes; %.2g of all pairs directly; most work / mean %.3f, %.2f MB sent%n"
              + "  set-up %.3f s, sums %.3f s%n"
              + "  error %.2e on %d sampled rows%s%n",
          tree.levels(),
          tree.boxes(),
          (double) plan.nearPairs() / pairs,
          plan.imbalance(),
          megabytes,
          setUp,
          seconds,
          check[0],
          (int) check[2],
          check[0] <= options.accuracy() ? "" : ": more than asked; ask for a smaller --accuracy");
      double all = pairs * check[1] / world.size();
      System.out.printf(
          Locale.ROOT,
          "  direct sums: %.3g s as these rows took, %.3g times as long; as fast for about %,.0f points%n",
          all,
          all / seconds,
          points.size() * seconds / all);
    }
    write(points, own, sums);
  }

  /// The error on sampled rows, the seconds of a pair that is summed directly, and the number of
  /// rows. Collective.
  private double[] compare(WavePoints points, double k, int[] own, double[] sums) {
    var random = new SplittableRandom(options.seed());
    int rows = Math.min(options.rows(), points.size());
    var place = new int[points.size()];
    Arrays.fill(place, -1);
    for (int i = 0; i < own.length; i++) {
      place[own[i]] = i;
    }
    var direct = new PointSums(k, points.places());
    // Squares of errors and of sums, rows, and seconds.
    double[] totals = new double[4];
    for (int row = 0; row < rows; row++) {
      int point = rows == points.size() ? row : random.nextInt(points.size());
      int i = place[point];
      if (i >= 0) {
        var exact = new double[2];
        long began = System.nanoTime();
        direct.add(point, 0, points.size(), points.values(), 0, exact, 0);
        totals[3] += (System.nanoTime() - began) * 1e-9;
        totals[0] += Math.pow(exact[0] - sums[2 * i], 2) + Math.pow(exact[1] - sums[2 * i + 1], 2);
        totals[1] += exact[0] * exact[0] + exact[1] * exact[1];
        totals[2]++;
      }
    }
    group.allreduce(totals, Operator.SUM);
    return new double[] {
      totals[1] == 0 ? Math.sqrt(totals[0]) : Math.sqrt(totals[0] / totals[1]),
      totals[3] / totals[2] / points.size(),
      totals[2]
    };
  }

  private void direct(WavePoints points, double k, String why) {
    int begin = (int) ((long) points.size() * world.rank() / world.size());
    int end = (int) ((long) points.size() * (world.rank() + 1) / world.size());
    int[] own = IntStream.range(begin, end).toArray();
    var sums = new double[2 * own.length];
    var direct = new PointSums(k, points.places());
    group.barrier();
    long began = System.nanoTime();
    for (int i = 0; i < own.length; i++) {
      direct.add(own[i], 0, points.size(), points.values(), 0, sums, 2 * i);
      if (i % 64 == 0) {
        world.poll();
      }
    }
    double seconds = group.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
    if (world.rank() == 0) {
      System.out.printf(
          Locale.ROOT, "  all pairs directly, because %s%n  sums %.3f s%n", why, seconds);
    }
    write(points, own, sums);
  }

  /// Writes the sums of all ranks. Collective.
  private void write(WavePoints points, int[] own, double[] sums) {
    if (options.out() == null) {
      return;
    }
    var all = new double[2 * points.size()];
    for (int i = 0; i < own.length; i++) {
      System.arraycopy(sums, 2 * i, all, 2 * own[i], 2);
    }
    group.allreduce(all, Operator.SUM);
    if (world.rank() == 0) {
      double[] p = points.places();
      UserFiles.write(
          options.out(),
          out -> {
            var lines = new PrintStream(out, false, StandardCharsets.UTF_8);
            lines.print("x,y,z,re,im\n");
            for (int i = 0; i < points.size(); i++) {
              lines.print(
                  p[3 * i]
                      + ","
                      + p[3 * i + 1]
                      + ","
                      + p[3 * i + 2]
                      + ","
                      + all[2 * i]
                      + ","
                      + all[2 * i + 1]
                      + "\n");
            }
            lines.flush();
          });
      System.out.println("  sums: " + options.out());
    }
  }
}
