// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// All slices that count, by what was called and by whom. The slices of one round ran within
/// moments of each other: ratios are taken within a round, and the median of these is reported.
final class Samples {
  private record Key(Cell cell, String party) {}

  private record Taken(int round, double line, Timing timing) {}

  private final Map<Key, List<Taken>> samples = new LinkedHashMap<>();

  /// Adds a slice of this round, during which a cache line took `line` nanoseconds to cross.
  void add(Cell cell, String party, int round, double line, Timing timing) {
    samples
        .computeIfAbsent(new Key(cell, party), key -> new ArrayList<>())
        .add(new Taken(round, line, timing));
  }

  boolean has(Cell cell, String party) {
    return samples.containsKey(new Key(cell, party));
  }

  private List<Taken> of(Cell cell, String party) {
    return samples.getOrDefault(new Key(cell, party), List.of());
  }

  /// The median time of a call in nanoseconds, or NaN.
  double nanos(Cell cell, String party) {
    return median(cell, party, Timing::nanos);
  }

  /// The median of what `figure` takes from the slices, or NaN.
  double median(Cell cell, String party, ToDoubleFunction<Timing> figure) {
    return Statistics.median(
        of(cell, party).stream()
            .mapToDouble(taken -> figure.applyAsDouble(taken.timing))
            .toArray());
  }

  /// The least of what `figure` takes from the slices, or NaN.
  double least(Cell cell, String party, ToDoubleFunction<Timing> figure) {
    return of(cell, party).stream()
        .mapToDouble(taken -> figure.applyAsDouble(taken.timing))
        .min()
        .orElse(Double.NaN);
  }

  /// The median over the rounds of the time of `party` over the time of `other`, or NaN.
  double ratio(Cell cell, String party, String other) {
    return ratio(cell, party, cell, other, Timing::nanos);
  }

  /// The median over the rounds of what `figure` takes of the one over what it takes of the other.
  double ratio(
      Cell cell, String party, Cell cell2, String party2, ToDoubleFunction<Timing> figure) {
    var others = new HashMap<Integer, Double>();
    for (Taken taken : of(cell2, party2)) {
      others.put(taken.round, figure.applyAsDouble(taken.timing));
    }
    return Statistics.median(
        of(cell, party).stream()
            .filter(taken -> others.containsKey(taken.round))
            .mapToDouble(taken -> figure.applyAsDouble(taken.timing) / others.get(taken.round))
            .toArray());
  }

  /// How long a cache line took to cross during the slices with `ranks` ranks, in nanoseconds.
  double[] lines(int ranks) {
    return samples.entrySet().stream()
        .filter(entry -> entry.getKey().cell.ranks() == ranks)
        .flatMap(entry -> entry.getValue().stream())
        .mapToDouble(Taken::line)
        .toArray();
  }

  /// The raw slices, for the file.
  List<Map<String, Object>> raw() {
    var all = new ArrayList<Map<String, Object>>();
    samples.forEach((key, list) -> {
      for (Taken taken : list) {
        var one = new LinkedHashMap<String, Object>();
        one.put("party", key.party);
        one.put("ranks", key.cell.ranks());
        one.put("collective", key.cell.name());
        one.put("bytes", key.cell.bytes());
        one.put("algorithm", key.cell.algorithm());
        one.put("chunk", key.cell.chunk());
        one.put("chunks", key.cell.chunks());
        one.put("round", taken.round);
        one.put("line", taken.line);
        one.put("nanos", taken.timing.nanos());
        one.put("alone", taken.timing.alone());
        one.put("turn", taken.timing.turn());
        one.put("switches", taken.timing.switches());
        one.put("allocated", taken.timing.allocated());
        all.add(one);
      }
    });
    return all;
  }
}
