// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.ProgressLine;
import weft.apps.common.ResultsPage;
import weft.apps.common.UserFiles;
import weft.mesh.Delaunay;
import weft.mesh.Dimension;
import weft.mesh.PointsFile;
import weft.mesh.parallel.ParallelMesher;
import weft.mobile.MobileObjects;

/// Makes the Delaunay tets of points from a file, or of random ones; or fills a domain with tets.
public final class MeshProgram {
  /// The exit code if a bound or size is missed.
  private static final int MISSED = 3;

  /// Nanoseconds for a point.
  private static final double NANOS = 12_000;

  /// Bytes of a point in a file of text.
  private static final double BYTES = 40;

  private MeshProgram() {}

  /// Runs the program. `--help` shows its options. If the input is wrong, it prints a sentence on
  /// standard error and exits with 2; if a bound of `--strict` is missed, it exits with 3.
  public static void main(String[] args) {
    var missed = new AtomicBoolean();
    AppProgram.launch("mesh", args, world -> run(world, missed));
    if (missed.get()) {
      System.exit(MISSED);
    }
  }

  /// The body of every rank: all make the tets of points, and rank 0 does all else.
  private static void run(World world, AtomicBoolean missed) {
    ParallelMesher mesher = world.size() == 1 ? null : ParallelMesher.of(MobileObjects.of(world));
    world.start();
    MeshOptions options = AppProgram.options(world, () -> MeshOptions.parse(world.args()));
    if (options == null) {
      return;
    }
    var results = ResultsPage.of(world, options.report());
    FillOptions fill = options.fill();
    if (mesher != null && fill == null) {
      Headline.print(
          world,
          "mesh: the Delaunay tetrahedra of " + named(options),
          Headline.shared(world, NANOS * 1e-9 * count(options)));
      new RanksProgram(world, mesher, options, results).run();
      return;
    }
    if (world.rank() > 0) {
      return;
    }
    if (fill != null) {
      boolean met = new FillProgram(options, fill, results, System.out).run();
      missed.set(!met && fill.strict());
    } else {
      System.out.printf(
          "mesh: the Delaunay tetrahedra of %s, by one rank, %s%n",
          named(options), Headline.about(NANOS * 1e-9 * count(options)));
      System.out.print(work(options, results));
    }
  }

  private static String named(MeshOptions options) {
    Path file = options.points();
    return file == null ? options.random() + " random points" : file.toString();
  }

  /// How many points there are; in a file about, by its size.
  private static double count(MeshOptions options) {
    Path file = options.points();
    return file == null ? options.random() : file.toFile().length() / BYTES;
  }

  /// Makes the tets and the files, and returns what to print.
  ///
  /// @throws BadInputException if the points or the files are wrong
  static String work(MeshOptions options, ResultsPage results) {
    options.checkTargets();
    double[] xyz = points(options);
    var line = new ProgressLine("mesh: point", true);
    var threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    Delaunay mesh;
    try {
      mesh =
          Delaunay.of(
              xyz,
              (done, all) -> {
                line.at(done, all);
                return true;
              });
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } finally {
      line.done();
    }
    double seconds = (threads.getCurrentThreadCpuTime() - begin) * 1e-9;
    List<Path> files = options.outputs();
    for (Path file : files) {
      UserFiles.write(file, out -> mesh.write(out, options.format(file)));
    }
    if (results.isWanted()) {
      results.write(MeshPage.of(mesh, seconds));
    }
    return summary(mesh, seconds, options);
  }

  static double[] points(MeshOptions options) {
    Path file = options.points();
    if (file == null) {
      var random = new SplittableRandom(options.seed());
      double[] xyz = new double[3 * options.random()];
      for (int i = 0; i < xyz.length; i++) {
        xyz[i] = random.nextDouble();
      }
      return xyz;
    }
    try {
      return PointsFile.read(file);
    } catch (NoSuchFileException e) {
      throw new BadInputException("there is no file " + file + "; give the path of one", e);
    } catch (IOException e) {
      throw new BadInputException(
          "the points cannot be read: " + e.getMessage() + "; mesh --help describes the files", e);
    }
  }

  private static String summary(Delaunay mesh, double seconds, MeshOptions options) {
    var text = new StringBuilder();
    text.append("mesh: %d points".formatted(mesh.pointCount()));
    if (mesh.vertexCount() < mesh.pointCount()) {
      text.append(" at %d places".formatted(mesh.vertexCount()));
    }
    if (mesh.dimension() == Dimension.SPACE) {
      text.append(
          String.format(
              Locale.ROOT,
              ", %d tets, %d triangles of the hull, %.3f s of CPU time%n",
              mesh.tetCount(),
              mesh.hull().length / 3,
              seconds));
    } else {
      text.append(", no tets: ").append(reason(mesh.dimension())).append('\n');
    }
    if (options.hash()) {
      text.append("  hash ").append(mesh.hash()).append('\n');
    }
    List<Path> files = options.outputs();
    if (!files.isEmpty()) {
      text.append("  wrote ");
      text.append(files.stream().map(Path::toString).collect(Collectors.joining(", ")));
      text.append('\n');
    }
    if (options.report() != null) {
      text.append("  wrote ").append(options.report()).append('\n');
    }
    if (mesh.dimension() == Dimension.SPACE) {
      text.append(
          String.format(
              Locale.ROOT,
              "  gained: tets that no rounding has decided, %.2f million a second%n",
              mesh.tetCount() / seconds * 1e-6));
    }
    return text.toString();
  }

  /// Why there are no tets.
  static String reason(Dimension dimension) {
    return switch (dimension) {
      case NONE -> "there are no points";
      case POINT -> "all points are at one place";
      case LINE -> "all points are on one line";
      case PLANE -> "all points are in one plane";
      case SPACE -> throw new IllegalArgumentException("points of space have tets");
    };
  }
}
