// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A gap without width along edges, where a voltage is applied. As a [Source] it has one volt.
///
/// @param name how results call it
/// @param functions the functions of its edges
/// @param forward for each of them, whether its current flows through the port forward
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Port(String name, int[] functions, boolean[] forward) implements Source {
  /// The port along all edges where triangles of two groups meet. Forward is from the first group
  /// to the second.
  ///
  /// @throws IllegalArgumentException if there is no such group, or they do not meet
  public static Port between(CurrentBasis basis, String from, String to) {
    List<String> names = basis.surface().groupNames();
    int a = group(names, from);
    int b = group(names, to);
    if (a == b) {
      throw new IllegalArgumentException(
          "the port " + from + "/" + to + " needs two groups, one on each side");
    }
    int[] groups = basis.surface().groups();
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < basis.size(); j++) {
      int one = groups[basis.from(j)];
      int other = groups[basis.to(j)];
      if ((one == a && other == b) || (one == b && other == a)) {
        found.add(j);
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "the groups " + from + " and " + to + " have no edge in common, so there is no port");
    }
    return of(from + "/" + to, basis, found, a);
  }

  private static Port of(String name, CurrentBasis basis, List<Integer> found, int from) {
    int[] functions = found.stream().mapToInt(Integer::intValue).toArray();
    boolean[] forward = new boolean[functions.length];
    for (int i = 0; i < functions.length; i++) {
      forward[i] = basis.surface().groups()[basis.from(functions[i])] == from;
    }
    return new Port(name, functions, forward);
  }

  private static int group(List<String> names, String name) {
    int found = names.indexOf(name);
    if (found < 0) {
      throw new IllegalArgumentException(
          names.stream().allMatch(String::isEmpty)
              ? "there is no group "
                  + name
                  + ", as the surface has no named groups; give a port as a place, x,y,z"
              : "there is no group " + name + "; the groups are " + String.join(", ", names));
    }
    return found;
  }

  /// The port at the one edge whose middle is nearest to a place. Forward is the direction of the
  /// edge's function.
  public static Port at(CurrentBasis basis, double x, double y, double z) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < basis.size(); j++) {
      double[] middle = basis.middle(j);
      double distance = Math.hypot(Math.hypot(middle[0] - x, middle[1] - y), middle[2] - z);
      if (distance < least) {
        least = distance;
        best = j;
      }
    }
    if (best < 0) {
      throw new IllegalArgumentException(
          "there is no edge near (" + x + ", " + y + ", " + z + "); give a port three coordinates");
    }
    double[] middle = basis.middle(best);
    String name =
        Arrays.stream(middle)
            .mapToObj(each ->
                new BigDecimal(each).round(new MathContext(4)).stripTrailingZeros().toPlainString())
            .collect(Collectors.joining(":"));
    return new Port(name, new int[] {best}, new boolean[] {true});
  }
}
