// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How fast a rank computes.
///
/// @param combining `g(m)` by the operation's name: combining `m` bytes with others in place
/// @param operand the cost of each further operand of a fold, as a part of `g(m)`
/// @param results the times of each place in another rank's result that a fold writes, by bytes;
///   null if they were not measured: then such a place costs what a movement does
/// @param stages the same for places in memory from which the other rank copies its result
/// @param rates other speeds by name, per microsecond: the operations of [#PRODUCT], the cells of
///   [#STENCIL]
public record Computing(
    Map<String, TimeTable> combining,
    double operand,
    @Nullable TimeTable results,
    @Nullable TimeTable stages,
    Map<String, Double> rates) {
  /// The rate of floating-point operations in a product of matrices.
  public static final String PRODUCT = "product";

  /// The rate of cells of a five-point stencil.
  public static final String STENCIL = "stencil";

  /// No times of combining data, which then must not be asked for.
  public static final Computing UNKNOWN = new Computing(Map.of(), 1, null, null, Map.of());

  /// Copies the maps.
  public Computing {
    combining = Map.copyOf(combining);
    rates = Map.copyOf(rates);
  }

  /// Speeds of reductions alone.
  public Computing(Map<String, TimeTable> combining, double operand) {
    this(combining, operand, null, null, Map.of());
  }

  /// All times of combining multiplied by `factor`.
  public Computing times(double factor) {
    Map<String, TimeTable> scaled = new TreeMap<>();
    combining.forEach((operation, table) -> scaled.put(operation, table.times(factor)));
    return new Computing(scaled, operand, times(results, factor), times(stages, factor), rates);
  }

  private static @Nullable TimeTable times(@Nullable TimeTable table, double factor) {
    return table == null ? null : table.times(factor);
  }
}
