// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;

/// The factors with which SimGrid's SMPI takes as long for messages as was measured: between two
/// measured sizes a straight line, which is a latency and a bandwidth of its own. SMPI multiplies
/// those of its link by them.
///
/// @param latency of `smpi/lat-factor`, for a link of a latency of 1 µs
/// @param bandwidth of `smpi/bw-factor`, for a link of 1 GB/s
record SmpiFactors(String latency, String bandwidth) {
  /// The bytes that the link moves in a microsecond.
  private static final double LINK = 1000;

  private static final double LEAST_LATENCY = 1e-3;
  private static final double LEAST_PER_BYTE = 1e-9;

  /// The factors for these times.
  ///
  /// @param micros the times of messages by their bytes, of two sizes at least
  static SmpiFactors of(SortedMap<Long, Double> micros) {
    if (micros.size() < 2) {
      throw new IllegalArgumentException("factors need messages of two sizes at least");
    }
    var latencies = new StringJoiner(";");
    var bandwidths = new StringJoiner(";");
    add(latencies, bandwidths, 0, micros.firstEntry().getValue(), LEAST_PER_BYTE);
    Map.Entry<Long, Double> from = micros.firstEntry();
    for (Map.Entry<Long, Double> to : micros.tailMap(from.getKey() + 1).entrySet()) {
      double perByte = (to.getValue() - from.getValue()) / (to.getKey() - from.getKey());
      perByte = Math.max(LEAST_PER_BYTE, perByte);
      double latency = from.getValue() - perByte * from.getKey();
      if (latency < LEAST_LATENCY) {
        // The line begins below zero: it is right at its end.
        latency = LEAST_LATENCY;
        perByte = (to.getValue() - latency) / to.getKey();
      }
      add(latencies, bandwidths, from.getKey(), latency, perByte);
      from = to;
    }
    return new SmpiFactors(latencies.toString(), bandwidths.toString());
  }

  private static void add(
      StringJoiner latencies, StringJoiner bandwidths, long from, double latency, double perByte) {
    latencies.add(String.format(Locale.ROOT, "%d:%.6g", from, latency));
    bandwidths.add(String.format(Locale.ROOT, "%d:%.6g", from, 1 / (perByte * LINK)));
  }
}
