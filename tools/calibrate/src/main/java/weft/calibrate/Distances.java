// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.model.measured.Figure;
import weft.model.measured.Subject;

/// Divides slices by the distance between the processors that the ranks ran on, which a hypervisor
/// or a kernel changes from time to time. A barrier takes longer between distant processors, so the
/// times of barriers before and after each slice show where it ran.
///
/// There are two distances if the times of barriers have a gap with a good part of them on either
/// side. A slice with a barrier of each kind is mixed, and does not count.
final class Distances {
  /// The distance if there is only one.
  static final String ONE = "";

  static final String NEAR = "near";
  static final String FAR = "far";

  /// The part of barriers that the smaller group has at least.
  private static final double LEAST_SHARE = 0.08;

  /// The ratio of the medians of both groups, at least.
  private static final double LEAST_RATIO = 1.3;

  /// The far group has a distance of its own, unlike barriers during which something else ran.
  private static final double MOST_SPREAD = 1.5;

  /// The slices of a subject that a set needs.
  private static final int LEAST_SAMPLES = 3;

  private final double limit;

  private Distances(double limit) {
    this.limit = limit;
  }

  /// Finds the limit between near and far barriers, from those of all slices.
  static Distances of(List<MeasuredSlice> samples) {
    double[] times =
        samples.stream()
            .flatMap(it -> List.of(it.before(), it.after()).stream())
            .mapToDouble(Math::log)
            .sorted()
            .toArray();
    int count = times.length;
    double[] sums = new double[count + 1];
    double[] squares = new double[count + 1];
    for (int i = 0; i < count; i++) {
      sums[i + 1] = sums[i] + times[i];
      squares[i + 1] = squares[i] + times[i] * times[i];
    }
    // The division with the least variance within both groups (Otsu's method).
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    int edge = Math.max(1, (int) (LEAST_SHARE * count));
    for (int i = edge; i <= count - edge; i++) {
      double within = variance(sums, squares, 0, i) + variance(sums, squares, i, count);
      if (within < least) {
        least = within;
        best = i;
      }
    }
    if (best < 0) {
      return new Distances(Double.POSITIVE_INFINITY);
    }
    double near = Math.exp(times[best / 2]);
    double far = Math.exp(times[(best + count) / 2]);
    boolean isTwo =
        far / near >= LEAST_RATIO
            && spread(times, best, count) <= MOST_SPREAD
            && isGap(times, best, Math.log(near), Math.log(far));
    return new Distances(
        isTwo ? Math.exp((times[best - 1] + times[best]) / 2) : Double.POSITIVE_INFINITY);
  }

  /// The ratio of the upper to the lower quartile of a group.
  private static double spread(double[] times, int from, int to) {
    int quarter = (to - from) / 4;
    return Math.exp(times[to - 1 - quarter] - times[from + quarter]);
  }

  /// Whether few barriers lie between both groups: a long tail is no second distance.
  private static boolean isGap(double[] times, int at, double near, double far) {
    double low = near + (far - near) / 3;
    double high = far - (far - near) / 3;
    long between = Arrays.stream(times).filter(it -> it > low && it < high).count();
    return between < LEAST_SHARE * Math.min(at, times.length - at);
  }

  private static double variance(double[] sums, double[] squares, int from, int to) {
    double sum = sums[to] - sums[from];
    return squares[to] - squares[from] - sum * sum / (to - from);
  }

  /// The limit in nanoseconds; infinite if there is only one distance.
  double limit() {
    return limit;
  }

  private String of(MeasuredSlice sample) {
    if (limit == Double.POSITIVE_INFINITY) {
      return ONE;
    }
    boolean isNear = sample.before() < limit;
    return isNear != sample.after() < limit ? "mixed" : isNear ? NEAR : FAR;
  }

  /// The figures by distance: the most usual one first, and the other if every subject has enough
  /// slices at it.
  Map<String, List<Figure>> figures(List<MeasuredSlice> samples) {
    Map<String, Map<Subject, List<Double>>> byDistance = new LinkedHashMap<>();
    for (MeasuredSlice sample : samples) {
      byDistance
          .computeIfAbsent(of(sample), it -> new LinkedHashMap<>())
          .computeIfAbsent(sample.subject(), it -> new ArrayList<>())
          .add(sample.micros());
    }
    byDistance.remove("mixed");
    long subjects = samples.stream().map(MeasuredSlice::subject).distinct().count();
    Map<String, List<Figure>> found = new LinkedHashMap<>();
    byDistance.entrySet().stream()
        .filter(it ->
            it.getValue().size() == subjects
                && it.getValue().values().stream().allMatch(one -> one.size() >= LEAST_SAMPLES))
        .sorted((a, b) -> Integer.compare(count(b.getValue()), count(a.getValue())))
        .forEach(it -> found.put(it.getKey(), figuresOf(it.getValue())));
    if (found.isEmpty()) {
      // Neither has enough: then all count together.
      Map<Subject, List<Double>> all = new LinkedHashMap<>();
      samples.forEach(
          it -> all.computeIfAbsent(it.subject(), one -> new ArrayList<>()).add(it.micros()));
      found.put(ONE, figuresOf(all));
    }
    return found;
  }

  private static int count(Map<Subject, List<Double>> its) {
    return its.values().stream().mapToInt(List::size).sum();
  }

  private static List<Figure> figuresOf(Map<Subject, List<Double>> its) {
    return its.entrySet().stream()
        .map(it ->
            Figure.of(
                it.getKey(), it.getValue().stream().mapToDouble(Double::doubleValue).toArray()))
        .toList();
  }
}
