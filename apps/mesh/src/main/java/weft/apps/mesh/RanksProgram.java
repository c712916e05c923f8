// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import weft.World;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.apps.common.UserFiles;
import weft.collective.Group;
import weft.mesh.Delaunay;
import weft.mesh.Dimension;
import weft.mesh.parallel.DistributedMesh;
import weft.mesh.parallel.MeshingCounts;
import weft.mesh.parallel.ParallelMesher;

/// Makes the Delaunay tets of points on all ranks.
final class RanksProgram {
  private final World world;
  private final Group group;
  private final ParallelMesher mesher;
  private final MeshOptions options;
  private final ResultsPage results;

  RanksProgram(World world, ParallelMesher mesher, MeshOptions options, ResultsPage results) {
    this.world = world;
    this.group = Group.world(world);
    this.mesher = mesher;
    this.options = options;
    this.results = results;
  }

  /// Makes the tets and the files. Rank 0 alone prints, and throws if the input is wrong.
  ///
  /// @throws BadInputException if the points or the files are wrong
  void run() {
    double[] xyz = new double[0];
    BadInputException wrong = null;
    try {
      if (world.rank() == 0) {
        options.checkTargets();
      }
      if (options.points() == null) {
        xyz = random();
      } else if (world.rank() == 0) {
        xyz = MeshProgram.points(options);
      }
    } catch (BadInputException e) {
      wrong = e;
    }
    boolean any = group.broadcast(0, wrong == null ? 0 : 1) != 0;
    long begin = System.nanoTime();
    DistributedMesh mesh = null;
    if (!any) {
      try {
        mesh = mesher.points(xyz);
      } catch (IllegalArgumentException e) {
        wrong = new BadInputException(String.valueOf(e.getMessage()), e);
      }
    }
    if (mesh == null) {
      if (wrong != null && world.rank() == 0) {
        throw wrong;
      }
      return;
    }
    finish(mesh, (System.nanoTime() - begin) * 1e-9);
  }

  /// The random points of this rank: a part of those that one rank makes.
  private double[] random() {
    long all = options.random();
    int from = (int) (all * world.rank() / world.size());
    int to = (int) (all * (world.rank() + 1) / world.size());
    var random = new SplittableRandom(options.seed());
    for (long i = 0; i < 3L * from; i++) {
      double _ = random.nextDouble();
    }
    double[] xyz = new double[3 * (to - from)];
    Arrays.setAll(xyz, i -> random.nextDouble());
    return xyz;
  }

  private void finish(DistributedMesh mesh, double seconds) {
    boolean whole = options.hash() || !options.outputs().isEmpty() || isPageWanted();
    Delaunay gathered = whole ? mesh.gather(0) : null;
    if (world.rank() > 0) {
      return;
    }
    var text = new StringBuilder(summary(mesh, seconds));
    if (gathered != null) {
      write(gathered, seconds, text);
    }
    if (mesh.dimension() == Dimension.SPACE) {
      text.append(
          String.format(
              Locale.ROOT,
              "  gained: tets that no rounding has decided, %.2f million a second%n",
              mesh.tetTotal() / seconds * 1e-6));
    }
    System.out.print(text);
  }

  /// Writes what is wanted of the whole mesh, and appends that to `text`.
  private void write(Delaunay mesh, double seconds, StringBuilder text) {
    if (options.hash()) {
      text.append("  hash ").append(mesh.hash()).append('\n');
    }
    List<Path> files = options.outputs();
    for (Path file : files) {
      UserFiles.write(file, out -> mesh.write(out, options.format(file)));
    }
    if (!files.isEmpty()) {
      text.append("  wrote ")
          .append(files.stream().map(Path::toString).collect(Collectors.joining(", ")))
          .append('\n');
    }
    if (results.isWanted()) {
      results.write(MeshPage.of(mesh, seconds));
    }
    if (options.report() != null) {
      text.append("  wrote ").append(options.report()).append('\n');
    }
  }

  /// Whether a page is wanted; rank 0 alone knows where that of the run is.
  private boolean isPageWanted() {
    return group.broadcast(0, results.isWanted() ? 1 : 0) != 0;
  }

  private String summary(DistributedMesh mesh, double seconds) {
    var text = new StringBuilder("mesh: %d points".formatted(mesh.pointTotal()));
    if (mesh.dimension() != Dimension.SPACE) {
      return text.append(", no tets: ")
          .append(MeshProgram.reason(mesh.dimension()))
          .append('\n')
          .toString();
    }
    if (mesh.vertexTotal() < mesh.pointTotal()) {
      text.append(" at %d places".formatted(mesh.vertexTotal()));
    }
    MeshingCounts counts = mesh.counts();
    long all = counts.inPlace() + counts.committed();
    return text.append(
            String.format(
                Locale.ROOT,
                ", %d tets, %d triangles of the hull, %.3f s%n",
                mesh.tetTotal(),
                mesh.hullTotal(),
                seconds))
        .append(
            String.format(
                Locale.ROOT,
                "  %.1f %% of the cavities over several ranks, by %d messages of %d bytes; %.1f %% of the attempts given up%n",
                100.0 * counts.committed() / Math.max(1, all),
                counts.messages(),
                counts.bytes() / Math.max(1, counts.messages()),
                100.0 * counts.givenUp() / Math.max(1, counts.begun())))
        .append("  digest ")
        .append(mesh.digest())
        .append('\n')
        .toString();
  }
}
