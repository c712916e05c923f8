// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.awt.Color;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.apps.common.Gif;
import weft.collective.Group;
import weft.collective.Operator;

/// The animation. On the left it shows the number of particles in each pixel, on the right the
/// owner of each cell. A colour represents a rank. It is brighter if a cell has more work.
final class SwarmFilm {
  private static final int SIZE = 256;
  private static final int GAP = 8;
  private static final int WIDTH = 2 * SIZE + GAP;

  /// Ranks with the same number modulo this have the same colour.
  private static final int HUES = 8;

  private static final int SHADES = 16;
  private static final int DENSITIES = 256 - HUES * SHADES;
  private static final int[] COLOURS = {0x05060f, 0x1b2a6b, 0x6a4fb3, 0xe08a5b, 0xffd98a, 0xffffff};

  private final Group group;
  private final int rank;
  private final int grid;
  private final double dense;
  private final List<byte[]> frames = new ArrayList<>();

  SwarmFilm(Group group, int rank, SwarmOptions options) {
    this.group = group;
    this.rank = rank;
    this.grid = options.grid();
    this.dense = Math.max(1, options.particles() / 10_000.0);
  }

  /// Adds a frame. Collective.
  void shoot(CellSteps cells) {
    var density = new long[SIZE * SIZE];
    var owners = new long[grid * grid];
    var pairs = new long[grid * grid];
    cells.forEachHere(cell -> {
      owners[cell.index] = rank;
      pairs[cell.index] = cell.pairs();
      double[] particles = cell.particles();
      for (int i = 0; i < particles.length; i += SwarmCell.WIDTH) {
        double x = particles[i + SwarmCell.X];
        double y = particles[i + SwarmCell.Y];
        density[SwarmCell.cellOf(x, y, SIZE)]++;
      }
    });
    group.allreduce(density, Operator.SUM);
    group.allreduce(owners, Operator.SUM);
    group.allreduce(pairs, Operator.SUM);
    if (rank == 0) {
      frames.add(frame(density, owners, pairs));
    }
  }

  private byte[] frame(long[] density, long[] owners, long[] pairs) {
    double most = 1;
    for (long each : pairs) {
      most = Math.max(most, (double) each);
    }
    var frame = new byte[WIDTH * SIZE];
    for (int y = 0; y < SIZE; y++) {
      for (int x = 0; x < SIZE; x++) {
        double seen = -Math.expm1(-density[y * SIZE + x] / dense);
        frame[y * WIDTH + x] = (byte) Math.round((DENSITIES - 1) * seen);
        int cell = y * grid / SIZE * grid + x * grid / SIZE;
        int shade = (int) Math.round((SHADES - 1) * Math.sqrt(pairs[cell] / most));
        int hue = (int) (owners[cell] % HUES);
        frame[y * WIDTH + SIZE + GAP + x] = (byte) (DENSITIES + hue * SHADES + shade);
      }
    }
    return frame;
  }

  /// Writes the animation, and returns its number of frames.
  ///
  /// @throws weft.apps.common.BadInputException if the file cannot be written
  int write(Path file) {
    Gif.write(frames, WIDTH, SIZE, colours(), file);
    return frames.size();
  }

  private static IndexColorModel colours() {
    var colours = new int[256];
    for (int i = 0; i < DENSITIES; i++) {
      double at = (COLOURS.length - 1) * i / (DENSITIES - 1.0);
      int stop = Math.min((int) at, COLOURS.length - 2);
      for (int shift = 0; shift <= 16; shift += 8) {
        int from = COLOURS[stop] >> shift & 255;
        int to = COLOURS[stop + 1] >> shift & 255;
        colours[i] |= (int) Math.round(from + (to - from) * (at - stop)) << shift;
      }
    }
    for (int hue = 0; hue < HUES; hue++) {
      for (int shade = 0; shade < SHADES; shade++) {
        float bright = 0.3f + 0.7f * shade / (SHADES - 1);
        // Consecutive ranks have distant hues.
        int colour = Color.HSBtoRGB(hue * 3 % HUES / (float) HUES, 0.75f, bright);
        colours[DENSITIES + hue * SHADES + shade] = colour & 0xffffff;
      }
    }
    return new IndexColorModel(8, 256, colours, 0, false, -1, DataBuffer.TYPE_BYTE);
  }
}
