// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.FeatureTable;

/// Replaces the tets that a facet crosses by others, above and below it: L. Diazzi, D. Panozzo, A.
/// Vaxman, M. Attene, "Constrained Delaunay tetrahedrization: a robust and practical approach", ACM
/// Transactions on Graphics 42 (2023), section 6.
///
/// No edge of a tet crosses the border of a part of the facet that is missing, so the tets that
/// have vertices on both sides of its plane, and are reached from one such tet through faces that
/// have too, are those that this part crosses.
final class CrossedTets {
  /// The owner of a tet that the facet crosses.
  static final byte CROSSED = 1;

  /// The owner of a tet that one half has taken, but for its side.
  static final byte TAKEN = 3;

  private final RecoveryMesh mesh;
  private final FacetPlane plane;
  private final HalfCavity above;
  private final HalfCavity below;
  private final GiftWrapping wrapping;

  /// Bit f of a tet: its face f is of a facet that has been recovered.
  private byte[] fixed;

  private byte[] owners;
  private int[] crossed = new int[64];
  private int crossedCount;
  private int[] stamps = new int[64];
  private int stamp;

  /// The vertices of crossed tets.
  private int[] vertices = new int[64];

  private int vertexCount;

  /// Cavities that Delaunay tets did not fill.
  int wrapped;

  /// Whether all cavities are wrapped, for tests.
  static boolean alwaysWraps;

  CrossedTets(RecoveryMesh mesh, FacetPlane plane, WorkClock clock) {
    this.mesh = mesh;
    this.plane = plane;
    above = new HalfCavity(mesh, this, plane, 1, clock);
    below = new HalfCavity(mesh, this, plane, -1, clock);
    wrapping = new GiftWrapping(mesh, plane, clock);
    fixed = new byte[mesh.kernel.tets.state.length];
    owners = new byte[mesh.kernel.tets.state.length];
  }

  boolean isFixed(int face) {
    return (fixed[face >> 2] >> (face & 3) & 1) != 0;
  }

  /// Fixes a face, on both sides.
  void fix(int face) {
    int other = mesh.kernel.tets.link[face];
    fixed[face >> 2] |= (byte) (1 << (face & 3));
    fixed[other >> 2] |= (byte) (1 << (other & 3));
  }

  byte owner(int t) {
    return owners[t];
  }

  void setOwner(int t, int owner) {
    owners[t] = (byte) owner;
  }

  /// Makes the facet part of the mesh on the left of an edge, by crossing tets. Returns whether it
  /// could.
  boolean replace(int a, int b) {
    crossedCount = 0;
    int first = crossing(a, b);
    boolean done = first >= 0 && flood(first);
    if (done) {
      collectVertices();
      begin(above);
      begin(below);
      done = fillHalves();
    }
    if (done) {
      build();
    } else {
      release();
    }
    return done;
  }

  /// The tet of an edge in the plane that has the plane's left side inside, or −1.
  private int crossing(int a, int b) {
    int first = mesh.tetOf(a, b);
    if (first < 0) {
      return -1;
    }
    double[] xyz = mesh.kernel.xyz();
    int t = first;
    int behind = mesh.cornerBut(t, a, b);
    int steps = 0;
    do {
      mesh.kernel.tets.checkRing(++steps, xyz, a, b);
      int ahead = mesh.fourth(t, a, b, behind);
      if (ahead != Tets.GHOST && behind != Tets.GHOST) {
        int one = plane.side(ahead);
        int other = plane.side(behind);
        if (one * other < 0) {
          int up = one > 0 ? ahead : behind;
          int low = one > 0 ? behind : ahead;
          if (mesh.kernel.predicates().orient3d(xyz, a, b, low, up) > 0) {
            return t;
          }
        }
      }
      t = mesh.kernel.tets.link[4 * t + mesh.corner(t, behind)] >> 2;
      behind = ahead;
    } while (t != first);
    return -1;
  }

  private boolean flood(int first) {
    Tets tets = mesh.kernel.tets;
    add(first);
    for (int i = 0; i < crossedCount; i++) {
      int t = crossed[i];
      for (int f = 0; f < 4; f++) {
        int other = tets.link[4 * t + f];
        if (sidesOf(4 * t + f) != 3) {
          continue;
        }
        if (tets.isGhost(other >> 2) || isFixed(other)) {
          return false;
        }
        if (owners[other >> 2] == 0) {
          add(other >> 2);
        }
      }
    }
    return true;
  }

  private void add(int t) {
    if (crossedCount == crossed.length) {
      crossed = Arrays.copyOf(crossed, 2 * crossedCount);
    }
    crossed[crossedCount++] = t;
    owners[t] = CROSSED;
  }

  /// Bit 0: a vertex of the face is above the plane; bit 1: one is below.
  private int sidesOf(int face) {
    int[] vertex = mesh.kernel.tets.vertex;
    int sides = 0;
    for (int k = 0; k < 3; k++) {
      int side = plane.side(vertex[(face & ~3) + Tets.faceCorner(3 * (face & 3) + k)]);
      sides |= side > 0 ? 1 : side < 0 ? 2 : 0;
    }
    return sides;
  }

  private void collectVertices() {
    stamp++;
    if (stamps.length < mesh.kernel.vertices()) {
      stamps = new int[2 * mesh.kernel.vertices()];
    }
    vertexCount = 0;
    for (int i = 0; i < 4 * crossedCount; i++) {
      int v = mesh.kernel.tets.vertex[4 * crossed[i >> 2] + (i & 3)];
      if (stamps[v] != stamp) {
        stamps[v] = stamp;
        if (vertexCount == vertices.length) {
          vertices = Arrays.copyOf(vertices, 2 * vertexCount);
        }
        vertices[vertexCount++] = v;
      }
    }
  }

