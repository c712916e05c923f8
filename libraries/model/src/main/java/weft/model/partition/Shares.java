// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import java.util.List;
import weft.model.ModelException;

/// How many units of work each processor gets so that all end at the same time, as nearly as whole
/// units allow.
///
/// @param units the units of each processor
/// @param seconds the time of the slowest
public record Shares(List<Integer> units, double seconds) {
  /// Divides `total` units: the time is found by bisection, the units that fit into it are rounded
  /// down, and each of the rest goes to the processor that ends first with it.
  ///
  /// @throws ModelException if there is no processor, or a negative number of units
  public static Shares of(int total, List<WorkTimes> processors) {
    if (processors.isEmpty() || total < 0) {
      throw new ModelException(
          "%d units cannot be divided among %d processors".formatted(total, processors.size()));
    }
    double low = 0;
    double high = processors.getFirst().time(total);
    for (int i = 0; i < 200; i++) {
      double middle = (low + high) / 2;
      double sum = 0;
      for (WorkTimes processor : processors) {
        sum += processor.units(middle, total);
      }
      if (sum < total) {
        low = middle;
      } else {
        high = middle;
      }
    }
    int[] units = new int[processors.size()];
    int left = total;
    for (int i = 0; i < units.length; i++) {
      units[i] = (int) Math.min(left, Math.floor(processors.get(i).units(low, total)));
      left -= units[i];
    }
    for (; left > 0; left--) {
      int best = 0;
      for (int i = 1; i < units.length; i++) {
        double here = processors.get(i).time(units[i] + 1);
        // Equal up to rounding errors: the first one.
        if (here < processors.get(best).time(units[best] + 1) * (1 - 1e-12)) {
          best = i;
        }
      }
      units[best]++;
    }
    double last = 0;
    for (int i = 0; i < units.length; i++) {
      last = Math.max(last, units[i] == 0 ? 0 : processors.get(i).time(units[i]));
    }
    return new Shares(java.util.Arrays.stream(units).boxed().toList(), last);
  }
}
