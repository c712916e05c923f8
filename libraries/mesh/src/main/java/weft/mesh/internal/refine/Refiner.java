// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import weft.mesh.internal.Predicates;
import weft.mesh.internal.WorkClock;

/// Divides tets that are badly shaped or too large by the centres of their spheres, until none is
/// left: J. R. Shewchuk, "Tetrahedral mesh generation by Delaunay refinement", SoCG 1998. A centre
/// that is too near a segment or a facet is given up, and that is divided instead: segments first,
/// then facets, then tets.
///
/// No two vertices come nearer to each other than the floor, so it ends for every input.
public final class Refiner {
  /// Between facets at a very sharp angle a centre is too near to thousands of faces, none of which
  /// may be divided. So many are tried; where no angle is sharp, the first one is divided.
  private static final int MOST_FACES = 16;

  private static final double ROUNDING = 1e-9;

  /// A segment that the centre of a face is too near to is halved at a distance from others of at
  /// least 1/√2 of the face's radius, by Shewchuk's proof. Beside tets that are not Delaunay it may
  /// be less, but a face may also survive that: then its segment would be halved for ever. This is
  /// the square of the least share.
  private static final double SEGMENT_FOR_FACE = 1.0 / 256;

  private static final int FLAT_TURNS = 8;

  /// How often tets that could not be divided are tried again, each time with half the square of
  /// the least distance.
  private static final int STUCK_TURNS = 4;

  /// With this bound the refinement ends by itself, if no angle is sharp.
  private static final double LEAST_BOUND = 2;

  private final ConstrainedTets mesh;
  private final WishedSizes sizes;
  private final ShellPoints shells;
  private final double floor2;
  private final RefinementLimits limits;
  private final TetShape shape;
  private final Encroachment encroachment;
  private final Cavity cavity;
  private final BadTets bad;
  private final FlatTets flats;
  private final DelaunayFlips flips;

  /// Whether the mesh is new. Exchanges in one that was refined before divide ever more of it: why
  /// is not known.
  private boolean whole;

  private final VertexQueue segments = new VertexQueue();
  private final VertexQueue faces = new VertexQueue();

  private final Sharpness sharpness;
  private final boolean hasSharp;
  private final LocalFloor sharpFloor;
  private final double[] centre = new double[3];
  private final int maxTets;
  private final WorkClock clock;
  private int tets;
  private boolean full;
  private int flatTurns;
  private int stuckTurns;

  /// Bad tets that could not be divided, where no angle is sharp. There the proof that each can be
  /// needs Delaunay tets; but a cavity that ends at the end of a wall inside may leave others.
  private BadTets stuck;

  private double slack2 = 1;

  /// Pieces of segments and faces that the last candidate encroached upon.
  private final VertexQueue nearSegments = new VertexQueue();

  private final VertexQueue nearFaces = new VertexQueue();

  private final RefusedPieces refused;

  /// Prepares the refinement of tets.
  ///
  /// @param floor the least distance of a new vertex from others
  /// @param maxTets as many tets as there may be, without ghosts
  public Refiner(
      ConstrainedTets mesh,
      WishedSizes sizes,
      ShellPoints shells,
      Sharpness sharpness,
      double floor,
      int maxTets,
      WorkClock clock) {
    this.mesh = mesh;
    this.sizes = sizes;
    this.shells = shells;
    this.sharpness = sharpness;
    hasSharp = sharpness.any();
    floor2 = floor * floor;
    limits = new RefinementLimits(mesh, sizes);
    shape = limits.shape;
    encroachment = new Encroachment(mesh, sharpness);
    sharpFloor = new LocalFloor(mesh);
    this.maxTets = maxTets;
    this.clock = clock;
    cavity = new Cavity(mesh);
    bad = new BadTets(mesh);
    flats = new FlatTets(mesh);
    flips = new DelaunayFlips(mesh);
    stuck = new BadTets(mesh);
    refused = new RefusedPieces(mesh.faces);
    tets = mesh.tets.count();
    full = tets > maxTets;
  }