  /// Gives a half its side of the crossed tets, and nothing else.
  private void begin(HalfCavity half) {
    for (int i = 0; i < half.takenCount; i++) {
      owners[half.taken[i]] = 0;
    }
    half.clear();
    for (int i = 0; i < vertexCount; i++) {
      if (plane.side(vertices[i]) != -half.side) {
        half.addVertex(vertices[i]);
      }
    }
    Tets tets = mesh.kernel.tets;
    int wanted = half.side > 0 ? 1 : 2;
    for (int i = 0; i < crossedCount; i++) {
      int t = crossed[i];
      for (int f = 0; f < 4; f++) {
        int face = 4 * t + f;
        if (owners[tets.link[face] >> 2] != CROSSED && sidesOf(face) == wanted) {
          half.addBorder(
              tets.vertex[4 * t + Tets.faceCorner(3 * f)],
              tets.vertex[4 * t + Tets.faceCorner(3 * f + 1)],
              tets.vertex[4 * t + Tets.faceCorner(3 * f + 2)],
              tets.link[face]);
        }
      }
    }
  }

  private boolean fillHalves() {
    boolean up = !alwaysWraps && above.fill();
    if (!up) {
      begin(above);
    }
    boolean down = !alwaysWraps && below.fill();
    if (!down) {
      begin(below);
    }
    if (up && down && isSameFloor()) {
      return true;
    }
    wrapped++;
    if (up && down) {
      begin(below);
      down = false;
    }
    if (!up && !down && !wrapping.pave(above)) {
      return false;
    }
    if (!up && down) {
      copyFloor(below, above);
    } else {
      copyFloor(above, below);
    }
    return (up || wrapping.fill(above)) && (down || wrapping.fill(below));
  }

  /// The faces of one half in the plane become those of the other, turned.
  private static void copyFloor(HalfCavity from, HalfCavity to) {
    to.floorCount = 0;
    for (int i = 0; i < from.floorCount; i++) {
      to.addFloor(from.floor[3 * i], from.floor[3 * i + 2], from.floor[3 * i + 1]);
    }
  }

  private boolean isSameFloor() {
    if (above.floorCount != below.floorCount) {
      return false;
    }
    var faces = new FeatureTable();
    for (int i = 0; i < above.floorCount; i++) {
      faces.put(above.floor[3 * i], above.floor[3 * i + 1], above.floor[3 * i + 2], 0, 0);
    }
    for (int i = 0; i < below.floorCount; i++) {
      if (faces.find(below.floor[3 * i], below.floor[3 * i + 1], below.floor[3 * i + 2]) < 0) {
        return false;
      }
    }
    return true;
  }

  private void release() {
    for (int i = 0; i < crossedCount; i++) {
      owners[crossed[i]] = 0;
    }
    for (HalfCavity half : new HalfCavity[] {above, below}) {
      for (int i = 0; i < half.takenCount; i++) {
        owners[half.taken[i]] = 0;
      }
      half.takenCount = 0;
    }
  }

  /// Puts the new tets where the old ones were.
  private void build() {
    Tets tets = mesh.kernel.tets;
    var open = new FeatureTable();
    for (HalfCavity half : new HalfCavity[] {above, below}) {
      for (int i = 0; i < half.borderCount; i++) {
        int beyond = half.border[4 * i + 3];
        if (owners[beyond >> 2] == 0) {
          open.put(half.border[4 * i], half.border[4 * i + 1], half.border[4 * i + 2], 0, beyond);
        }
      }
    }
    for (int i = 0; i < crossedCount; i++) {
      free(crossed[i]);
    }
    for (HalfCavity half : new HalfCavity[] {above, below}) {
      for (int i = 0; i < half.takenCount; i++) {
        free(half.taken[i]);
      }
    }
    tets.reserve(above.fillingCount + below.fillingCount);
    if (fixed.length < tets.state.length) {
      fixed = Arrays.copyOf(fixed, tets.state.length);
      owners = Arrays.copyOf(owners, tets.state.length);
    }
    for (HalfCavity half : new HalfCavity[] {above, below}) {
      for (int i = 0; i < half.fillingCount; i++) {
        int[] v = half.filling;
        int t = tets.take();
        tets.set(t, v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
        fixed[t] = 0;
        mesh.noteCorners(t);
        for (int f = 0; f < 4; f++) {
          connect(open, t, f);
        }
      }
    }
    if (open.size() != 0) {
      throw new AssertionError("a cavity was not filled");
    }
  }

  private void free(int t) {
    owners[t] = 0;
    fixed[t] = 0;
    mesh.kernel.tets.free(t);
  }

  private void connect(FeatureTable open, int t, int f) {
    Tets tets = mesh.kernel.tets;
    int a = tets.vertex[4 * t + Tets.faceCorner(3 * f)];
    int b = tets.vertex[4 * t + Tets.faceCorner(3 * f + 1)];
    int c = tets.vertex[4 * t + Tets.faceCorner(3 * f + 2)];
    int place = open.find(a, b, c);
    if (place < 0) {
      open.put(a, b, c, 0, 4 * t + f);
      return;
    }
    int other = open.tet(place);
    open.remove(place);
    tets.connect(4 * t + f, other);
    if (isFixed(other)) {
      fixed[t] |= (byte) (1 << f);
    }
  }
}
