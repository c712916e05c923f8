// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import weft.bench.Sample.Distance;

/// All samples, by what was measured. The samples of one round belong together: ratios are taken
/// within a round, between slices that ran a moment apart at the same distance, and the median of
/// these ratios is reported.
public final class Figures {
  /// How many calm samples are enough to leave the others out.
  private static final int ENOUGH = 5;

  /// What was measured: by whom, which kind, with how many bytes.
  public record Key(String party, String kind, long size) {}

  private record Taken(int round, Sample sample) {}

  private final Map<Key, List<Taken>> samples = new LinkedHashMap<>();

  public void add(Key key, int round, Sample sample) {
    samples.computeIfAbsent(key, k -> new ArrayList<>()).add(new Taken(round, sample));
  }

  public Iterable<Key> keys() {
    return samples.keySet();
  }

  public boolean has(Key key) {
    return samples.containsKey(key);
  }

  /// The samples at this distance: those during which neither process was taken off its processor,
  /// if there are enough of them, else all.
  private List<Taken> at(Key key, Distance distance) {
    List<Taken> all =
        samples.getOrDefault(key, List.of()).stream()
            .filter(taken -> taken.sample.distance() == distance)
            .toList();
    List<Taken> calm = all.stream().filter(taken -> taken.sample.switches() == 0).toList();
    return calm.size() >= ENOUGH ? calm : all;
  }

  /// How many samples count at this distance.
  public int count(Key key, Distance distance) {
    return at(key, distance).size();
  }

  /// The median of what `figure` takes from the samples, or NaN when there is none.
  double median(Key key, Distance distance, ToDoubleFunction<Sample> figure) {
    return median(
        at(key, distance).stream().mapToDouble(t -> figure.applyAsDouble(t.sample)).toArray());
  }

  /// The median time of one operation, in nanoseconds: of half a round trip for trips.
  public double nanos(Key key, Distance distance) {
    return median(key, distance, sample -> sample.nanos() * scale(key));
  }

  /// The quartile with the lower times, which a busy machine disturbs less than the median.
  double lowerQuartile(Key key, Distance distance) {
    double[] values =
        at(key, distance).stream().mapToDouble(t -> t.sample.nanos() * scale(key)).toArray();
    Arrays.sort(values);
    return values.length == 0 ? Double.NaN : values[values.length / 4];
  }

  /// Over both distances: for what no cache line crosses.
  public double nanosAnywhere(Key key) {
    return median(
        samples.getOrDefault(key, List.of()).stream()
            .mapToDouble(t -> t.sample.nanos() * scale(key))
            .toArray());
  }

  /// The median of the bytes that were allocated per operation, on both sides together.
  public double allocated(Key key) {
    return median(
        samples.getOrDefault(key, List.of()).stream()
            .mapToDouble(taken -> taken.sample.allocated())
            .toArray());
  }

  /// The most that any one slice saw.
  public double mostAllocated(Key key) {
    return samples.getOrDefault(key, List.of()).stream()
        .mapToDouble(taken -> taken.sample.allocated())
        .max()
        .orElse(0);
  }

  /// The median over the rounds of the time of `a` over the time of `b`, both at `distance`.
  public double ratio(Key a, Key b, Distance distance) {
    Map<Integer, Double> others = new LinkedHashMap<>();
    for (Taken taken : at(b, distance)) {
      others.put(taken.round, taken.sample.nanos() * scale(b));
    }
    double[] ratios =
        at(a, distance).stream()
            .filter(taken -> others.containsKey(taken.round))
            .mapToDouble(taken -> taken.sample.nanos() * scale(a) / others.get(taken.round))
            .toArray();
    return ratios.length >= 3 ? median(ratios) : nanos(a, distance) / nanos(b, distance);
  }

  /// The median over the rounds of the time of `a` without the time of `b`, both at `distance`.
  public double difference(Key a, Key b, Distance distance) {
    Map<Integer, Double> others = new LinkedHashMap<>();
    for (Taken taken : at(b, distance)) {
      others.put(taken.round, taken.sample.nanos() * scale(b));
    }
    double[] differences =
        at(a, distance).stream()
            .filter(taken -> others.containsKey(taken.round))
            .mapToDouble(taken -> taken.sample.nanos() * scale(a) - others.get(taken.round))
            .toArray();
    return differences.length >= 3 ? median(differences) : nanos(a, distance) - nanos(b, distance);
  }

  /// The median over the rounds of the time of `a` over the time of `b`, wherever the processors
  /// were: for what no cache line crosses.
  public double ratioAnywhere(Key a, Key b) {
    Map<Integer, Double> others = new LinkedHashMap<>();
    for (Taken taken : samples.getOrDefault(b, List.of())) {
      others.put(taken.round, taken.sample.nanos() * scale(b));
    }
    return median(
        samples.getOrDefault(a, List.of()).stream()
            .filter(taken -> others.containsKey(taken.round))
            .mapToDouble(taken -> taken.sample.nanos() * scale(a) / others.get(taken.round))
            .toArray());
  }

  /// A trip is timed there and back.
  private static double scale(Key key) {
    return key.kind.endsWith("TRIP") ? 0.5 : 1;
  }

  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /// The raw samples, for the file.
  public List<Map<String, Object>> raw() {
    var all = new ArrayList<Map<String, Object>>();
    samples.forEach((key, list) -> {
      for (Taken taken : list) {
        var one = new LinkedHashMap<String, Object>();
        one.put("party", key.party);
        one.put("kind", key.kind);
        one.put("size", key.size);
        one.put("round", taken.round);
        one.put("nanos", taken.sample.nanos() * scale(key));
        one.put("lineBefore", taken.sample.before());
        one.put("lineAfter", taken.sample.after());
        one.put("distance", taken.sample.distance().name().toLowerCase(java.util.Locale.ROOT));
        one.put("switches", taken.sample.switches());
        one.put("allocated", taken.sample.allocated());
        all.add(one);
      }
    });
    return all;
  }
}
