// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class InsertionTest {
  private static double[] random(int count) {
    var random = new SplittableRandom(42);
    double[] xyz = new double[3 * count];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = random.nextDouble();
    }
    return xyz;
  }

  @Test
  void anOrderHasEachPointOnce() {
    for (int count : new int[] {0, 1, 5, 2000, 2001, 30_000}) {
      int[] order = InsertionOrder.of(random(count));
      Arrays.sort(order);
      assertThat(order).isEqualTo(java.util.stream.IntStream.range(0, count).toArray());
    }
    // Two clusters, that a grid of all points does not separate, and equal points.
    double[] xyz = random(10_000);
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = i % 6 < 3 ? 1e-12 * xyz[i] : 1;
    }
    int[] order = InsertionOrder.of(xyz);
    Arrays.sort(order);
    assertThat(order).isEqualTo(java.util.stream.IntStream.range(0, 10_000).toArray());
  }

  @Test
  void theCurveVisitsNeighbouringCells() {
    int bits = 3;
    int[][] cells = new int[1 << (3 * bits)][];
    for (int x = 0; x < 8; x++) {
      for (int y = 0; y < 8; y++) {
        for (int z = 0; z < 8; z++) {
          int key = (int) InsertionOrder.hilbert(x, y, z, bits);
          assertThat(cells[key]).isNull();
          cells[key] = new int[] {x, y, z};
        }
      }
    }
    for (int i = 1; i < cells.length; i++) {
      int[] a = cells[i - 1];
      int[] b = cells[i];
      assertThat(Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])).isOne();
    }
    assertThat(InsertionOrder.hilbert(4095, 4095, 4095, 12)).isLessThan(1L << 36);
  }

  @Test
  void insertionAllocatesNothing() {
    int count = 20_000;
    double[] xyz = random(count);
    // A part of the points is on a grid, where the exact predicates decide.
    for (int i = 0; i < 3 * 4000; i++) {
      xyz[i] = Math.rint(16 * xyz[i]) / 16;
    }
    int[] order = InsertionOrder.of(xyz);
    double[] ordered = new double[3 * count + 3];
    for (int i = 0; i < count; i++) {
      System.arraycopy(xyz, 3 * order[i], ordered, 3 * i + 3, 3);
    }
    var kernel = new DelaunayKernel(ordered);
    kernel.tets.reserve(8 * count);
    kernel.start(1, 2, 3, 4);
    for (int v = 5; v <= count / 2; v++) {
      kernel.insert(v);
    }
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int v = count / 2 + 1; v <= count; v++) {
      kernel.insert(v);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    // The arrays of exact numbers may still grow a few times.
    assertThat(bytes).as("bytes for %d points", count / 2).isLessThan(count / 8);
  }
}
