// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

/// The wave equation as one would write it without ranks: two loops over one grid, one cell after
/// the other. The reference of the parallel program, with which it shares no code.
final class SequentialWave {
  private final int width;
  private final int height;
  private final double[] squares;
  private double[] now;
  private double[] before;

  SequentialWave(Scene scene, double courant) {
    width = scene.width();
    height = scene.height();
    squares = new double[width * height];
    now = new double[width * height];
    before = new double[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double local = courant * scene.speed(x, y);
        squares[y * width + x] = local * local;
        now[y * width + x] = scene.displacement(x, y);
      }
    }
  }

  private double at(int x, int y) {
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : now[y * width + x];
  }

  double[] run(int steps) {
    for (int step = 0; step < steps; step++) {
      double[] next = new double[width * height];
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          int i = y * width + x;
          double around = (at(x - 1, y) + at(x + 1, y)) + (at(x, y - 1) + at(x, y + 1));
          double moved = (2 - 4 * squares[i]) * now[i] - before[i] + squares[i] * around;
          // From rest, the field before the first is the one after it.
          next[i] = step == 0 ? moved / 2 : moved;
        }
      }
      before = now;
      now = next;
    }
    return now;
  }
}
