// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.improve.EdgeRemoval;
import weft.mesh.internal.refine.ConstrainedTets;

/// Looks at the tets of a domain after the points on its segments were rounded. A tet that this has
/// turned over gets a corner on a segment moved along it, by as little as makes all tets there
/// positive again. Where that does not help, it is replaced with the tets around one of its edges.
final class Rounding {
  /// The shortest and the longest move, as powers of two of a piece's length.
  private static final int SHORTEST = -50;

  private static final int LONGEST = -2;

  private static final int TURNS = 4;

  private final ConstrainedTets tets;

  /// The two neighbours on its segment of each vertex that recovery has made; 0 for all others.
  private final int[] ends;

  private final EdgeRemoval exchange;
  private final List<Integer> star = new ArrayList<>();

  /// Three coordinates of each tet that is turned over still.
  private final List<double[]> left = new ArrayList<>();

  private final WorkClock clock;

  private Rounding(Recovery recovery, ConstrainedTets tets, int[] numbers, WorkClock clock) {
    this.clock = clock;
    this.tets = tets;
    exchange = new EdgeRemoval(tets, (region, a, b, c, d) -> 0);
    ends = new int[2 * tets.vertices];
    int first = recovery.domain.pointCount() + 1;
    for (int i = 0; i < recovery.pieces.count(); i++) {
      int a = recovery.pieces.first(i);
      int b = recovery.pieces.second(i);
      if (a >= first) {
        ends[2 * numbers[a] + 1] = numbers[b];
      }
      if (b >= first) {
        ends[2 * numbers[b]] = numbers[a];
      }
    }
    ends[0] = 0;
    ends[1] = 0;
  }

  /// Mends the tets. Returns the places of those that it could not.
  static List<double[]> mend(
      Recovery recovery, ConstrainedTets tets, int[] numbers, WorkClock clock) {
    var rounding = new Rounding(recovery, tets, numbers, clock);
    rounding.run();
    return rounding.left;
  }

  private void run() {
    boolean changed = true;
    for (int turn = 0; turn < TURNS && changed; turn++) {
      changed = false;
      left.clear();
      for (int t = 0; t < tets.tets.slots; t++) {
        clock.check(tets.tets.slots, tets.tets.slots - t);
        if (tets.isReal(t) && !isPositive(t)) {
          if (mend(t) || exchange.removeOne(t) || exchange.flipOne(t)) {
            changed = true;
          } else {
            left.add(middle(t));
          }
        }
      }
    }
  }

  private boolean isPositive(int t) {
    int[] v = tets.tets.vertex;
    return tets.predicates.orient3d(tets.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3])
        > 0;
  }

  private double[] middle(int t) {
    double[] place = new double[3];
    for (int k = 0; k < 12; k++) {
      place[k % 3] += tets.xyz[3 * tets.tets.vertex[4 * t + k / 3] + k % 3] / 4;
    }
    return place;
  }

  private boolean mend(int t) {
    for (int i = 0; i < 4; i++) {
      int v = tets.tets.vertex[4 * t + i];
      if (ends[2 * v] != 0 && ends[2 * v + 1] != 0 && slide(t, v)) {
        return true;
      }
    }
    return false;
  }

  /// Moves a vertex towards one or the other of its neighbours on the segment.
  private boolean slide(int t, int v) {
    findStar(t, v);
    double[] before = Arrays.copyOfRange(tets.xyz, 3 * v, 3 * v + 3);
    for (int power = SHORTEST; power <= LONGEST; power++) {
      for (int end = 0; end < 2; end++) {
        int to = 3 * ends[2 * v + end];
        for (int k = 0; k < 3; k++) {
          tets.xyz[3 * v + k] = before[k] + Math.scalb(1.0, power) * (tets.xyz[to + k] - before[k]);
        }
        if (star.stream().allMatch(this::isPositive)) {
          return true;
        }
      }
    }
    System.arraycopy(before, 0, tets.xyz, 3 * v, 3);
    return false;
  }

  private void findStar(int t, int v) {
    star.clear();
    star.add(t);
    var seen = new HashSet<Integer>(star);
    for (int i = 0; i < star.size(); i++) {
      int o = 4 * star.get(i);
      for (int f = 0; f < 4; f++) {
        int n = tets.tets.link[o + f] >> 2;
        if (tets.tets.vertex[o + f] != v && !tets.tets.isGhost(n) && seen.add(n)) {
          star.add(n);
        }
      }
    }
  }
}
