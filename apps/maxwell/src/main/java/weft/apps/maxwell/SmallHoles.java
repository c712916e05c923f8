// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import weft.maxwell.CurrentBasis;

/// Parts that are open only because they lack a few triangles. A wave gets into them.
final class SmallHoles {
  /// Edges around a hole at most.
  private static final int MOST_EDGES = 6;

  /// The area of the holes over that of their part, at most: that of a triangle, and that of more.
  private static final double ONE = 0.35;

  private static final double SEVERAL = 0.1;

  private final CurrentBasis basis;
  private final double[] points;
  private final int[] triangles;

  /// The end of the border edge that begins at a point; −1 if none does.
  private final int[] next;

  /// The triangle of the border edge that begins at a point.
  private final int[] triangleAt;

  private SmallHoles(CurrentBasis basis) {
    this.basis = basis;
    points = basis.surface().points();
    triangles = basis.surface().triangles();
    next = new int[basis.surface().pointCount()];
    triangleAt = new int[next.length];
    Arrays.fill(next, -1);
  }

  /// Sentences for the user.
  static List<String> of(MaxwellOptions options, CurrentBasis basis) {
    return new SmallHoles(basis).find(options);
  }

  private List<String> find(MaxwellOptions options) {
    Set<Integer> branched = readBorders();
    double[] areas = new double[basis.parts()];
    for (int t = 0; t < triangles.length / 3; t++) {
      areas[basis.part(t)] += area(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
    }
    Map<Integer, List<List<Integer>>> holes = new HashMap<>();
    Set<Integer> large = new HashSet<>();
    branched.forEach(point -> large.add(basis.part(triangleAt[point])));
    Set<Integer> seen = new HashSet<>();
    for (int start = 0; start < next.length; start++) {
      if (next[start] < 0 || seen.contains(start)) {
        continue;
      }
      int part = basis.part(triangleAt[start]);
      List<Integer> loop = new ArrayList<>();
      int at = start;
      while (at >= 0 && seen.add(at)) {
        loop.add(at);
        at = next[at];
      }
      if (at == start && loop.size() >= 3 && loop.size() <= MOST_EDGES) {
        holes.computeIfAbsent(part, key -> new ArrayList<>()).add(loop);
      } else {
        large.add(part);
      }
    }
    List<String> said = new ArrayList<>();
    holes.forEach((part, loops) -> {
      double open = loops.stream().mapToDouble(this::area).sum();
      int lacks = loops.stream().mapToInt(loop -> loop.size() - 2).sum();
      if (!large.contains(part) && open <= areas[part] * (lacks == 1 ? ONE : SEVERAL)) {
        said.add(
            "note: a part would be closed but that it lacks "
                + (lacks == 1 ? "a triangle" : lacks + " triangles")
                + ", as around "
                + options.shown(middle(loops.getFirst()))
                + "; it is computed as open, and a wave gets in there");
      }
    });
    return said;
  }

  /// Finds the edges of one triangle. Returns points from which two of them begin.
  private Set<Integer> readBorders() {
    Map<Long, Integer> degrees = new HashMap<>();
    for (int side = 0; side < triangles.length; side++) {
      degrees.merge(key(side), 1, Integer::sum);
    }
    Set<Integer> branched = new HashSet<>();
    for (int side = 0; side < triangles.length; side++) {
      if (degrees.getOrDefault(key(side), 0) == 1) {
        int from = triangles[side];
        if (next[from] >= 0) {
          branched.add(from);
        }
        triangleAt[from] = side / 3;
        next[from] = end(side);
      }
    }
    return branched;
  }

  private int end(int side) {
    return triangles[side % 3 == 2 ? side - 2 : side + 1];
  }

  private long key(int side) {
    int a = triangles[side];
    int b = end(side);
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private double[] middle(List<Integer> loop) {
    double[] middle = new double[3];
    for (int point : loop) {
      for (int axis = 0; axis < 3; axis++) {
        middle[axis] += points[3 * point + axis] / loop.size();
      }
    }
    return middle;
  }

  private double area(List<Integer> loop) {
    double area = 0;
    for (int i = 2; i < loop.size(); i++) {
      area += area(loop.getFirst(), loop.get(i - 1), loop.get(i));
    }
    return area;
  }

  private double area(int a, int b, int c) {
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      int i = (axis + 1) % 3;
      int j = (axis + 2) % 3;
      double n =
          (points[3 * b + i] - points[3 * a + i]) * (points[3 * c + j] - points[3 * a + j])
              - (points[3 * b + j] - points[3 * a + j]) * (points[3 * c + i] - points[3 * a + i]);
      square += n * n;
    }
    return Math.sqrt(square) / 2;
  }
}
