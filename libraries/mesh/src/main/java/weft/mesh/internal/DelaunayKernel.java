// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// The Delaunay tets of points that are inserted one after the other: A. Bowyer and D. F. Watson,
/// The Computer Journal 24 (1981). A walk finds the tet that contains the point. The tets whose
/// spheres contain it are the cavity, which new tets with the point as a corner fill.
///
/// Five points on one sphere are decided as if each were lifted by an infinitely small amount, the
/// more the later it is in the order of (x, y, z): O. Devillers and M. Teillaud, "Perturbations for
/// Delaunay and weighted Delaunay 3D triangulations", Computational Geometry 44 (2011). So the
/// result does not depend on the order of insertion, and no tet is flat.
///
/// Insertion allocates nothing while the arrays are large enough.
///
/// A region of a larger triangulation has tets here and copies of the next ones elsewhere. What is
/// inserted there by [#tryInsert] changes tets here alone, none of them claimed.
public final class DelaunayKernel {
  /// Vertex v has its coordinates at `3 * v`. Vertex 0 is the ghost.
  private double[] xyz;

  private int vertices;

  /// The tets, with ghosts.
  public final Tets tets;

  private final Predicates predicates;
  private final EdgeTable edges;
  private int[] cavity = new int[256];

  /// Four for each face: its vertices, counterclockwise seen from inside, and the link beyond it.
  private int[] border = new int[1024];

  private int[] made = new int[256];
  private int cavitySize;
  private int borderSize;
  private final int[] five = new int[5];

  /// A tet that was made last: the next walk begins there.
  private int last;

  /// Steps of a walk between two checks, less one.
  private static final int SELDOM = 0xffff;

  /// What [#tryInsert] returns instead of a vertex: the walk left the region, or it or the search
  /// met a claimed tet, or the search met a tet that is elsewhere.
  public static final int LEFT = -1;

  public static final int CLAIMED = -2;
  public static final int ELSEWHERE = -3;

  private int random = 12345;

  /// The tet at which the last walk of [#tryInsert] ended.
  private int reached;

  /// @param xyz the coordinates; the first three are not used
  DelaunayKernel(double[] xyz) {
    this(xyz, new Predicates());
  }

  /// @param predicates that know these points
  DelaunayKernel(double[] xyz, Predicates predicates) {
    this.xyz = xyz;
    this.predicates = predicates;
    vertices = xyz.length / 3;
    tets = new Tets(Tets.expected(xyz.length / 3));
    edges = new EdgeTable(xyz.length / 3);
    predicates.setBox(width(0), width(1), width(2));
  }

  private DelaunayKernel(double[] xyz, int vertices, Predicates predicates, EdgeTable edges) {
    this.xyz = xyz;
    this.vertices = vertices;
    this.predicates = predicates;
    this.edges = edges;
    tets = new Tets(256);
  }

  /// An empty triangulation of some of these vertices, by the same numbers. The two are not changed
  /// at the same time, and get no further vertices.
  public DelaunayKernel ofSome() {
    return new DelaunayKernel(xyz, vertices, predicates, edges);
  }

  /// An empty region, whose only vertex is the ghost. Regions that are not changed at the same time
  /// may share predicates, which know the box of all points, and the table of edges.
  public static DelaunayKernel region(Predicates predicates, EdgeTable edges) {
    return new DelaunayKernel(new double[48], 1, predicates, edges);
  }

  /// The signs that this triangulation is made of.
  public Predicates predicates() {
    return predicates;
  }

