// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import weft.bench.Sample.Distance;
import weft.bench.harness.SliceTable;
import weft.bench.harness.SliceTable.Taken;
import weft.model.measured.Statistics;

/// All samples, by key. The samples of one round belong together. A ratio compares two slices of
/// one round, which ran shortly after each other at the same distance. The median of these ratios
/// is reported.
public final class Figures {
  /// If there are this many undisturbed samples, the others are left out.
  private static final int ENOUGH = 5;

  /// The key of a measurement: the party, the kind, and the number of bytes.
  public record Key(String party, String kind, long size) {}

  private final SliceTable<Key, Sample> samples = new SliceTable<>();

  /// Adds a sample. A trip is timed as a round trip and counts as half of it.
  public void add(Key key, int round, Sample sample) {
    boolean trip = key.kind.endsWith("TRIP");
    samples.add(key, round, trip ? sample.withNanos(sample.nanos() / 2) : sample);
  }

  public Iterable<Key> keys() {
    return samples.keys();
  }

  public boolean has(Key key) {
    return samples.keys().contains(key);
  }

  /// The samples at this distance: those without involuntary context switches if there are enough
  /// of them, else all.
  private List<Taken<Sample>> at(Key key, Distance distance) {
    List<Taken<Sample>> all =
        samples.of(key).stream().filter(taken -> taken.slice().distance() == distance).toList();
    List<Taken<Sample>> calm = all.stream().filter(taken -> taken.slice().switches() == 0).toList();
    return calm.size() >= ENOUGH ? calm : all;
  }

  /// The number of samples that count at this distance.
  public int count(Key key, Distance distance) {
    return at(key, distance).size();
  }

  /// Prints, for each key, what the other figures count beside all slices: nothing is left out
  /// here. A program sees all of them.
  void allSlices(Report report, int number) {
    var rows = new ArrayList<List<Object>>();
    for (Key key : samples.keys()) {
      double[] all = SliceTable.values(samples.of(key), Sample::nanos);
      double[] counted =
          Distance.PLACES.stream()
              .flatMap(place -> at(key, place).stream())
              .mapToDouble(taken -> taken.slice().nanos())
              .toArray();
      rows.add(
          List.of(
              key.party + ": " + key.kind + (key.size == 0 ? "" : " " + Report.size(key.size)),
              Statistics.median(all),
              Statistics.quantile(0.99, all),
              Statistics.median(counted),
              100.0 * (all.length - counted.length) / all.length,
              all.length));
    }
    report.table(
        "allSlices" + number,
        "Nanoseconds of an operation over all slices, as programs see them; beside them the median"
            + " of the slices that count at a distance, and the share that was left out",
        List.of("what", "median ns", "99 % ns", "counted ns", "left out %", "n"),
        rows);
  }

  private double median(Key key, ToDoubleFunction<Sample> figure) {
    return Statistics.median(SliceTable.values(samples.of(key), figure));
  }

  /// The median time of one operation, in nanoseconds: of half a round trip for trips.
  public double nanos(Key key, Distance distance) {
    return Statistics.median(SliceTable.values(at(key, distance), Sample::nanos));
  }

  /// The median over both distances, for operations without traffic between processors.
  public double nanosAnywhere(Key key) {
    return median(key, Sample::nanos);
  }

  /// The median of the bytes allocated per operation, on both sides together.
  public double allocated(Key key) {
    return median(key, Sample::allocated);
  }

  /// The maximum over all slices.
  public double mostAllocated(Key key) {
    return samples.of(key).stream().mapToDouble(taken -> taken.slice().allocated()).max().orElse(0);
  }

  /// The median over the rounds of the time of `a` divided by that of `b`, both at `distance`.
  public double ratio(Key a, Key b, Distance distance) {
    return paired(a, b, distance, (one, other) -> one / other);
  }

  /// The median over the rounds of the time of `a` minus the time of `b`, both at `distance`.
  public double difference(Key a, Key b, Distance distance) {
    return paired(a, b, distance, (one, other) -> one - other);
  }

  private double paired(Key a, Key b, Distance distance, DoubleBinaryOperator how) {
    double[] each = SliceTable.paired(at(a, distance), at(b, distance), Sample::nanos, how);
    return each.length >= 3
        ? Statistics.median(each)
        : how.applyAsDouble(nanos(a, distance), nanos(b, distance));
  }

  /// The median over the rounds of the time of `a` divided by that of `b`, at any distance. It is
  /// for operations without traffic between processors.
  public double ratioAnywhere(Key a, Key b) {
    return Statistics.median(
        SliceTable.paired(
            samples.of(a), samples.of(b), Sample::nanos, (one, other) -> one / other));
  }

  /// The raw samples, for the JSON file.
  public List<Map<String, Object>> raw() {
    return samples.raw(
        (row, key) -> {
          row.put("party", key.party);
          row.put("kind", key.kind);
          row.put("size", key.size);
        },
        (row, sample) -> {
          row.put("nanos", sample.nanos());
          row.put("lineBefore", sample.before());
          row.put("lineAfter", sample.after());
          row.put("distance", sample.distance().where());
          row.put("switches", sample.switches());
          row.put("allocated", sample.allocated());
        });
  }
}
