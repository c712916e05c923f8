// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import weft.mesh.internal.SurfaceEdges;

/// The shells of a surface: triangles that are connected over edges with two triangles. In each,
/// all triangles can be turned so that neighbours face the same way, unless it has one side only.
final class Shells {
  /// As many terms of winding numbers are computed at most. With more shells than that allows,
  /// those left are taken for outer ones.
  private static final long MOST_TERMS = 200_000_000L;

  private final CheckedSurface checked;
  private final int[] shellOf;

  /// Whether a triangle must be turned to face the way of the first one of its shell.
  private final boolean[] turned;

  private int count;
  private int[] conflicts = new int[4];
  private int conflictCount;
  private final int[] sizes;
  private final int[] turnedCounts;
  private final boolean[] closed;
  private final double[] volumes;
  private final int[] depths;
  private final double[] boxes;

  Shells(CheckedSurface checked) {
    this.checked = checked;
    shellOf = new int[checked.kept.length];
    turned = new boolean[shellOf.length];
    walk();
    sizes = new int[count];
    turnedCounts = new int[count];
    closed = new boolean[count];
    volumes = new double[count];
    depths = new int[count];
    boxes = new double[6 * count];
    measure();
    nest();
  }

  /// Visits all triangles, from neighbour to neighbour.
  private void walk() {
    SurfaceEdges edges = checked.edges;
    var across = new int[3 * shellOf.length];
    Arrays.fill(across, -1);
    for (int edge = 0; edge < edges.count(); edge++) {
      if (edges.degree(edge) == 2) {
        across[edges.side(edge, 0)] = edges.side(edge, 1);
        across[edges.side(edge, 1)] = edges.side(edge, 0);
      }
    }
    Arrays.fill(shellOf, -1);
    var queue = new int[shellOf.length];
    for (int first = 0; first < shellOf.length; first++) {
      if (!checked.kept[first] || shellOf[first] >= 0) {
        continue;
      }
      int from = 0;
      int to = 0;
      queue[to++] = first;
      shellOf[first] = count;
      while (from < to) {
        int t = queue[from++];
        for (int side = 3 * t; side < 3 * t + 3; side++) {
          int other = across[side];
          if (other >= 0 && shellOf[other / 3] < 0) {
            shellOf[other / 3] = count;
            turned[other / 3] = turned[t] ^ sameWay(side, other);
            queue[to++] = other / 3;
          }
        }
      }
      count++;
    }
    for (int edge = 0; edge < edges.count(); edge++) {
      if (edges.degree(edge) == 2) {
        int one = edges.side(edge, 0);
        int other = edges.side(edge, 1);
        if ((turned[one / 3] ^ turned[other / 3]) != sameWay(one, other)) {
          conflicts =
              conflictCount == conflicts.length
                  ? Arrays.copyOf(conflicts, 2 * conflictCount)
                  : conflicts;
          conflicts[conflictCount++] = edge;
        }
      }
    }
  }

  /// Whether two sides of an edge run the same way, as those of neighbours should not.
  private boolean sameWay(int side, int other) {
    return checked.edges.from(side) == checked.edges.from(other);
  }