  /// Whether it ended because there were as many tets as allowed.
  public boolean isFull() {
    return full;
  }

  /// Whether free faces that were locally Delaunay before still are, and so are all new ones. Else
  /// some may not be.
  public boolean keptDelaunay() {
    return cavity.isDelaunay();
  }

  /// Runs to the end, or until a limit is reached.
  ///
  /// @param whole whether to look at all segments and facets first, and not only where tets are
  ///   divided: those of a mesh whose angles were improved may be near vertices, which is no harm
  public void run(boolean whole) {
    this.whole = whole;
    sharpFloor.begin(!whole);
    for (int t = 0; t < mesh.tets.slots; t++) {
      if (mesh.isReal(t)) {
        check(t);
      }
    }
    if (!whole) {
      segments.clear();
      faces.clear();
    }
    while (!full && clock.goesOn(tets, bad.size())) {
      if (segments.next()) {
        if (encroachment.isEncroached(segments.a, segments.b)) {
          splitSegment(segments.a, segments.b, 0);
        }
      } else if (faces.next()) {
        if (encroachment.isEncroached(faces.a, faces.b, faces.c)) {
          splitFace(faces.a, faces.b, faces.c, 0);
        }
      } else {
        int t = bad.next();
        if (t >= 0) {
          splitTet(t);
        } else if (!splitStuck() && (flatTurns++ == FLAT_TURNS || !splitFlat())) {
          break;
        }
      }
    }
  }

  /// Tries those that could not be divided again, with a shorter least distance. Tets that this
  /// makes have the whole one, so it ends. Returns whether there is something left to do.
  private boolean splitStuck() {
    if (stuckTurns == STUCK_TURNS || stuck.size() == 0) {
      return false;
    }
    slack2 = Math.scalb(1.0, - ++stuckTurns);
    BadTets before = stuck;
    stuck = new BadTets(mesh);
    for (int t = before.next(); t >= 0 && !full; t = before.next()) {
      splitTet(t);
    }
    slack2 = 1;
    return true;
  }

  /// Divides tets that are flat although their shape is within its bound: four points of a circle,
  /// up to rounding. The new vertex is the centre of that circle. Returns whether it divided one.
  private boolean splitFlat() {
    boolean done = false;
    for (int t : flats.take()) {
      if (!full && flats.isFlat(t)) {
        done |= splitFlat(t);
      }
    }
    return done;
  }

