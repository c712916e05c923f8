// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import weft.bench.harness.SliceTable;
import weft.model.measured.Statistics;

/// All slices that count, by cell and party. The slices of one round ran shortly after each other.
/// So ratios are taken within a round, and their median is reported.
final class Samples {
  private record Key(Cell cell, String party) {}

  private record Taken(double line, Timing timing) {}

  private final SliceTable<Key, Taken> samples = new SliceTable<>();

  /// Adds a slice of this round, during which a cache line took `line` nanoseconds to cross.
  void add(Cell cell, String party, int round, double line, Timing timing) {
    samples.add(new Key(cell, party), round, new Taken(line, timing));
  }

  boolean has(Cell cell, String party) {
    return samples.keys().contains(new Key(cell, party));
  }

  private double[] values(Cell cell, String party, ToDoubleFunction<Timing> figure) {
    return SliceTable.values(
        samples.of(new Key(cell, party)), taken -> figure.applyAsDouble(taken.timing));
  }

  /// The median time of a call in nanoseconds, or NaN.
  double nanos(Cell cell, String party) {
    return Statistics.median(values(cell, party, Timing::nanos));
  }

  /// The 99th percentile of the time of a call over the slices, in nanoseconds, or NaN.
  double high(Cell cell, String party) {
    return Statistics.quantile(0.99, values(cell, party, Timing::nanos));
  }

  /// The minimum of `figure` over the slices, or NaN.
  double least(Cell cell, String party, ToDoubleFunction<Timing> figure) {
    return Statistics.quantile(0, values(cell, party, figure));
  }

  /// The median over the rounds of the time of `party` divided by that of `other`, or NaN.
  double ratio(Cell cell, String party, String other) {
    return ratio(cell, party, cell, other, Timing::nanos);
  }

  /// The median over the rounds of the ratio of `figure` for `party` to that for `other`, or NaN.
  double ratio(
      Cell cell, String party, Cell cell2, String party2, ToDoubleFunction<Timing> figure) {
    return Statistics.median(
        SliceTable.paired(
            samples.of(new Key(cell, party)),
            samples.of(new Key(cell2, party2)),
            taken -> figure.applyAsDouble(taken.timing),
            (one, other) -> one / other));
  }

  /// The crossing times of a cache line during the slices with `ranks` ranks, in nanoseconds.
  double[] lines(int ranks) {
    return samples.keys().stream()
        .filter(key -> key.cell.ranks() == ranks)
        .flatMap(key -> samples.of(key).stream())
        .mapToDouble(taken -> taken.slice().line)
        .toArray();
  }

  /// The raw slices, for the JSON file.
  List<Map<String, Object>> raw() {
    return samples.raw(
        (row, key) -> {
          row.put("party", key.party);
          row.put("ranks", key.cell.ranks());
          row.put("collective", key.cell.name());
          row.put("bytes", key.cell.bytes());
          row.put("algorithm", key.cell.algorithm());
          row.put("chunk", key.cell.chunk());
          row.put("chunks", key.cell.chunks());
        },
        (row, taken) -> {
          row.put("line", taken.line);
          row.put("nanos", taken.timing.nanos());
          row.put("alone", taken.timing.alone());
          row.put("turn", taken.timing.turn());
          row.put("switches", taken.timing.switches());
          row.put("allocated", taken.timing.allocated());
        });
  }
}
