// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import weft.calibrate.rank.SliceEffort;
import weft.model.measured.Figure;
import weft.model.measured.Statistics;
import weft.model.measured.Subject;

/// What messages between each pair of hosts take. The profile has one set of parameters for the
/// network, of all pairs together, and says which pairs are not like the others.
final class HostPairs {
  /// A pair whose messages take so much longer or shorter than the median pair's is named.
  private static final double MUCH = 1.25;

  private static final long SMALL = Double.BYTES;
  private static final long LARGE = 256 << 10;

  private final Map<String, List<Figure>> byPair = new LinkedHashMap<>();
  private final List<MeasuredSlice> all = new ArrayList<>();

  private HostPairs() {}

  /// Measures each pair by a job of its own.
  static HostPairs measure(
      MeasuringJobs jobs, SliceEffort effort, String transport, List<String> hosts) {
    var pairs = new HostPairs();
    for (int one = 0; one < hosts.size(); one++) {
      for (int other = one + 1; other < hosts.size(); other++) {
        String pair = hosts.get(one) + "," + hosts.get(other);
        List<MeasuredSlice> samples =
            jobs.run(
                pair, List.of("--transport", transport, "--hosts", pair), 2, effort, Plan.hosts());
        pairs.byPair.put(pair.replace(",", " and "), figures(samples));
        pairs.all.addAll(samples);
      }
    }
    return pairs;
  }

  private static List<Figure> figures(List<MeasuredSlice> samples) {
    return Distances.of(List.of()).figures(samples).values().iterator().next();
  }

  /// The times of all pairs together.
  List<Figure> figures() {
    return figures(all);
  }

  /// A sentence for each pair that is not like the others.
  List<String> differences() {
    List<String> sentences = new ArrayList<>();
    for (long bytes : new long[] {SMALL, LARGE}) {
      double[] times = byPair.values().stream().mapToDouble(it -> message(it, bytes)).toArray();
      double usual = Statistics.quantile(0.5, times);
      byPair.forEach((pair, figures) -> {
        double time = message(figures, bytes);
        if (time > MUCH * usual || time * MUCH < usual) {
          sentences.add(
              String.format(
                  Locale.ROOT,
                  "Between %s a message of %,d bytes takes %.1f µs; the median of all pairs, which"
                      + " the profile has, is %.1f µs.",
                  pair,
                  bytes,
                  time,
                  usual));
        }
      });
    }
    return sentences;
  }

  private static double message(List<Figure> figures, long bytes) {
    return figures.stream()
        .filter(it -> it.subject().what().equals(Subject.MESSAGE) && it.subject().bytes() == bytes)
        .mapToDouble(Figure::median)
        .findFirst()
        .orElse(Double.NaN);
  }
}
