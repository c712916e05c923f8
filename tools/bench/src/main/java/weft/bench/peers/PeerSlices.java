// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The slices of one kind. When all pairs have warmed up, a pair runs only while it is measured.
final class PeerSlices implements AutoCloseable {
  private static final long IDLE_MILLIS = 200;

  /// The figures of each round.
  private static final List<String> FIGURES =
      List.of("wordTrips", "words", "arrayTrips", "barrier", "allreduce");

  /// The slices of this number do not count, because the JVMs compile meanwhile.
  private static final int WARM_UPS = 40;

  private final PeerProcesses pair;
  private final int millis;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Map<String, double[]> results = new LinkedHashMap<>();

  /// Slices of a pair that runs.
  PeerSlices(PeerProcesses pair, PeersOptions options) {
    this.pair = pair;
    this.millis = options.millis();
    for (String figure : FIGURES) {
      results.put(figure, filled(options.rounds()));
    }
    results.put("idle", filled(options.rounds()));
  }

  private static double[] filled(int rounds) {
    double[] values = new double[rounds];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /// Runs uncounted slices, and determines the number of operations of a slice.
  void warmUp() throws IOException, InterruptedException {
    for (String figure : FIGURES) {
      counts.put(figure, operations(figure));
    }
  }

  /// Stops the pair until it is measured. Aeron drops a client that was stopped for ten seconds, so
  /// pairs are stopped only after all have warmed up.
  void stop() throws IOException, InterruptedException {
    pair.stop();
  }

  /// The number of operations of a slice; 0 if the kind has no such operation.
  private long operations(String figure) throws IOException, InterruptedException {
    long count = 8;
    for (int ups = 0; ups < WARM_UPS; ) {
      long nanos = pair.ask(figure, count);
      if (nanos < 0) {
        return 0;
      }
      long wanted = (long) (count * (millis * 1e6) / Math.max(1, nanos));
      if (nanos >= millis * 500_000L) {
        ups++;
      }
      count = Math.clamp(wanted, 1, 8 * count);
    }
    return count;
  }

  /// Measures one slice of each figure.
  void measure(int round) throws IOException, InterruptedException {
    pair.go();
    for (Map.Entry<String, Long> figure : counts.entrySet()) {
      long count = figure.getValue();
      if (count > 0) {
        double[] result = results.getOrDefault(figure.getKey(), new double[0]);
        result[round] = (double) pair.ask(figure.getKey(), count) / count;
      }
    }
    double[] idle = results.getOrDefault("idle", new double[0]);
    idle[round] = pair.ask("idle", IDLE_MILLIS) / (IDLE_MILLIS * 1e6);
    pair.stop();
  }

  /// By figure, the nanoseconds of an operation in each round; NaN if the kind has none. `idle` is
  /// the share of a core that the waiting process takes.
  Map<String, double[]> results() {
    return results;
  }

  @Override
  public void close() throws IOException {
    pair.close();
  }
}
