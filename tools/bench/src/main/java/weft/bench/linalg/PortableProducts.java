// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import dev.ludovic.netlib.blas.JavaBLAS;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weft.bench.Report;
import weft.bench.harness.SliceRounds;
import weft.bench.harness.Statistics;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Compares the portable product with that of `dev.ludovic.netlib:blas` in plain Java, on one
/// thread of this JVM, both on arrays. Neither uses the Vector API, whose module is not loaded.
final class PortableProducts {
  private static final double SLICE_SECONDS = 0.1;
  private static final double WARM_UP_SECONDS = 1.5;
  private static final double LIMIT = 1;

  private final int n;
  private final double[] a;
  private final double[] b;
  private final double[] c;
  private final Kernels java = Kernels.java();
  private final JavaBLAS netlib;

  private PortableProducts(int n, JavaBLAS netlib) {
    this.n = n;
    this.netlib = netlib;
    var random = new Random(n);
    this.a = random.doubles((long) n * n).toArray();
    this.b = random.doubles((long) n * n).toArray();
    this.c = new double[n * n];
  }

  static void run(Report report, long seed, int rounds) throws Exception {
    JavaBLAS netlib = JavaBLAS.getInstance();
    var rows = new ArrayList<List<Object>>();
    var all = new ArrayList<Double>();
    for (int n : new int[] {100, 256, 512, 1000}) {
      var products = new PortableProducts(n, netlib);
      products.check();
      products.warmUp();
      var mine = new double[rounds];
      var theirs = new double[rounds];
      var slices = new SliceRounds(seed);
      slices.add(round -> mine[round] = products.rate(products::weft));
      slices.add(round -> theirs[round] = products.rate(products::netlib));
      slices.run("portable products, n = " + n, 0, rounds);
      var ratios = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        ratios[i] = mine[i] / theirs[i];
      }
      double ratio = Statistics.median(ratios);
      all.add(ratio);
      rows.add(List.of(n, Statistics.median(mine), Statistics.median(theirs), ratio));
    }
    report.table(
        "portable",
        "Products in plain Java, one thread, medians (%s)"
            .formatted(netlib.getClass().getSimpleName()),
        List.of("n", "Weft GF/s", "netlib GF/s", "rate / netlib's"),
        rows);
    report.limit(
        "portable products, rate over netlib's in plain Java",
        "",
        Statistics.geometricMean(all.stream().mapToDouble(Double::doubleValue).toArray()),
        false,
        LIMIT,
        "");
  }

  private void weft() {
    java.gemm(1, tile(a), Op.PLAIN, tile(b), Op.PLAIN, 0, tile(c));
  }

  private Tile tile(double[] values) {
    return Tile.packed(MemorySegment.ofArray(values), 0, n, n);
  }

  /// netlib's matrices are in column order, so the factors are exchanged.
  private void netlib() {
    netlib.dgemm("N", "N", n, n, n, 1, b, n, a, n, 0, c, n);
  }

  private void check() {
    weft();
    double[] mine = c.clone();
    netlib();
    for (int i = 0; i < c.length; i++) {
      if (Math.abs(mine[i] - c[i]) > 1e-12 * n * n) {
        throw new IllegalStateException("element %d is %s and %s".formatted(i, mine[i], c[i]));
      }
    }
  }

  private void warmUp() {
    for (Runnable each : List.<Runnable>of(this::weft, this::netlib)) {
      long end = System.nanoTime() + (long) (WARM_UP_SECONDS * 1e9);
      while (System.nanoTime() < end) {
        each.run();
      }
    }
  }

  private double rate(Runnable product) {
    long from = System.nanoTime();
    int count = 0;
    double seconds = 0;
    while (seconds < SLICE_SECONDS) {
      product.run();
      count++;
      seconds = (System.nanoTime() - from) * 1e-9;
    }
    return LinalgCell.Task.GEMM.operations(n) * count / seconds * 1e-9;
  }
}
