// SPDX-License-Identifier: Apache-2.0
package weft.blas;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Reports the kernels that a JVM finds, and their rate. `weft doctor` starts it in a separate JVM.
public final class BlasProbe {
  private static final int ORDER = 512;
  private static final int ROUNDS = 5;
  private static final double SECONDS = 0.05;

  private BlasProbe() {}

  /// Prints one line: `library` or `java`, the rate of one core in GF/s, and the name.
  public static void main(String[] args) {
    Kernels found = new BlasProvider().find();
    Kernels kernels = found == null ? Kernels.java() : found;
    System.out.printf(
        Locale.ROOT,
        "%s %.1f %s%n",
        found == null ? "java" : "library",
        rate(kernels),
        kernels.name());
  }

  /// The best of several rounds, because other programs may run.
  private static double rate(Kernels kernels) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(JAVA_DOUBLE, 3L * ORDER * ORDER);
      Tile[] tiles = new Tile[3];
      for (int i = 0; i < tiles.length; i++) {
        tiles[i] = Tile.packed(memory, (long) i * ORDER * ORDER, ORDER, ORDER);
        tiles[i].fill(i);
      }
      double best = 0;
      for (int round = 0; round < ROUNDS; round++) {
        long from = System.nanoTime();
        int count = 0;
        double seconds = 0;
        while (seconds < SECONDS) {
          kernels.gemm(1, tiles[0], Op.PLAIN, tiles[1], Op.PLAIN, 0, tiles[2]);
          count++;
          seconds = (System.nanoTime() - from) * 1e-9;
        }
        best = Math.max(best, 2e-9 * ORDER * ORDER * ORDER * count / seconds);
      }
      return best;
    }
  }
}
