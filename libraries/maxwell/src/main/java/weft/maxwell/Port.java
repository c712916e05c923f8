// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A gap without width along edges, where a voltage is applied. As a [Source] it has one volt.
///
/// @param name how results call it
/// @param functions the functions of its edges
/// @param forward for each of them, whether its current flows through the port forward
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Port(String name, int[] functions, boolean[] forward) implements Source {
  /// A length that rounding leaves of none, in metres.
  private static final double NOTHING = 1e-15;

  /// What counts as equally far, over the length of an edge.
  private static final double EQUALLY = 1e-5;

  /// The side of a group: neither of them, the first or the second. As bits, these can be joined.
  private static final int NEITHER = 4;

  private static final int FROM = 1;
  private static final int TO = 2;

  /// The port between two groups.
  ///
  /// @throws IllegalArgumentException as the other method does
  public static Port between(CurrentBasis basis, String from, String to) {
    return between(basis, List.of(from), List.of(to));
  }

  /// The port along all edges where triangles of some groups meet triangles of others. The voltage
  /// is between all triangles of the first side and all of the second. Forward is from the first
  /// side to the second.
  ///
  /// @throws IllegalArgumentException if there is no such group, if the sides do not meet, or if a
  ///   further group meets both at an edge: then the port depends on the side on which that one is
  public static Port between(CurrentBasis basis, List<String> from, List<String> to) {
    String name = String.join("+", from) + "/" + String.join("+", to);
    int[] sides = sides(basis.surface().groupNames(), from, to, name);
    int[] groups = basis.surface().groups();
    int[] atEdge = new int[3 * basis.surface().triangleCount()];
    for (int j = 0; j < basis.size(); j++) {
      atEdge[basis.edge(j)] |= sides[groups[basis.from(j)]] | sides[groups[basis.to(j)]];
    }
    Set<Integer> others = new TreeSet<>();
    List<Integer> found = new ArrayList<>();
    int place = -1;
    for (int j = 0; j < basis.size(); j++) {
      if ((atEdge[basis.edge(j)] & (FROM | TO)) == (FROM | TO)) {
        for (int group : new int[] {groups[basis.from(j)], groups[basis.to(j)]}) {
          if (sides[group] == NEITHER) {
            others.add(group);
            place = place < 0 ? j : place;
          }
        }
        if (sides[groups[basis.from(j)]] != sides[groups[basis.to(j)]]) {
          found.add(j);
        }
      }
    }
    if (!others.isEmpty()) {
      throw undecided(basis, from, to, others, place);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "the groups "
              + String.join("+", from)
              + " and "
              + String.join("+", to)
              + " have no edge in common, so there is no port");
    }
    boolean[] forward = new boolean[found.size()];
    for (int i = 0; i < forward.length; i++) {
      forward[i] = sides[groups[basis.from(found.get(i))]] == FROM;
    }
    return new Port(name, found.stream().mapToInt(Integer::intValue).toArray(), forward);
  }

  /// The side of each group.
  private static int[] sides(List<String> names, List<String> from, List<String> to, String name) {
    int[] sides = new int[names.size()];
    Arrays.fill(sides, NEITHER);
    from.forEach(each -> sides[group(names, each)] = FROM);
    for (String each : to) {
      int group = group(names, each);
      if (sides[group] == FROM) {
        throw new IllegalArgumentException(
            "the port "
                + name
                + " has "
                + shown(each)
                + " on both sides; it needs other groups on each");
      }
      sides[group] = TO;
    }
    return sides;
  }

  private static int group(List<String> names, String name) {
    int found = names.indexOf(name);
    if (found < 0) {
      throw new IllegalArgumentException(
          names.stream().allMatch(String::isEmpty)
              ? "there is no group "
                  + name
                  + ", as the surface has no named groups; give a port as a place, x:y:z"
              : "there is no group "
                  + shown(name)
                  + "; the groups are "
                  + names.stream().map(Port::shown).collect(Collectors.joining(", ")));
    }
    return found;
  }

  private static String shown(String group) {
    return group.isEmpty() ? "(without a name)" : group;
  }

  private static IllegalArgumentException undecided(
      CurrentBasis basis, List<String> from, List<String> to, Set<Integer> others, int function) {
    String further =
        others.stream()
            .map(each -> shown(basis.surface().groupNames().get(each)))
            .sorted()
            .collect(Collectors.joining("+"));
    String first = String.join("+", from);
    String second = String.join("+", to);
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s and %s meet %s too, as at the edge around %s, and the port"
                + " depends on the side on which %s is; give %s/%s+%s or %s+%s/%s",
            first,
            second,
            further,
            place(basis, function),
            others.size() == 1 ? "that one" : "each of those",
            first,
            second,
            further,
            first,
            further,
            second));
  }

  /// The port at the one edge whose middle is nearest to a place. Forward is along x, y or z: that
  /// of them along which the current crosses the edge most.
  ///
  /// @throws IllegalArgumentException if the place is farther from that middle than half of the
  ///   longest side of the edge's triangles, if two edges are equally near, or if three triangles
  ///   meet at the edge
  public static Port at(CurrentBasis basis, double x, double y, double z) {
    int best = -1;
    int second = -1;
    double[] distances = new double[basis.size()];
    for (int j = 0; j < distances.length; j++) {
      double[] middle = basis.middle(j);
      distances[j] = Math.hypot(Math.hypot(middle[0] - x, middle[1] - y), middle[2] - z);
      if (best < 0 || distances[j] < distances[best]) {
        best = j;
      }
    }
    String at = "(" + digits(x) + ", " + digits(y) + ", " + digits(z) + ") m";
    if (best < 0 || !(distances[best] <= reach(basis, best))) {
      throw new IllegalArgumentException(
          "no edge is near "
              + at
              + (best < 0
                  ? ""
                  : ": the nearest one is "
                      + digits(distances[best])
                      + " m away, around "
                      + place(basis, best))
              + "; give the middle of an edge");
    }
    for (int j = 0; j < distances.length; j++) {
      if (basis.edge(j) == basis.edge(best)) {
        if (j != best) {
          throw new IllegalArgumentException(
              "three or more triangles meet at the edge around "
                  + place(basis, best)
                  + ", so a place does not say between which of them the port is; name groups,"
                  + " as a/b+c");
        }
      } else if (distances[j] - distances[best] <= EQUALLY * basis.length(best)) {
        second = j;
      }
    }
    if (second >= 0) {
      throw new IllegalArgumentException(
          "the edges around "
              + place(basis, best)
              + " and "
              + place(basis, second)
              + " are equally near to "
              + at
              + "; give the middle of one");
    }
    return new Port(name(basis, best), new int[] {best}, new boolean[] {isForward(basis, best)});
  }

  private static String place(CurrentBasis basis, int function) {
    double[] middle = basis.middle(function);
    return "(" + digits(middle[0]) + ", " + digits(middle[1]) + ", " + digits(middle[2]) + ") m";
  }

  private static String name(CurrentBasis basis, int function) {
    return Arrays.stream(basis.middle(function))
        .mapToObj(Port::digits)
        .collect(Collectors.joining(":"));
  }

  private static String digits(double value) {
    if (Math.abs(value) < NOTHING) {
      return "0";
    }
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static double reach(CurrentBasis basis, int function) {
    return Math.max(basis.longest(basis.from(function)), basis.longest(basis.to(function))) / 2;
  }

  /// Whether the function flows along its main axis. Does not depend on the order of triangles.
  private static boolean isForward(CurrentBasis basis, int function) {
    double[] from = basis.centre(basis.from(function));
    double[] to = basis.centre(basis.to(function));
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
      double along = to[axis] - from[axis];
      most = Math.abs(along) > Math.abs(most) * (1 + EQUALLY) ? along : most;
    }
    return most > 0;
  }
}
