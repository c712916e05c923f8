// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/// The measured slices, by key and round.
///
/// @param <K> the key: what was measured
/// @param <S> the result of one slice
public final class SliceTable<K, S> {
  /// A slice and its round.
  public record Taken<S>(int round, S slice) {}

  private final Map<K, List<Taken<S>>> all = new LinkedHashMap<>();

  /// Adds a slice.
  public void add(K key, int round, S slice) {
    all.computeIfAbsent(key, k -> new ArrayList<>()).add(new Taken<>(round, slice));
  }

  /// The keys, in the order of their first slices.
  public Set<K> keys() {
    return all.keySet();
  }

  /// The slices of `key`; an empty list if there are none.
  public List<Taken<S>> of(K key) {
    return all.getOrDefault(key, List.of());
  }

  /// The `figure` of each slice.
  public static <S> double[] values(List<Taken<S>> slices, ToDoubleFunction<S> figure) {
    return slices.stream().mapToDouble(taken -> figure.applyAsDouble(taken.slice)).toArray();
  }

  /// Combines with `how` the figures of `a` and `b` in the same round, for all rounds that have
  /// both.
  public static <S> double[] paired(
      List<Taken<S>> a, List<Taken<S>> b, ToDoubleFunction<S> figure, DoubleBinaryOperator how) {
    var others = new HashMap<Integer, Double>();
    b.forEach(taken -> others.put(taken.round, figure.applyAsDouble(taken.slice)));
    return a.stream()
        .filter(taken -> others.containsKey(taken.round))
        .mapToDouble(taken ->
            how.applyAsDouble(
                figure.applyAsDouble(taken.slice), Objects.requireNonNull(others.get(taken.round))))
        .toArray();
  }

  /// One row per slice for the JSON file. `write` adds the fields of the key, `slice` those of the
  /// result.
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
