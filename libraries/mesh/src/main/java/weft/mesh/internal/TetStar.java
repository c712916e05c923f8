// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// The tets around one point, its neighbours, and the tets around its edges.
public final class TetStar {
  private final PointTets tets;
  private final int point;
  private final IntSet around = new IntSet();
  private final IntSet neighbours = new IntSet();

  /// Collects the tets of a point, which must be a corner of one.
  public TetStar(PointTets tets, int point) {
    this.tets = tets;
    this.point = point;
    around.add(tets.tetOf()[point]);
    for (int i = 0; i < around.size(); i++) {
      int o = 4 * around.get(i);
      for (int k = 0; k < 4; k++) {
        if (tets.corners()[o + k] != point) {
          neighbours.add(tets.corners()[o + k]);
          if (tets.links()[o + k] >= 0) {
            around.add(tets.links()[o + k] >> 2);
          }
        }
      }
    }
  }

  IntSet neighbours() {
    return neighbours;
  }

  /// The number of points that share an edge with this one.
  public int degree() {
    return neighbours.size();
  }

  /// One of these points.
  public int neighbour(int i) {
    return neighbours.get(i);
  }

  /// The number of tets around the point.
  public int tetCount() {
    return around.size();
  }

  /// One of these tets.
  public int tet(int i) {
    return around.get(i);
  }

  /// The tets around the edge to a neighbour, counterclockwise seen from it, looking at the point.
  /// If the edge is on the hull, they are in an open row, which `open[0]` says.
  public int[] ring(int neighbour, boolean[] open) {
    int t = firstWith(neighbour);
    int back = t;
    // To the first tet of an open row.
    int before = turn(t, neighbour, true);
    for (int steps = 0; before >= 0 && before != back; steps++) {
      if (steps > tetCount()) {
        throw BrokenLinksException.aroundPoints(point, neighbour);
      }
      t = before;
      before = turn(t, neighbour, true);
    }
    open[0] = before < 0;
    if (!open[0]) {
      t = back;
    }
    var ring = new IntSet();
    int next = t;
    while (next >= 0 && ring.add(next)) {
      next = turn(next, neighbour, false);
    }
    int[] made = new int[ring.size()];
    for (int i = 0; i < made.length; i++) {
      made[i] = ring.get(i);
    }
    return made;
  }

  private int firstWith(int neighbour) {
    for (int i = 0; i < around.size(); i++) {
      int o = 4 * around.get(i);
      for (int k = 0; k < 4; k++) {
        if (tets.corners()[o + k] == neighbour) {
          return around.get(i);
        }
      }
    }
    throw new IllegalArgumentException(
        "point %d is no neighbour of point %d".formatted(neighbour, point));
  }

  /// The next tet around the edge, or −1 beyond the hull.
  private int turn(int t, int neighbour, boolean clockwise) {
    int i = tets.cornerOf(t, point);
    int j = tets.cornerOf(t, neighbour);
    // The corners (i, j, k, l) are an even permutation: k to l is counterclockwise.
    int k = 0;
    while (k == i || k == j) {
      k++;
    }
    int l = 6 - i - j - k;
    if (!isEven(i, j, k, l)) {
      int other = k;
      k = l;
      l = other;
    }
    int link = tets.links()[4 * t + (clockwise ? l : k)];
    return link < 0 ? -1 : link >> 2;
  }

  private static boolean isEven(int i, int j, int k, int l) {
    int inversions = 0;
    int[] all = {i, j, k, l};
    for (int a = 0; a < 4; a++) {
      for (int b = a + 1; b < 4; b++) {
        inversions += all[a] > all[b] ? 1 : 0;
      }
    }
    return (inversions & 1) == 0;
  }
}
