// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.Tets;

/// Divides tets that are badly shaped or too large by the centres of their spheres, until none is
/// left: J. R. Shewchuk, "Tetrahedral mesh generation by Delaunay refinement", SoCG 1998. A centre
/// that is too near a segment or a facet is given up, and that is divided instead: segments first,
/// then facets, then tets.
///
/// No two vertices come nearer to each other than the floor, so it ends for every input.
public final class Refiner {
  /// Insertions between two calls of the listener.
  private static final int STEP = 1024;

  private static final double ROUNDING = 1e-9;

  /// Follows the work.
  @FunctionalInterface
  public interface Listener {
    /// Returns whether to go on.
    boolean goOn(int tets, int bad);
  }

  private final ConstrainedTets mesh;
  private final Sizes sizes;
  private final Shells shells;
  private final double floor2;
  private final Cavity cavity;
  private final BadTets bad;
  private final VertexQueue segments = new VertexQueue();
  private final VertexQueue faces = new VertexQueue();

  /// The square of the distance of each vertex from the nearest other one when it was new.
  private double[] nearest2;

  private double encroacher2;
  private final Sharpness sharpness;
  private final TetShape shape = new TetShape();
  private final double[] centre = new double[3];
  private final int maxTets;
  private final Listener listener;
  private int tets;
  private int inserted;
  private boolean stopped;
  private boolean full;

  /// Pieces of segments and faces that the last candidate encroached upon.
  private final VertexQueue nearSegments = new VertexQueue();

  private final VertexQueue nearFaces = new VertexQueue();

  /// Prepares the refinement of tets.
  ///
  /// @param floor the least distance of a new vertex from others
  /// @param maxTets as many tets as there may be
  public Refiner(
      ConstrainedTets mesh,
      Sizes sizes,
      Shells shells,
      Sharpness sharpness,
      double floor,
      int maxTets,
      Listener listener) {
    this.mesh = mesh;
    this.sizes = sizes;
    this.shells = shells;
    this.sharpness = sharpness;
    nearest2 = new double[mesh.vertices + 16];
    floor2 = floor * floor;
    this.maxTets = maxTets;
    this.listener = listener;
    cavity = new Cavity(mesh);
    bad = new BadTets(mesh);
    tets = mesh.tets.count();
  }

  /// Whether it ended because there were as many tets as allowed.
  public boolean isFull() {
    return full;
  }

  /// Runs to the end, or until a limit is reached.
  ///
  /// @param whole whether to look at all segments and facets first, and not only where tets are
  ///   divided: those of a mesh whose angles were improved may be near vertices, which is no harm
  public void run(boolean whole) {
    findNearest();
    for (int t = 0; t < mesh.tets.slots; t++) {
      if (mesh.isReal(t)) {
        check(t);
      }
    }
    if (!whole) {
      segments.clear();
      faces.clear();
    }
    while (!stopped) {
      if (segments.next()) {
        if (isEncroached(segments.a, segments.b)) {
          splitSegment(segments.a, segments.b, encroacher2);
        }
      } else if (faces.next()) {
        if (isEncroached(faces.a, faces.b, faces.c)) {
          splitFace(faces.a, faces.b, faces.c, encroacher2);
        }
      } else {
        int t = bad.next();
        if (t < 0) {
          break;
        }
        splitTet(t);
      }
    }
  }

  private void findNearest() {
    Arrays.fill(nearest2, Double.POSITIVE_INFINITY);
    int[] vertex = mesh.tets.vertex;
    for (int t = 0; t < mesh.tets.slots; t++) {
      for (int i = 0; i < 16 && mesh.isReal(t); i++) {
        int a = vertex[4 * t + i / 4];
        int b = vertex[4 * t + i % 4];
        if (a != b) {
          nearest2[a] = Math.min(nearest2[a], mesh.distance2(a, b));
        }
      }
    }
  }

