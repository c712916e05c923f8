// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import weft.World;
import weft.apps.common.BadInputException;
import weft.apps.common.Headline;
import weft.apps.common.UserFiles;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.Lu;

/// What the program does without a task: two products blur a picture X to K·X·K, and one
/// factorisation of K sharpens it again.
///
/// K spreads each pixel over its neighbours, with weights that fall exponentially. Its condition is
/// moderate, so that the picture comes back to about twelve digits.
final class Sharpening {
  /// Rows and columns of the picture.
  private static final int ORDER = 1536;

  /// The pixels over which a weight falls to 1 / e.
  private static final double REACH = 6;

  /// Operations of a core in a nanosecond, of the slowest kernels that are likely.
  private static final double RATE = 5;

  private static final double TOLERANCE = 1e-8;

  private static final Path BLURRED = Path.of("linalg-blurred.png");
  private static final Path SHARP = Path.of("linalg-sharp.png");

  private final World world;
  private final Group all;

  Sharpening(World world, Group all) {
    this.world = world;
    this.all = all;
  }

  /// The picture: rings that get finer outwards.
  private static double level(long row, long column) {
    double x = 2.0 * column / (ORDER - 1) - 1;
    double y = 2.0 * row / (ORDER - 1) - 1;
    double r = Math.hypot(x, y);
    double petals = 1 + 0.3 * Math.cos(6 * Math.atan2(y, x));
    return r > 1 ? 0 : 0.5 + 0.5 * Math.cos(160 * r * r * petals);
  }

  private static Elements blur() {
    double step = Math.exp(-1 / REACH);
    double sum = (1 + step) / (1 - step);
    return (row, column) -> Math.exp(-Math.abs(row - column) / REACH) / sum;
  }

  /// Runs. Collective.
  ///
  /// @return false if the picture does not come back
  /// @throws BadInputException at rank 0, if the pictures cannot be written
  boolean run() {
    double operations = Math.pow(ORDER, 3) * (2.0 / 3 + 4 * 2);
    Headline.print(
        world,
        "linalg: blurs a picture of %d x %d by two products, and sharpens it by LU"
            .formatted(ORDER, ORDER),
        Headline.shared(world, 1 + operations / RATE * 1e-9));
    if (!isWritable()) {
      return true;
    }
    try (Grid grid = Grid.of(world, all);
        DistributedMatrix k = grid.matrix(ORDER, ORDER, blur());
        DistributedMatrix picture = grid.matrix(ORDER, ORDER, Sharpening::level)) {
      long began = begin();
      try (DistributedMatrix rows = k.times(picture);
          DistributedMatrix blurred = rows.times(k)) {
        double multiplying = since(began);
        write(blurred, BLURRED);
        began = begin();
        try (Lu lu = k.lu();
            DistributedMatrix half = lu.solve(blurred);
            DistributedMatrix turned = half.transpose();
            DistributedMatrix solved = lu.solve(turned);
            DistributedMatrix sharp = solved.transpose()) {
          double solving = since(began);
          write(sharp, SHARP);
          double before = blurred.add(-1, picture).greatest();
          double after = sharp.add(-1, picture).greatest();
          print(grid, multiplying, solving, before, after);
          return after < TOLERANCE;
        }
      }
    }
  }

  private boolean isWritable() {
    BadInputException refused = null;
    if (world.rank() == 0) {
      try {
        UserFiles.check(BLURRED, SHARP);
      } catch (BadInputException e) {
        refused = e;
      }
    }
    long failed = all.allreduce(refused == null ? 0L : 1L, Operator.MAX);
    if (refused != null) {
      throw refused;
    }
    return failed == 0;
  }

  private long begin() {
    all.barrier();
    return System.nanoTime();
  }

  private double since(long began) {
    return all.allreduce((System.nanoTime() - began) * 1e-9, Operator.MAX);
  }

  private void print(Grid grid, double multiplying, double solving, double before, double after) {
    if (world.rank() > 0) {
      return;
    }
    double cube = Math.pow(ORDER, 3) * 1e-9;
    System.out.printf(
        Locale.ROOT,
        """
          kernels: %s
          products %.3f s, %.1f GF/s; factors and solutions %.3f s, %.1f GF/s
          wrote %s and %s
          gained: a pixel of the blurred picture is wrong by up to %.2f, of the sharp one by %.0e
        """,
        grid.kernels().name(),
        multiplying,
        4 * cube / multiplying,
        solving,
        (2.0 / 3 + 4) * cube / solving,
        BLURRED,
        SHARP,
        before,
        after);
  }

  /// Writes a picture at rank 0. Collective.
  private void write(DistributedMatrix picture, Path file) {
    double[] levels = picture.gather(0);
    if (world.rank() > 0) {
      return;
    }
    var image = new BufferedImage(ORDER, ORDER, BufferedImage.TYPE_BYTE_GRAY);
    var raster = image.getRaster();
    for (int i = 0; i < levels.length; i++) {
      long grey = Math.clamp(Math.round(255 * levels[i]), 0, 255);
      raster.setSample(i % ORDER, i / ORDER, 0, (int) grey);
    }
    UserFiles.write(
        file,
        stream -> {
          // The stream that Java usually takes needs room in the temporary folder.
          try (var out = new MemoryCacheImageOutputStream(stream)) {
            if (!ImageIO.write(image, "png", out)) {
              throw new IOException("this JDK has no PNG writer");
            }
          }
        });
  }
}
