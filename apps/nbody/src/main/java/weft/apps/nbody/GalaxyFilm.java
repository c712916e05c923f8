// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.apps.common.Gif;

/// The animation: the number of bodies in each pixel, seen from above.
final class GalaxyFilm {
  private static final int WIDTH = 360;
  private static final int HEIGHT = 300;

  /// Pixels per unit of length.
  private static final double SCALE = 60;

  private static final int FRAMES = 100;
  private static final int[] COLOURS = {0x05060f, 0x1b2a6b, 0x6a4fb3, 0xe08a5b, 0xffd98a, 0xffffff};

  private final int every;
  private final Galaxies galaxies;
  private final List<byte[]> frames = new ArrayList<>();

  GalaxyFilm(Galaxies galaxies, int steps) {
    this.galaxies = galaxies;
    this.every = Math.max(1, steps / FRAMES);
  }

  /// Adds a frame, if this step has one. Collective.
  void shoot(int step, Bodies mine, BodySteps all) {
    if (step % every != 0) {
      return;
    }
    int[] counts = new int[WIDTH * HEIGHT];
    for (int body = 0; body < mine.count; body++) {
      long x = Math.round(WIDTH / 2.0 + SCALE * mine.get(body, Bodies.X));
      long y = Math.round(HEIGHT / 2.0 - SCALE * mine.get(body, Bodies.Y));
      if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) {
        counts[(int) (y * WIDTH + x)]++;
      }
    }
    all.sum(counts);
    byte[] frame = new byte[counts.length];
    double dense = Math.max(1, galaxies.bodies() / 4000.0);
    for (int i = 0; i < frame.length; i++) {
      frame[i] = (byte) Math.round(255 * -Math.expm1(-counts[i] / dense));
    }
    frames.add(frame);
  }

  /// Writes the animation, and returns its number of frames.
  ///
  /// @throws weft.apps.common.BadInputException if the file cannot be written
  int write(Path file) {
    Gif.write(frames, WIDTH, HEIGHT, colours(), file);
    return frames.size();
  }

  private static IndexColorModel colours() {
    int[] colours = new int[256];
    for (int i = 0; i < colours.length; i++) {
      double at = (COLOURS.length - 1) * i / 255.0;
      int stop = Math.min((int) at, COLOURS.length - 2);
      for (int shift = 0; shift <= 16; shift += 8) {
        int from = COLOURS[stop] >> shift & 255;
        int to = COLOURS[stop + 1] >> shift & 255;
        colours[i] |= (int) Math.round(from + (to - from) * (at - stop)) << shift;
      }
    }
    return new IndexColorModel(8, 256, colours, 0, false, -1, DataBuffer.TYPE_BYTE);
  }
}