  /// Notes what is wrong at a new tet.
  private void check(int t) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int fixed = mesh.fixed[t];
    for (int f = 0; f < 4 && fixed != 0; f++) {
      if ((fixed >> f & 1) != 0) {
        int a = vertex[o + Tets.FACES[3 * f]];
        int b = vertex[o + Tets.FACES[3 * f + 1]];
        int c = vertex[o + Tets.FACES[3 * f + 2]];
        if (mesh.isInBall(a, b, c, vertex[o + f])) {
          faces.add(a, b, c);
        }
      }
    }
    for (int i = 0; i < 3; i++) {
      int a = vertex[o + i];
      for (int j = i + 1; j < 4 && mesh.dimension[a] <= ConstrainedTets.ON_SEGMENT; j++) {
        int b = vertex[o + j];
        if (mesh.isSegment(a, b)) {
          for (int k = 0; k < 4; k++) {
            if (k != i && k != j && mesh.isInBall(a, b, vertex[o + k])) {
              segments.add(a, b, 0);
            }
          }
        }
      }
    }
    double badness = badness(t);
    if (badness > 1) {
      bad.add(t, badness);
    }
  }

  /// How many times a tet exceeds what is allowed; its shape is in [#shape].
  private double badness(int t) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    shape.of(mesh.xyz, vertex[o], vertex[o + 1], vertex[o + 2], vertex[o + 3]);
    double ratio2 = shape.radius2 / (shape.shortest2 * sizes.bound() * sizes.bound());
    double worst = ratio2 > 1 ? Math.sqrt(ratio2) : 0;
    double volume = sizes.volumeIn(mesh.material[t]);
    if (shape.volume > volume) {
      worst = Math.max(worst, Math.cbrt(shape.volume / volume));
    }
    Sizes.EdgeLength edge = sizes.edge();
    if (edge != null) {
      double wished = Sizes.RADIUS * edge.at(middle(o, 0), middle(o, 1), middle(o, 2));
      if (shape.radius2 > wished * wished) {
        worst = Math.max(worst, Math.sqrt(shape.radius2) / wished);
      }
    }
    return worst;
  }

  private double middle(int o, int axis) {
    int[] vertex = mesh.tets.vertex;
    double[] xyz = mesh.xyz;
    return (xyz[3 * vertex[o] + axis]
            + xyz[3 * vertex[o + 1] + axis]
            + xyz[3 * vertex[o + 2] + axis]
            + xyz[3 * vertex[o + 3] + axis])
        / 4;
  }

  /// Whether a vertex is in the ball of a piece of a segment. Where features are sharp, they may be
  /// in each other's balls however short the pieces become. So [#encroacher2] is then the square of
  /// the distance that the vertex had from others: no new one may be nearer to others than that.
  private boolean isEncroached(int a, int b) {
    int place = mesh.segments.find(a, b);
    if (place < 0) {
      return false;
    }
    int t = mesh.segments.tet(place);
    int first = t;
    int behind = butEdge(t, a, b);
    do {
      int[] vertex = mesh.tets.vertex;
      int o = 4 * t;
      int ahead = vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ behind;
      if (ahead != Tets.GHOST && mesh.isInBall(a, b, ahead)) {
        boolean sharp = sharpness.segments()[mesh.segments.feature(place)];
        encroacher2 = sharp ? nearest2[ahead] : 0;
        return true;
      }
      t = mesh.tets.link[o + mesh.cornerOf(t, behind)] >> 2;
      behind = ahead;
    } while (t != first);
    return false;
  }

  private int butEdge(int t, int a, int b) {
    int o = 4 * t;
    while (mesh.tets.vertex[o] == a || mesh.tets.vertex[o] == b) {
      o++;
    }
    return mesh.tets.vertex[o];
  }

  private boolean isEncroached(int a, int b, int c) {
    int place = mesh.faces.find(a, b, c);
    if (place < 0) {
      return false;
    }
    int face = faceAt(mesh.faces.tet(place), a, b, c);
    int apex = mesh.tets.vertex[face];
    int other = mesh.tets.vertex[mesh.tets.link[face]];
    int near =
        mesh.isInBall(a, b, c, apex)
            ? apex
            : other != Tets.GHOST && mesh.isInBall(a, b, c, other) ? other : Tets.GHOST;
    encroacher2 = sharpness.facets()[mesh.faces.feature(place)] ? nearest2[near] : 0;
    return near != Tets.GHOST;
  }

  private int faceAt(int t, int a, int b, int c) {
    int o = 4 * t;
    while (mesh.tets.vertex[o] == a || mesh.tets.vertex[o] == b || mesh.tets.vertex[o] == c) {
      o++;
    }
    return o;
  }

  /// Divides a piece of a segment. Returns whether it did.
  private boolean splitSegment(int a, int b, double least2) {
    int place = mesh.segments.find(a, b);
    if (place < 0) {
      return false;
    }
    double part =
        shells.part(a, b, mesh.dimension[a], mesh.dimension[b], Math.sqrt(mesh.distance2(a, b)));
    double[] xyz = mesh.xyz;
    int p =
        mesh.addVertex(
            xyz[3 * a] + part * (xyz[3 * b] - xyz[3 * a]),
            xyz[3 * a + 1] + part * (xyz[3 * b + 1] - xyz[3 * a + 1]),
            xyz[3 * a + 2] + part * (xyz[3 * b + 2] - xyz[3 * a + 2]),
            ConstrainedTets.ON_SEGMENT,
            mesh.segments.feature(place));
    if (!cavity.findOnSegment(mesh.segments.tet(place), a, b, p)) {
      mesh.dropVertex();
      return false;
    }
    return fillUnlessNear(p, least2);
  }

  private boolean fillUnlessNear(int p, double least2) {
    double near2 = cavity.nearest2(p);
    if (near2 < Math.max(floor2, least2 * (1 - ROUNDING))) {
      return giveUp();
    }
    if (p >= nearest2.length) {
      nearest2 = Arrays.copyOf(nearest2, p + p / 2);
    }
    nearest2[p] = near2;
    tets += cavity.borderSize - cavity.size;
    int count = cavity.borderSize;
    cavity.fill(p);
    for (int i = 0; i < count; i++) {
      int t = cavity.made[i];
      if (!mesh.tets.isGhost(t)) {
        check(t);
      }
    }
    inserted++;
    if (inserted % STEP == 0 && !listener.goOn(tets, bad.size())) {
      stopped = true;
    }
    if (tets >= maxTets) {
      stopped = true;
      full = true;
    }
    return true;
  }

  private boolean giveUp() {
    cavity.abandon();
    mesh.dropVertex();
    return false;
  }

  /// Divides a fixed face, or the segments that this comes too near to. Returns whether it did.
  private boolean splitFace(int a, int b, int c, double least2) {
    int place = mesh.faces.find(a, b, c);
    if (place < 0) {
      return false;
    }
    int face = faceAt(mesh.faces.tet(place), a, b, c);
    int facet = mesh.faces.feature(place);
    Circles.centre(mesh.xyz, a, b, c, centre);
    int p = mesh.addVertex(centre[0], centre[1], centre[2], ConstrainedTets.ON_FACET, facet);
    boolean found = cavity.findOnFacet(face, p);
    if (!found) {
      // The centre is beyond a segment that is too near.
      mesh.dropVertex();
      return splitLongestSegment(a, b, c, least2) || splitMiddle(face, a, b, c, facet, least2);
    }
    findNearSegments(p);
    if (nearSegments.size() > 0) {
      giveUp();
      if (splitNear(least2)) {
        faces.add(a, b, c);
        return true;
      }
      return false;
    }
    return fillUnlessNear(p, least2);
  }

  private boolean splitLongestSegment(int a, int b, int c, double least2) {
    double most = 0;
    int u = -1;
    int v = -1;
    int[] all = {a, b, b, c, c, a};
    for (int i = 0; i < 6; i += 2) {
      if (mesh.isSegment(all[i], all[i + 1]) && mesh.distance2(all[i], all[i + 1]) > most) {
        most = mesh.distance2(all[i], all[i + 1]);
        u = all[i];
        v = all[i + 1];
      }
    }
    if (u >= 0 && splitSegment(u, v, least2)) {
      faces.add(a, b, c);
      return true;
    }
    return false;
  }

  private boolean splitMiddle(int face, int a, int b, int c, int facet, double least2) {
    double[] xyz = mesh.xyz;
    int p =
        mesh.addVertex(
            (xyz[3 * a] + xyz[3 * b] + xyz[3 * c]) / 3,
            (xyz[3 * a + 1] + xyz[3 * b + 1] + xyz[3 * c + 1]) / 3,
            (xyz[3 * a + 2] + xyz[3 * b + 2] + xyz[3 * c + 2]) / 3,
            ConstrainedTets.ON_FACET,
            facet);
    if (!cavity.findOnFacet(face, p)) {
      mesh.dropVertex();
      return false;
    }
    return fillUnlessNear(p, least2);
  }

  /// Divides a bad tet, or what its centre comes too near to.
  private void splitTet(int t) {
    double badness = badness(t);
    double least2 = leastDistance2(t);
    double x = Predicates.inRange(shape.x);
    double y = Predicates.inRange(shape.y);
    double z = Predicates.inRange(shape.z);
    nearSegments.clear();
    nearFaces.clear();
    boolean finite = Math.abs(x) + Math.abs(y) + Math.abs(z) < Predicates.LARGEST;
    int at = finite ? mesh.walk(x, y, z, t) : -1;
    if (!finite) {
      // A flat tet, at least one of whose faces is on the boundary.
      addFixedFaces(t);
    } else if (at >= 0) {
      int p = mesh.addVertex(x, y, z, ConstrainedTets.FREE, -1);
      if (cavity.find(at, p)) {
        findNearSegments(p);
        findNearFaces(p);
        if (nearSegments.size() == 0 && nearFaces.size() == 0) {
          fillUnlessNear(p, 0);
          return;
        }
        giveUp();
      } else {
        mesh.dropVertex();
        if (cavity.wall[0] != 0) {
          nearFaces.add(cavity.wall[0], cavity.wall[1], cavity.wall[2]);
        }
      }
    } else {
      int face = -1 - at;
      nearFaces.add(mesh.faceVertex(face, 0), mesh.faceVertex(face, 1), mesh.faceVertex(face, 2));
    }
    if (splitNear(least2) && isStill(t, badness)) {
      bad.add(t, badness);
    }
  }

  private void addFixedFaces(int t) {
    for (int f = 0; f < 4; f++) {
      if (mesh.isFixed(4 * t + f)) {
        nearFaces.add(
            mesh.faceVertex(4 * t + f, 0),
            mesh.faceVertex(4 * t + f, 1),
            mesh.faceVertex(4 * t + f, 2));
      }
    }
  }

  /// The square of the least distance from others of a point that is inserted on a feature for the
  /// sake of a tet. If only its shape is bad, that is its shortest edge: where angles are not
  /// sharp, a bound of 2 never asks for less, and where they are, this ends it.
  private double leastDistance2(int t) {
    double volume = sizes.volumeIn(mesh.material[t]);
    Sizes.EdgeLength edge = sizes.edge();
    double bound = sizes.bound();
    if (shape.volume > volume) {
      return 0;
    }
    if (edge != null) {
      int o = 4 * t;
      double wished = Sizes.RADIUS * edge.at(middle(o, 0), middle(o, 1), middle(o, 2));
      if (shape.radius2 > wished * wished) {
        return 0;
      }
    }
    return shape.shortest2 * Math.min(1, bound * bound / 4);
  }

  private boolean isStill(int t, double badness) {
    return mesh.isReal(t) && badness(t) == badness;
  }

  /// Divides the segments that the last candidate came too near to, or else the faces. Returns
  /// whether it divided one.
  private boolean splitNear(double least2) {
    boolean done = false;
    while (nearSegments.next()) {
      done |= splitSegment(nearSegments.a, nearSegments.b, least2);
    }
    int rest = done ? 0 : nearFaces.size();
    for (int i = 0; i < rest && nearFaces.next(); i++) {
      done |= splitFace(nearFaces.a, nearFaces.b, nearFaces.c, least2);
    }
    nearFaces.clear();
    return done;
  }

  private void findNearSegments(int p) {
    nearSegments.clear();
    int[] vertex = mesh.tets.vertex;
    for (int i = 0; i < cavity.size; i++) {
      int o = 4 * cavity.tets[i];
      for (int j = 0; j < 3; j++) {
        int a = vertex[o + j];
        for (int k = j + 1; k < 4 && mesh.dimension[a] <= ConstrainedTets.ON_SEGMENT; k++) {
          int b = vertex[o + k];
          if (a != Tets.GHOST
              && b != Tets.GHOST
              && mesh.isInBall(a, b, p)
              && mesh.isSegment(a, b)) {
            nearSegments.add(a, b, 0);
          }
        }
      }
    }
  }

  private void findNearFaces(int p) {
    nearFaces.clear();
    for (int i = 0; i < cavity.borderSize; i++) {
      if (cavity.isBorderFixed(i)) {
        int a = cavity.borderVertex(i, 0);
        int b = cavity.borderVertex(i, 1);
        int c = cavity.borderVertex(i, 2);
        if (mesh.isInBall(a, b, c, p)) {
          nearFaces.add(a, b, c);
        }
      }
    }
  }
}