  private boolean splitFlat(int t) {
    int[] v = mesh.tets.vertex;
    double shortest2 = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < i; j++) {
        shortest2 = Math.min(shortest2, mesh.distance2(v[4 * t + i], v[4 * t + j]));
      }
    }
    Circles.centre(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], centre);
    int at = mesh.walk(centre[0], centre[1], centre[2], t);
    if (at < 0) {
      return false;
    }
    int p = mesh.addVertex(centre[0], centre[1], centre[2], ConstrainedTets.FREE, -1);
    if (!cavity.find(at, p)) {
      mesh.dropVertex();
      return false;
    }
    encroachment.findSegments(cavity, p, nearSegments);
    encroachment.findFaces(cavity, p, nearFaces);
    if (nearSegments.size() > 0 || nearFaces.size() > 0) {
      giveUp();
      return splitNear(shortest2 / 4);
    }
    return fillUnlessNear(p, shortest2 / 4);
  }

  /// Notes what is wrong at a new tet.
  private void check(int t) {
    encroachment.check(t, segments, faces);
    double badness = badness(t);
    flats.note(t, shape);
    if (badness > 1) {
      bad.add(t, badness);
    }
  }

  private double badness(int t) {
    int[] v = mesh.tets.vertex;
    int o = 4 * t;
    return limits.excess(mesh.material[t], v[o], v[o + 1], v[o + 2], v[o + 3]);
  }

  /// Divides a piece of a segment. Returns whether it did.
  ///
  /// @param least2 the square of the least distance of its new vertex from others
  private boolean splitSegment(int a, int b, double least2) {
    int place = mesh.segments.find(a, b);
    double asked2 = Math.max(floor2, least2 * (1 - ROUNDING));
    if (place < 0 || refused.has(a, b, asked2)) {
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
      if (cavity.wall[0] != 0) {
        refused.noteHidden(a, b, cavity.wall);
      }
      mesh.dropVertex();
      return false;
    }
    double own2 = ownLeast2(p) * (1 - ROUNDING);
    double near2 = cavity.nearest2(p);
    if (near2 < Math.max(asked2, own2)) {
      refused.note(a, b, near2, own2);
      return giveUp();
    }
    return fillUnlessFull(p);
  }

  /// The square of the least distance from others of a new vertex on a facet whose cavity is known.
  private double leastOnFacet2(int p, double least2) {
    if (!hasSharp) {
      return least2;
    }
    double floor = floorAt(p);
    return sharpness.facets()[mesh.feature[p]] ? Math.max(floor * floor, least2) : least2;
  }

  /// The same for one on a segment, whatever it is for. Segments that meet at a sharp angle are
  /// divided at the same distances from there, so each or none: else flat tets would lie between
  /// them.
  private double ownLeast2(int p) {
    if (!hasSharp) {
      return 0;
    }
    double floor = floorAt(p);
    int segment = mesh.feature[p];
    if (!sharpness.segments()[segment]) {
      return 0;
    }
    double[] xyz = mesh.xyz;
    double apart = sharpness.spreadAt(segment, xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]);
    if (apart < floor) {
      return Double.POSITIVE_INFINITY;
    }
    return apart < Double.POSITIVE_INFINITY ? floor * floor / 4 : floor * floor;
  }

  private double floorAt(int p) {
    double[] xyz = mesh.xyz;
    int region = mesh.material[cavity.tets[0]];
    return sharpFloor.at(
        cavity, p, sizes.lengthAt(region, xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]));
  }

  private boolean fillUnlessNear(int p, double least2) {
    double near2 = cavity.nearest2(p);
    if (near2 < Math.max(floor2, least2 * (1 - ROUNDING))) {
      return giveUp();
    }
    return fillUnlessFull(p);
  }

  private boolean fillUnlessFull(int p) {
    int gone = cavity.realCount();
    if (tets - gone + cavity.borderSize > maxTets) {
      full = true;
      return giveUp();
    }
    tets -= gone;
    int count = cavity.borderSize;
    cavity.fill(p);
    for (int i = 0; i < count; i++) {
      int t = cavity.made(i);
      if (!mesh.tets.isGhost(t)) {
        tets++;
        check(t);
      }
    }
    if (cavity.wasOdd()) {
      flip(count);
    }
    return true;
  }

  /// Makes the tets around the last vertex Delaunay again.
  private void flip(int count) {
    flips.begin(maxTets - tets);
    for (int i = 0; i < count; i++) {
      flips.await(cavity.made(i));
    }
    if (!whole || !flips.run()) {
      cavity.noteNotDelaunay();
    }
    tets += flips.more();
    for (int i = 0; i < flips.madeCount(); i++) {
      if (mesh.isReal(flips.made(i))) {
        check(flips.made(i));
      }
    }
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
    int face = encroachment.faceAt(mesh.faces.tet(place), a, b, c);
    int facet = mesh.faces.feature(place);
    Circles.centre(mesh.xyz, a, b, c, centre);
    int p = mesh.addVertex(centre[0], centre[1], centre[2], ConstrainedTets.ON_FACET, facet);
    double segment2 = Math.max(least2, SEGMENT_FOR_FACE * mesh.distance2(a, p));
    boolean found = cavity.findOnFacet(face, p);
    if (!found && cavity.wall[0] != 0) {
      // A wall inside is so near that the centre does not see all tets at the faces that fall.
      encroachment.findSegmentsInTheWay(cavity, p, nearSegments);
      mesh.dropVertex();
      return splitNearSegments(a, b, c, segment2) || splitMiddle(face, a, b, c, facet, least2);
    }
    if (!found) {
      // The centre is beyond a segment that is too near.
      mesh.dropVertex();
      return splitBlocking(a, b, c, segment2)
          || splitLongestSegment(a, b, c, segment2)
          || splitMiddle(face, a, b, c, facet, least2);
    }
    encroachment.findSegments(cavity, p, nearSegments);
    if (nearSegments.size() > 0) {
      giveUp();
      return splitNearSegments(a, b, c, segment2);
    }
    return fillUnlessNear(p, leastOnFacet2(p, least2));
  }

  /// Divides the segments that the centre of a face came too near to; then the face is looked at
  /// again.
  private boolean splitNearSegments(int a, int b, int c, double least2) {
    boolean done = splitNearSegments(least2);
    if (done) {
      faces.add(a, b, c);
    }
    return done;
  }

  /// Divides the segment behind which the centre of a face is.
  private boolean splitBlocking(int a, int b, int c, double least2) {
    if (cavity.flat.blockedA < 0
        || !splitSegment(cavity.flat.blockedA, cavity.flat.blockedB, least2)) {
      return false;
    }
    faces.add(a, b, c);
    return true;
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

  /// Divides a face at the mean of its corners, if its centre cannot be a vertex, and no segment
  /// can be divided instead. It shortens edges by half at most: else a face that survives it,
  /// beside tets that are not Delaunay, would be divided for ever.
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
    encroachment.findSegments(cavity, p, nearSegments);
    if (nearSegments.size() > 0) {
      // Its cavity might go all around a segment that only ends a facet, which would be lost.
      giveUp();
      return splitNearSegments(a, b, c, least2);
    }
    double shortest2 =
        Math.min(mesh.distance2(a, b), Math.min(mesh.distance2(b, c), mesh.distance2(c, a)));
    return fillUnlessNear(p, leastOnFacet2(p, Math.max(least2, shortest2 / 4)));
  }

  /// Divides a bad tet, or what its centre comes too near to.
  private void splitTet(int t) {
    double badness = badness(t);
    double least2 = slack2 * leastDistance2(t);
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
        encroachment.findSegments(cavity, p, nearSegments);
        encroachment.findFaces(cavity, p, nearFaces);
        if (nearSegments.size() == 0 && nearFaces.size() == 0) {
          // At a sharp angle the mesh is not Delaunay: then a centre may be nearer to others than
          // any of its tet, and the tets that it makes would be worse, without end.
          fillUnlessNear(p, least2);
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
    boolean done = splitNear(least2);
    if (isStill(t, badness)) {
      if (done) {
        bad.add(t, badness);
      } else if (!hasSharp && sizes.bound() >= LEAST_BOUND) {
        stuck.add(t, badness);
      }
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

  /// The square of the least distance from others of a vertex that is inserted on a feature for the
  /// sake of a tet. If only its shape is bad, that is its shortest edge: a bound of 2 never asks
  /// for less where angles are not sharp, and a smaller bound is to end too.
  private double leastDistance2(int t) {
    int[] v = mesh.tets.vertex;
    int o = 4 * t;
    if (limits.excessOfSizes(mesh.material[t], v[o], v[o + 1], v[o + 2], v[o + 3]) > 1) {
      return 0;
    }
    return shape.shortest2 * Math.min(1, sizes.bound() * sizes.bound() / 4);
  }

  private boolean isStill(int t, double badness) {
    return mesh.isReal(t) && badness(t) == badness;
  }

  /// Divides the segments that the last candidate came too near to, or else the faces. Returns
  /// whether it divided one.
  private boolean splitNear(double least2) {
    boolean done = splitNearSegments(least2);
    int rest = done ? 0 : Math.min(nearFaces.size(), MOST_FACES);
    for (int i = 0; i < rest && nearFaces.next(); i++) {
      done |= splitFace(nearFaces.a, nearFaces.b, nearFaces.c, least2);
    }
    nearFaces.clear();
    return done;
  }

  private boolean splitNearSegments(double least2) {
    boolean done = false;
    while (nearSegments.next()) {
      done |= splitSegment(nearSegments.a, nearSegments.b, least2);
    }
    return done;
  }
}
