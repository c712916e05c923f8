// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.collective.Group;

/// The rows of BY for the functions of a rank, B = R A⁻¹ and Y = −(½R + K). A⁻¹ is applied by a
/// number of steps, each of which needs the values of the functions one further away. So a rank
/// gets those of as many layers around its own functions once, and then computes without messages.
///
/// Not for several threads.
final class TurnedRows {
  private final ClosedPart rows;
  private final int steps;
  private final RemoteValues halo;

  /// The numbers, among this rank's functions, of those of closed parts, which come first in the
  /// rows; others follow, layer by layer.
  private final int[] own;

  private final double[] inner;
  private final double[] outer;

  /// Collective.
  ///
  /// @param steps of the iteration for A⁻¹
  TurnedRows(Group group, FunctionTree functions, ClosedPart closed, int steps) {
    this.steps = steps;
    int[] found = new int[Math.min(functions.basis().size(), 1024)];
    boolean[] known = new boolean[functions.basis().size()];
    int count = 0;
    for (int i = 0; i < functions.own(); i++) {
      int function = functions.function(functions.plan().firstPoint() + i);
      if (closed.has(function)) {
        known[function] = true;
        found = with(found, count++, function);
      }
    }
    int owned = count;
    own = Arrays.stream(found, 0, owned).map(functions::ownPlace).toArray();
    // One layer for R on the left, one for each step but the first, one for R on the right.
    int begin = 0;
    for (int layer = 0; layer < steps + 1 && begin < count; layer++) {
      int end = count;
      for (int at = begin; at < end; at++) {
        int[] fresh = fresh(closed, found[at], known);
        for (int function : fresh) {
          found = with(found, count++, function);
        }
      }
      begin = end;
    }
    int[] all = Arrays.copyOf(found, count);
    rows = closed.restricted(all);
    halo = new RemoteValues(group, functions, Arrays.copyOfRange(all, owned, count));
    inner = new double[4 * functions.own()];
    outer = new double[4 * (count - owned)];
  }

  private static int[] with(int[] list, int at, int value) {
    int[] longer = at < list.length ? list : Arrays.copyOf(list, 2 * at);
    longer[at] = value;
    return longer;
  }

  private static int[] fresh(ClosedPart closed, int function, boolean[] known) {
    int[] list = new int[8];
    int[] count = new int[1];
    int[][] grown = {list};
    closed.neighbours(
        function,
        other -> {
          if (!known[other]) {
            known[other] = true;
            grown[0] = with(grown[0], count[0]++, other);
          }
        });
    return Arrays.copyOf(grown[0], count[0]);
  }

  /// Adds a factor times BY a to the rows of closed parts. Collective.
  ///
  /// @param values a for the functions of this rank
  /// @param products Za and Ka of each of them in turn
  void add(double factor, double[] values, double[] products, double[] to) {
    for (int i = 0; i < values.length / 2; i++) {
      inner[4 * i] = values[2 * i];
      inner[4 * i + 1] = values[2 * i + 1];
      inner[4 * i + 2] = products[4 * i + 2];
      inner[4 * i + 3] = products[4 * i + 3];
    }
    halo.exchange(inner, 4, outer);
    int count = own.length + outer.length / 4;
    double[] a = new double[2 * count];
    double[] y = new double[2 * count];
    for (int i = 0; i < count; i++) {
      double[] from = i < own.length ? inner : outer;
      int at = 4 * (i < own.length ? own[i] : i - own.length);
      System.arraycopy(from, at, a, 2 * i, 2);
      System.arraycopy(from, at + 2, y, 2 * i, 2);
    }
    double[] half = rows.halfTurn(a, 2);
    for (int i = 0; i < y.length; i++) {
      y[i] = -(y[i] + half[i]);
    }
    double[] turned = rows.turn(y, 2, steps);
    for (int i = 0; i < own.length; i++) {
      to[2 * own[i]] += factor * turned[2 * i];
      to[2 * own[i] + 1] += factor * turned[2 * i + 1];
    }
  }
}
