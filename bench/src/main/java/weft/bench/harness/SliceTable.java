// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/// The slices that were measured, by what they measured and in which round.
///
/// @param <K> what was measured
/// @param <S> what one slice gave
public final class SliceTable<K, S> {
  /// A slice in its round.
  public record Taken<S>(int round, S slice) {}

  private final Map<K, List<Taken<S>>> all = new LinkedHashMap<>();

  /// Adds a slice.
  public void add(K key, int round, S slice) {
    all.computeIfAbsent(key, k -> new ArrayList<>()).add(new Taken<>(round, slice));
  }

  /// What was measured, in the order of the first slices.
  public Set<K> keys() {
    return all.keySet();
  }

  /// The slices of `key`; none where it was not measured.
  public List<Taken<S>> of(K key) {
    return all.getOrDefault(key, List.of());
  }

  /// What `figure` takes from these slices.
  public static <S> double[] values(List<Taken<S>> slices, ToDoubleFunction<S> figure) {
    return slices.stream().mapToDouble(taken -> figure.applyAsDouble(taken.slice)).toArray();
  }

  /// What `how` makes of a slice of `a` and the one of `b` in the same round, for all rounds that
  /// have both.
  public static <S> double[] paired(
      List<Taken<S>> a, List<Taken<S>> b, ToDoubleFunction<S> figure, DoubleBinaryOperator how) {
    var others = new HashMap<Integer, Double>();
    b.forEach(taken -> others.put(taken.round, figure.applyAsDouble(taken.slice)));
    return a.stream()
        .filter(taken -> others.containsKey(taken.round))
        .mapToDouble(
            taken -> how.applyAsDouble(figure.applyAsDouble(taken.slice), others.get(taken.round)))
        .toArray();
  }

  /// A row for each slice, for the file; `write` adds the fields of what was measured and of what
  /// the slice gave.
  public List<Map<String, Object>> raw(
      BiConsumer<Map<String, Object>, K> write, BiConsumer<Map<String, Object>, S> slice) {
    var rows = new ArrayList<Map<String, Object>>();
    all.forEach((key, list) -> {
      for (Taken<S> taken : list) {
        var row = new LinkedHashMap<String, Object>();
        write.accept(row, key);
        row.put("round", taken.round);
        slice.accept(row, taken.slice);
        rows.add(row);
      }
    });
    return rows;
  }
}