  private double width(int axis) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 3 + axis; i < xyz.length; i += 3) {
      least = Math.min(least, xyz[i]);
      most = Math.max(most, xyz[i]);
    }
    return most - least;
  }

  /// The coordinates. Another array takes their place when a vertex is added.
  public double[] xyz() {
    return xyz;
  }

  /// The number of vertices, with the ghost.
  public int vertices() {
    return vertices;
  }

  /// Makes room for vertices that are to be added and inserted.
  public void expect(int more) {
    xyz = Arrays.copyOf(xyz, Math.max(xyz.length, 3 * (vertices + more)));
    edges.reserve(vertices + more);
    tets.reserve(Tets.expected(more));
  }

  /// Adds a vertex within the box of the others, which is not inserted yet.
  public int addVertex(double x, double y, double z) {
    if (3 * vertices + 3 > xyz.length) {
      xyz = Arrays.copyOf(xyz, xyz.length + xyz.length / 2 + 48);
    }
    edges.reserve(vertices + 1);
    xyz[3 * vertices] = Predicates.inRange(x);
    xyz[3 * vertices + 1] = Predicates.inRange(y);
    xyz[3 * vertices + 2] = Predicates.inRange(z);
    return vertices++;
  }

  /// Adds the point P + t(Q − P) of two vertices of the first ones, which is not inserted yet.
  public int addOnSegment(int from, int to, double t) {
    double[] place = ((SegmentPredicates) predicates).place(xyz, vertices, from, to, t);
    return addVertex(place[0], place[1], place[2]);
  }

  /// The tets that the last insertion made, and others behind them.
  public int[] made() {
    return made;
  }

  /// The number of these tets.
  public int madeCount() {
    return borderSize;
  }

  /// Makes the first tet, of four vertices that are not in one plane, and the four ghosts around
  /// it.
  public void start(int a, int b, int c, int d) {
    boolean positive = predicates.orient3d(xyz, a, b, c, d) > 0;
    int[] v = positive ? new int[] {a, b, c, d} : new int[] {a, c, b, d};
    tets.reserve(5);
    int first = tets.take();
    tets.set(first, v[0], v[1], v[2], v[3]);
    int[] ghosts = new int[4];
    for (int f = 0; f < 4; f++) {
      ghosts[f] = tets.take();
      tets.set(
          ghosts[f],
          v[Tets.faceCorner(3 * f)],
          v[Tets.faceCorner(3 * f + 2)],
          v[Tets.faceCorner(3 * f + 1)],
          Tets.GHOST);
      tets.connect(4 * first + f, 4 * ghosts[f] + 3);
    }
    edges.connect(tets, ghosts, 4);
    last = first;
  }

  /// The tet that contains a place, or −1 outside of the hull.
  public int locate(double x, double y, double z) {
    int p = addVertex(x, y, z);
    int t = walk(p, last);
    vertices--;
    return tets.isGhost(t) ? -1 : t;
  }

  /// Inserts a vertex. Returns it, or the earlier one at the same place, and then changes nothing.
  public int insert(int p) {
    return insert(p, last);
  }

  /// As the other one, and searches for the vertex from a tet near it.
  public int insert(int p, int start) {
    int t = walk(p, start);
    int same = samePlace(t, p);
    if (same != Tets.GHOST) {
      return same;
    }
    findCavity(t, p);
    fill(p);
    return p;
  }

  /// Inserts a vertex into a region, if that changes nothing elsewhere and nothing that is claimed.
  /// Returns it, or the earlier one at its place, or else [#LEFT], [#CLAIMED] or [#ELSEWHERE], and
  /// then changes nothing.
  public int tryInsert(int p, int start) {
    int t = isOutsideOf(start, p) ? start : walk(p, start);
    reached = t;
    if (tets.state[t] == Tets.HALO) {
      return LEFT;
    }
    int same = samePlace(t, p);
    if (same != Tets.GHOST) {
      return same;
    }
    int stop = tets.state[t] == Tets.LIVE ? findCavity(t, p) : t;
    if (stop < 0) {
      fill(p);
      return p;
    }
    return tets.state[stop] == Tets.HALO ? ELSEWHERE : CLAIMED;
  }

  /// Whether a tet is a ghost whose face of the hull sees `p`. The tet behind it may be elsewhere,
  /// and a walk from there would come back.
  private boolean isOutsideOf(int t, int p) {
    return tets.isGhost(t) && ghostIsInConflict(t, p);
  }

  /// The tet at which the last walk of [#tryInsert] ended.
  public int reached() {
    return reached;
  }

  /// The tet that was made last.
  public int last() {
    return last;
  }

  /// Lets the next walk begin at this tet.
  public void startAt(int tet) {
    last = tet;
  }

  /// The tet that contains `p`, or a ghost whose face of the hull sees it, or the first one that is
  /// elsewhere.
  private int walk(int p, int start) {
    int[] vertex = tets.vertex;
    int[] link = tets.link;
    int t = start;
    for (int i = 0; i < 4; i++) {
      if (vertex[4 * t + i] == Tets.GHOST) {
        t = link[4 * t + i] >> 2;
        break;
      }
    }
    int entered = -1;
    int steps = 0;
    byte[] state = tets.state;
    while (state[t] != Tets.HALO && !tets.isGhost(t)) {
      int o = 4 * t;
      if ((++steps & SELDOM) == 0) {
        Tets.checkWalk(steps, tets.slots, xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]);
      }
      // A walk that tries faces in a fixed order may be longer.
      random = random * 1664525 + 1013904223;
      int first = random >>> 30;
      int next = -1;
      for (int k = 0; k < 4 && next < 0; k++) {
        int f = (first + k) & 3;
        if (f != entered
            && predicates.orient3d(
                    xyz,
                    vertex[o + Tets.faceCorner(3 * f)],
                    vertex[o + Tets.faceCorner(3 * f + 1)],
                    vertex[o + Tets.faceCorner(3 * f + 2)],
                    p)
                < 0) {
          next = link[o + f];
        }
      }
      if (next < 0) {
        return t;
      }
      t = next >> 2;
      entered = next & 3;
    }
    return t;
  }

  /// The corner of the tet that is where `p` is, or the ghost.
  private int samePlace(int t, int p) {
    double x = xyz[3 * p];
    for (int i = 0; i < 4; i++) {
      int v = tets.vertex[4 * t + i];
      if (xyz[3 * v] == x && v != Tets.GHOST && predicates.isSamePlace(xyz, v, p)) {
        return v;
      }
    }
    return Tets.GHOST;
  }

  /// Finds the tets that are in conflict with `p`, from one of them. Returns −1, or a tet that is
  /// claimed or elsewhere, and then leaves no marks.
  private int findCavity(int first, int p) {
    int[] vertex = tets.vertex;
    int[] link = tets.link;
    byte[] state = tets.state;
    int found = 1;
    int bordering = 0;
    cavity[0] = first;
    state[first] = Tets.IN_CAVITY;
    for (int i = 0; i < found; i++) {
      if (found + 4 > cavity.length) {
        cavity = Arrays.copyOf(cavity, 2 * cavity.length);
      }
      if (4 * bordering + 16 > border.length) {
        border = Arrays.copyOf(border, 2 * border.length);
      }
      int o = 4 * cavity[i];
      for (int f = 0; f < 4; f++) {
        int beyond = link[o + f];
        int t = beyond >> 2;
        if (state[t] != Tets.LIVE) {
          if (state[t] == Tets.IN_CAVITY) {
            continue;
          }
          for (int k = 0; k < found; k++) {
            state[cavity[k]] = Tets.LIVE;
          }
          return t;
        }
        if (isInConflict(t, p)) {
          state[t] = Tets.IN_CAVITY;
          cavity[found++] = t;
        } else {
          int b = 4 * bordering++;
          border[b] = vertex[o + Tets.faceCorner(3 * f)];
          border[b + 1] = vertex[o + Tets.faceCorner(3 * f + 1)];
          border[b + 2] = vertex[o + Tets.faceCorner(3 * f + 2)];
          border[b + 3] = beyond;
        }
      }
    }
    cavitySize = found;
    borderSize = bordering;
    return -1;
  }

  /// Whether the sphere of the tet contains `p`. That of a ghost is the side of its face of the
  /// hull that is outside, with the circle of that face.
  public boolean isInConflict(int t, int p) {
    int[] vertex = tets.vertex;
    int o = 4 * t;
    int a = vertex[o];
    int b = vertex[o + 1];
    int c = vertex[o + 2];
    int d = vertex[o + 3];
    if (((a - 1) | (b - 1) | (c - 1) | (d - 1)) < 0) {
      return ghostIsInConflict(t, p);
    }
    return isInSphere(a, b, c, d, p);
  }

  /// Whether the sphere through the corners of a tet of positive volume contains `p`, with ties
  /// broken as for all tets.
  public boolean isInSphere(int a, int b, int c, int d, int p) {
    int sign = predicates.insphere(xyz, a, b, c, d, p);
    return sign > 0 || (sign == 0 && isTiedInside(a, b, c, d, p));
  }

  private boolean ghostIsInConflict(int t, int p) {
    int[] vertex = tets.vertex;
    int o = 4 * t;
    int f = 0;
    while (vertex[o + f] != Tets.GHOST) {
      f++;
    }
    int sign =
        predicates.orient3d(
            xyz,
            vertex[o + Tets.faceCorner(3 * f)],
            vertex[o + Tets.faceCorner(3 * f + 1)],
            vertex[o + Tets.faceCorner(3 * f + 2)],
            p);
    return sign > 0 || (sign == 0 && isInConflict(tets.link[o + f] >> 2, p));
  }

  /// Of five points on a sphere, whether `p` is inside after they are lifted: the last in the order
  /// of (x, y, z) decides, or the one before where that would make a flat tet.
  private boolean isTiedInside(int a, int b, int c, int d, int p) {
    five[0] = a;
    five[1] = b;
    five[2] = c;
    five[3] = d;
    five[4] = p;
    for (int i = 1; i < 5; i++) {
      int v = five[i];
      int j = i;
      while (j > 0 && predicates.isBefore(xyz, v, five[j - 1])) {
        five[j] = five[j - 1];
        j--;
      }
      five[j] = v;
    }
    for (int i = 4; i >= 0; i--) {
      int v = five[i];
      if (v == p) {
        return false;
      }
      int sign =
          predicates.orient3d(xyz, v == a ? p : a, v == b ? p : b, v == c ? p : c, v == d ? p : d);
      if (sign != 0) {
        return sign > 0;
      }
    }
    throw new AssertionError("five points at one place");
  }

  /// Replaces the cavity by tets from each face of its border to `p`. They take its slots first, so
  /// that new tets are where the walk and the search have read.
  private void fill(int p) {
    tets.reserve(borderSize);
    if (made.length < borderSize) {
      made = new int[2 * borderSize];
    }
    int[] vertex = tets.vertex;
    int[] link = tets.link;
    byte[] state = tets.state;
    int[] border = this.border;
    for (int i = 0; i < borderSize; i++) {
      int t = i < cavitySize ? cavity[i] : tets.take();
      made[i] = t;
      int o = 4 * t;
      vertex[o] = border[4 * i];
      vertex[o + 1] = border[4 * i + 1];
      vertex[o + 2] = border[4 * i + 2];
      vertex[o + 3] = p;
      int beyond = border[4 * i + 3];
      link[o + 3] = beyond;
      link[beyond] = o + 3;
      state[t] = Tets.LIVE;
    }
    for (int i = borderSize; i < cavitySize; i++) {
      tets.free(cavity[i]);
    }
    edges.connect(tets, made, borderSize);
    last = made[0];
  }
}