  private void measure() {
    SurfaceEdges edges = checked.edges;
    Arrays.fill(closed, true);
    for (int edge = 0; edge < edges.count(); edge++) {
      for (int i = 0; edges.degree(edge) != 2 && i < edges.degree(edge); i++) {
        closed[shellOf[edges.side(edge, i) / 3]] = false;
      }
    }
    for (int i = 0; i < conflictCount; i++) {
      closed[shellOf[edges.side(conflicts[i], 0) / 3]] = false;
    }
    for (int shell = 0; shell < count; shell++) {
      Arrays.fill(boxes, 6 * shell, 6 * shell + 3, Double.POSITIVE_INFINITY);
      Arrays.fill(boxes, 6 * shell + 3, 6 * shell + 6, Double.NEGATIVE_INFINITY);
    }
    double[] xyz = checked.surface.points();
    var origin = new int[count];
    Arrays.fill(origin, -1);
    for (int t = 0; t < shellOf.length; t++) {
      int shell = shellOf[t];
      if (shell < 0) {
        continue;
      }
      sizes[shell]++;
      turnedCounts[shell] += turned[t] ? 1 : 0;
      if (origin[shell] < 0) {
        origin[shell] = checked.corners[3 * t];
      }
      int o = origin[shell];
      double six = six(t, xyz[3 * o], xyz[3 * o + 1], xyz[3 * o + 2]);
      volumes[shell] += turned[t] ? -six : six;
      for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
          double x = xyz[3 * checked.corners[3 * t + i] + k];
          boxes[6 * shell + k] = Math.min(boxes[6 * shell + k], x);
          boxes[6 * shell + 3 + k] = Math.max(boxes[6 * shell + 3 + k], x);
        }
      }
    }
    for (int shell = 0; shell < count; shell++) {
      // NaN coordinates leave no volume, and no inside.
      closed[shell] &= Math.abs(volumes[shell]) > 0;
    }
  }

  /// Six times the volume of the tet of a triangle and a point.
  private double six(int t, double x, double y, double z) {
    double[] xyz = checked.surface.points();
    int a = 3 * checked.corners[3 * t];
    int b = 3 * checked.corners[3 * t + 1];
    int c = 3 * checked.corners[3 * t + 2];
    double bx = xyz[b] - x;
    double by = xyz[b + 1] - y;
    double bz = xyz[b + 2] - z;
    double cx = xyz[c] - x;
    double cy = xyz[c + 1] - y;
    double cz = xyz[c + 2] - z;
    return (xyz[a] - x) * (by * cz - bz * cy)
        + (xyz[a + 1] - y) * (bz * cx - bx * cz)
        + (xyz[a + 2] - z) * (bx * cy - by * cx);
  }

  /// Counts, for each closed shell, the closed shells around it.
  private void nest() {
    int closedCount = 0;
    for (boolean each : closed) {
      closedCount += each ? 1 : 0;
    }
    if (closedCount < 2) {
      return;
    }
    int[][] members = members();
    long terms = 0;
    for (int inner = 0; inner < count; inner++) {
      for (int outer = 0; closed[inner] && outer < count; outer++) {
        if (outer != inner && closed[outer] && contains(outer, inner)) {
          terms += sizes[outer];
          if (terms > MOST_TERMS) {
            return;
          }
          int point = checked.corners[3 * members[inner][0]];
          depths[inner] += Math.abs(winding(members[outer], point)) > 0.5 ? 1 : 0;
        }
      }
    }
  }

  private int[][] members() {
    var members = new int[count][];
    var next = new int[count];
    for (int shell = 0; shell < count; shell++) {
      members[shell] = new int[closed[shell] ? sizes[shell] : 0];
    }
    for (int t = 0; t < shellOf.length; t++) {
      if (shellOf[t] >= 0 && closed[shellOf[t]]) {
        members[shellOf[t]][next[shellOf[t]]++] = t;
      }
    }
    return members;
  }

  private boolean contains(int outer, int inner) {
    for (int k = 0; k < 3; k++) {
      if (boxes[6 * inner + k] < boxes[6 * outer + k]
          || boxes[6 * inner + 3 + k] > boxes[6 * outer + 3 + k]) {
        return false;
      }
    }
    return true;
  }

  /// How often triangles wind around a point: 0 outside. Source of the formula: A. van Oosterom, J.
  /// Strackee, "The solid angle of a plane triangle", IEEE Transactions on Biomedical Engineering
  /// 30 (2), 1983.
  private double winding(int[] members, int point) {
    double[] xyz = checked.surface.points();
    double x = xyz[3 * point];
    double y = xyz[3 * point + 1];
    double z = xyz[3 * point + 2];
    double sum = 0;
    for (int t : members) {
      double six = six(t, x, y, z);
      int a = checked.corners[3 * t];
      int b = checked.corners[3 * t + 1];
      int c = checked.corners[3 * t + 2];
      double la = checked.length(a, point);
      double lb = checked.length(b, point);
      double lc = checked.length(c, point);
      double divisor =
          la * lb * lc + dot(a, b, point) * lc + dot(b, c, point) * la + dot(c, a, point) * lb;
      double angle = 2 * Math.atan2(six, divisor);
      sum += turned[t] ? -angle : angle;
    }
    return sum / (4 * Math.PI);
  }

  private double dot(int p, int q, int o) {
    double[] xyz = checked.surface.points();
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += (xyz[3 * p + k] - xyz[3 * o + k]) * (xyz[3 * q + k] - xyz[3 * o + k]);
    }
    return sum;
  }

  int count() {
    return count;
  }

  int shellOf(int triangle) {
    return shellOf[triangle];
  }

  /// Edges whose triangles cannot face the same way.
  int[] conflicts() {
    return Arrays.copyOf(conflicts, conflictCount);
  }

  /// Whether a shell has neither a border nor an edge with other shells, and encloses a volume.
  boolean isClosed(int shell) {
    return closed[shell];
  }

  /// The number of closed shells around a closed shell.
  int depth(int shell) {
    return depths[shell];
  }

  /// Whether the first triangle of a closed shell has its front inside.
  boolean facesIn(int shell) {
    return volumes[shell] < 0;
  }

  /// Whether some triangles of a shell face the other way than others.
  boolean isMixedShell(int shell) {
    return turnedCounts[shell] > 0;
  }

  boolean isMixed(int triangle) {
    return isMixedShell(shellOf[triangle]);
  }

  /// Whether a triangle must be turned: so that a closed shell faces outwards, or inwards if it is
  /// inside an odd number of others; and in an open shell, if it is of the minority.
  boolean isFlipped(int triangle) {
    int shell = shellOf[triangle];
    boolean turnFirst =
        closed[shell]
            ? (volumes[shell] < 0) ^ (depths[shell] % 2 == 1)
            : 2 * turnedCounts[shell] > sizes[shell];
    return turned[triangle] ^ turnFirst;
  }
}
