// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

/// Says on standard error how far a long list of predictions is.
final class PredictProgress {
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private final long of;
  private long count;
  private long said = System.nanoTime();

  /// Begins a list of so many predictions.
  PredictProgress(long of) {
    this.of = of;
  }

  /// One more is done.
  void done() {
    count++;
    long now = System.nanoTime();
    if (now - said >= PATIENCE_NANOS && count < of) {
      said = now;
      System.err.printf("weft: %,d of %,d predictions …%n", count, of);
    }
  }
}
