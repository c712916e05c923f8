// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.collective.Group;
import weft.mesh.surface.Surface;
import weft.testkit.WeftTest;

/// Ports where several sheets of metal meet: the order of triangles and groups in a file must not
/// matter. A junction is a word: each letter is a sheet of the group with that name, and all sheets
/// meet along one line. Capital letters reach along its first half only.
final class JunctionPortsTest {
  private static final List<String> JUNCTIONS =
      List.of("abc", "aab", "abcd", "aabb", "aabc", "abcde", "abC", "aaB", "abCD", "aabbc");

  private static final int ORDERS = Integer.getInteger("weft.orders", 5);

  private static Surface junction(String word, @Nullable Random random) {
    List<Double> points = new ArrayList<>(List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.2));
    List<int[]> triangles = new ArrayList<>();
    for (int sheet = 0; sheet < word.length(); sheet++) {
      double angle = 2 * Math.PI * sheet / word.length() + 0.1 * sheet;
      int first = points.size() / 3;
      int group = Character.toLowerCase(word.charAt(sheet)) - 'a';
      int halves = Character.isUpperCase(word.charAt(sheet)) ? 1 : 2;
      for (int i = 0; i <= halves; i++) {
        points.addAll(List.of(0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 0.1 * i));
      }
      for (int i = 0; i < halves; i++) {
        triangles.add(new int[] {i, first + i, first + i + 1, group});
        triangles.add(new int[] {i, first + i + 1, i + 1, group});
      }
    }
    List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
    if (random != null) {
      Collections.shuffle(triangles, random);
      Collections.shuffle(names, random);
    }
    int[] corners = new int[3 * triangles.size()];
    int[] groups = new int[triangles.size()];
    for (int t = 0; t < groups.length; t++) {
      int[] each = triangles.get(t);
      int turn = random == null ? 0 : random.nextInt(3);
      boolean flips = random != null && random.nextBoolean();
      for (int c = 0; c < 3; c++) {
        corners[3 * t + (flips ? 2 - c : c)] = each[(c + turn) % 3];
      }
      groups[t] = names.indexOf(String.valueOf((char) ('a' + each[3])));
    }
    return Surface.of(
        points.stream().mapToDouble(Double::doubleValue).toArray(), corners, groups, names);
  }

  /// The impedance, or the sentence of the refusal.
  private static Object answer(World world, Group all, Surface surface, String from, String to) {
    CurrentBasis basis = CurrentBasis.of(surface);
    Port port;
    try {
      port = Port.between(basis, List.of(from.split("")), List.of(to.split("")));
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage()).replaceAll("around .* m,", "around … m,");
    }
    try (var solver = SurfaceSolver.of(world, all, basis, 3e8, Equation.ELECTRIC)) {
      return new PortNetwork(List.of(port), solver.solve(List.of(port))).impedance(0);
    }
  }

  @WeftTest(ranks = 1)
  void anyOrderOfAFileGivesTheSame(World world) {
    Group all = Group.world(world);
    world.start();
    long seed = Long.getLong("weft.seed", 5);
    System.out.println("seed " + seed);
    var random = new Random(seed);
    int answers = 0;
    double most = 0;
    for (String word : JUNCTIONS) {
      char last = Character.toLowerCase(word.charAt(word.length() - 1));
      String others = last == 'b' ? "" : "cde".substring(0, last - 'b');
      for (String[] sides :
          List.of(
              new String[] {"a", "b"},
              new String[] {"b", "a"},
              new String[] {"a" + others, "b"},
              new String[] {"a", "b" + others})) {
        Object first = answer(world, all, junction(word, null), sides[0], sides[1]);
        answers += first instanceof ComplexNumber ? 1 : 0;
        for (int order = 0; order < ORDERS; order++) {
          Object same = answer(world, all, junction(word, random), sides[0], sides[1]);
          if (first instanceof ComplexNumber z && same instanceof ComplexNumber w) {
            // Integrals of touching triangles are rounded otherwise in another order.
            most = Math.max(most, w.minus(z).magnitude() / z.magnitude());
            assertThat(w.minus(z).magnitude() / z.magnitude())
                .as("%s %s", word, Arrays.toString(sides))
                .isCloseTo(0, within(1e-3));
          } else {
            assertThat(same).as("%s %s", word, Arrays.toString(sides)).isEqualTo(first);
          }
        }
      }
    }
    System.out.println(answers + " answers, differences up to " + most);
    assertThat(answers).isGreaterThan(20);
  }

  @WeftTest(ranks = 1)
  void aThirdGroupMustBeOnASide(World world) {
    CurrentBasis basis = CurrentBasis.of(junction("abc", null));
    assertThatThrownBy(() -> Port.between(basis, "a", "b"))
        .hasMessageContaining("a and b meet c too")
        .hasMessageContaining("give a/b+c or a+c/b");
    assertThatThrownBy(() -> Port.between(basis, List.of("a", "b"), List.of("b", "c")))
        .hasMessageContaining("has b on both sides");
    assertThatThrownBy(() -> Port.at(basis, 0, 0, 0.05))
        .hasMessageContaining("three or more triangles meet at the edge");
  }

  @WeftTest(ranks = 1)
  void aPlaceMustBeNearToOneEdge(World world) {
    CurrentBasis strip = CurrentBasis.of(Bodies.strip(1, 0.1, 10, 0, 0));
    assertThatThrownBy(() -> Port.at(strip, 100, 0, 0))
        .hasMessageContaining("the nearest one is 99.55 m away, around (0.45, 0, 0) m");
    assertThatThrownBy(() -> Port.at(strip, 0.025, 0, 0))
        .hasMessageContaining("are equally near to (0.025, 0, 0) m; give the middle of one");
    assertThatThrownBy(() -> Port.at(strip, Double.NaN, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// What is forward through a port at a place.
  @WeftTest(ranks = 1)
  void forwardIsAlongAnAxisWhateverTheOrder(World world) {
    var random = new Random(Long.getLong("weft.seed", 7));
    for (int i = 0; i < 20; i++) {
      CurrentBasis strip =
          CurrentBasis.of(Bodies.renumbered(Bodies.strip(1, 0.1, 10, 0, 0), random));
      Port port = Port.at(strip, 0.1, 0, 0);
      int from =
          port.forward()[0] ? strip.from(port.functions()[0]) : strip.to(port.functions()[0]);
      int to = port.forward()[0] ? strip.to(port.functions()[0]) : strip.from(port.functions()[0]);
      assertThat(strip.centre(from)[0]).isLessThan(strip.centre(to)[0]);
    }
  }

  @WeftTest(ranks = 1)
  void distancesAreThoseOfTheNearestTriangle(World world) {
    CurrentBasis strip = CurrentBasis.of(Bodies.strip(1, 0.1, 10, 0, 0));
    assertThat(strip.distance(0.13, 0.02, 0.3)).isCloseTo(0.3, within(1e-12));
    assertThat(strip.distance(0.5 + 3, 0.05 + 4, 0)).isCloseTo(5, within(1e-12));
    assertThat(strip.distance(0.2, 0.05 + 0.03, 0.04)).isCloseTo(0.05, within(1e-12));
    assertThat(strip.distance(0.1, 0, 0)).isCloseTo(0, within(1e-12));
  }
}
