// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import java.util.stream.IntStream;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.FeatureTable;

/// The part of a cavity on one side of a facet: the faces around it, which stay, and the tets that
/// fill it. These are the Delaunay tets of its vertices, if all faces around it are among theirs.
/// Where one is not, the tet behind it is taken into the cavity, unless it crosses the plane or a
/// face that is fixed.
final class HalfCavity {
  private final RecoveryMesh mesh;
  private final CrossedTets crossed;
  private final FacetPlane plane;

  /// 1 for the half above the plane, −1 for the one below.
  final int side;

  private final DelaunayKernel some;
  private final WorkClock clock;

  /// Four for each face: its vertices, counterclockwise seen from inside, and the link beyond it.
  int[] border = new int[256];

  int borderCount;

  /// The vertices of the tets in the half, and those in the plane.
  int[] vertices = new int[64];

  int vertexCount;

  /// Tets behind missing faces that were taken.
  int[] taken = new int[16];

  int takenCount;

  /// The tets that fill the half: four vertices each.
  int[] filling = new int[256];

  int fillingCount;

  /// The faces in the plane of these tets: three vertices each.
  int[] floor = new int[64];

  int floorCount;

  private FeatureTable faces = new FeatureTable();
  private int[] state = new int[64];
  private int[] stack = new int[64];

  HalfCavity(RecoveryMesh mesh, CrossedTets crossed, FacetPlane plane, int side, WorkClock clock) {
    this.clock = clock;
    this.mesh = mesh;
    this.crossed = crossed;
    this.plane = plane;
    this.side = side;
    some = mesh.kernel.ofSome();
  }

  void clear() {
    borderCount = 0;
    vertexCount = 0;
    takenCount = 0;
    fillingCount = 0;
    floorCount = 0;
  }

  void addVertex(int v) {
    if (vertexCount == vertices.length) {
      vertices = Arrays.copyOf(vertices, 2 * vertexCount);
    }
    vertices[vertexCount++] = v;
  }

  void addBorder(int a, int b, int c, int beyond) {
    if (4 * borderCount == border.length) {
      border = Arrays.copyOf(border, 2 * border.length);
    }
    int o = 4 * borderCount++;
    border[o] = a;
    border[o + 1] = b;
    border[o + 2] = c;
    border[o + 3] = beyond;
  }

  void addFilling(int a, int b, int c, int d) {
    if (4 * fillingCount == filling.length) {
      filling = Arrays.copyOf(filling, 2 * filling.length);
    }
    int o = 4 * fillingCount++;
    filling[o] = a;
    filling[o + 1] = b;
    filling[o + 2] = c;
    filling[o + 3] = d;
  }

  void addFloor(int a, int b, int c) {
    if (3 * floorCount + 3 > floor.length) {
      floor = Arrays.copyOf(floor, 2 * floor.length);
    }
    int o = 3 * floorCount++;
    floor[o] = a;
    floor[o + 1] = b;
    floor[o + 2] = c;
  }

  /// Fills the half with Delaunay tets. Returns false if that would reach beyond the plane or a
  /// fixed face.
  boolean fill() {
    if (!begin()) {
      return false;
    }
    while (true) {
      findFaces();
      int[] missing =
          IntStream.range(0, borderCount)
              .filter(i -> faces.find(border[4 * i], border[4 * i + 1], border[4 * i + 2]) < 0)
              .map(i -> border[4 * i + 3])
              .toArray();
      if (missing.length == 0) {
        return collect();
      }
      if (!grow(missing)) {
        return false;
      }
    }
  }

  /// Makes the Delaunay tets of the vertices.
  private boolean begin() {
    some.tets.clear();
    int[] corners = {border[0], border[1], border[2], -1};
    double[] xyz = mesh.kernel.xyz();
    for (int i = 0; i < vertexCount && corners[3] < 0; i++) {
      int v = vertices[i];
      if (v != corners[0]
          && v != corners[1]
          && v != corners[2]
          && mesh.kernel.predicates().orient3d(xyz, corners[0], corners[1], corners[2], v) != 0) {
        corners[3] = v;
      }
    }
    if (corners[3] < 0) {
      return false;
    }
    some.start(corners[0], corners[1], corners[2], corners[3]);
    for (int i = 0; i < vertexCount; i++) {
      clock.check(mesh.kernel.tets.slots, vertexCount - i);
      int v = vertices[i];
      if (v != corners[0] && v != corners[1] && v != corners[2] && v != corners[3]) {
        some.insert(v);
      }
    }
    return true;
  }

  private void findFaces() {
    faces = new FeatureTable();
    Tets tets = some.tets;
    for (int t = 0; t < tets.slots; t++) {
      if (tets.state[t] != Tets.LIVE || tets.isGhost(t)) {
        continue;
      }
      for (int f = 0; f < 4; f++) {
        faces.put(corner(t, f, 0), corner(t, f, 1), corner(t, f, 2), 0, 4 * t + f);
      }
    }
  }

  private int corner(int t, int f, int i) {
    return some.tets.vertex[4 * t + Tets.faceCorner(3 * f + i)];
  }

  /// Takes the tets behind these faces, given by their links.
  private boolean grow(int[] missing) {
    for (int beyond : missing) {
      clock.check(mesh.kernel.tets.slots, missing.length);
      // One of the others may have had the same tet.
      if (crossed.owner(beyond >> 2) != CrossedTets.TAKEN + side && !take(beyond)) {
        return false;
      }
    }
    return true;
  }

  /// Takes the tet beyond a face into the cavity.
  ///
  /// @param beyond the face, as its link
  private boolean take(int beyond) {
    int t = beyond >> 2;
    Tets tets = mesh.kernel.tets;
    if (tets.isGhost(t) || crossed.isFixed(beyond) || crossed.owner(t) != 0) {
      return false;
    }
    int apex = tets.vertex[beyond];
    if (plane.side(apex) == -side) {
      return false;
    }
    // A face that is fixed must not end inside the cavity.
    for (int f = 0; f < 4; f++) {
      int other = tets.link[4 * t + f];
      if (f != (beyond & 3)) {
        int owner = crossed.owner(other >> 2);
        if (owner != 0 && (crossed.isFixed(other) || owner != owner(other))) {
          return false;
        }
      }
    }
    crossed.setOwner(t, CrossedTets.TAKEN + side);
    if (takenCount == taken.length) {
      taken = Arrays.copyOf(taken, 2 * takenCount);
    }
    taken[takenCount++] = t;
    for (int f = 0; f < 4; f++) {
      int face = 4 * t + f;
      int other = tets.link[face];
      if (crossed.owner(other >> 2) != 0) {
        removeBorder(face);
      } else {
        addBorder(
            tets.vertex[4 * t + Tets.faceCorner(3 * f)],
            tets.vertex[4 * t + Tets.faceCorner(3 * f + 1)],
            tets.vertex[4 * t + Tets.faceCorner(3 * f + 2)],
            other);
      }
    }
    boolean known = false;
    for (int i = 0; i < vertexCount && !known; i++) {
      known = vertices[i] == apex;
    }
    if (!known) {
      addVertex(apex);
      some.insert(apex);
    }
    return true;
  }

  /// The owner that a neighbour must have if it is in the cavity: this half, or the tets that
  /// cross.
  private int owner(int other) {
    int owner = crossed.owner(other >> 2);
    return owner == CrossedTets.CROSSED ? owner : CrossedTets.TAKEN + side;
  }

  private void removeBorder(int beyond) {
    for (int i = 0; i < borderCount; i++) {
      if (border[4 * i + 3] == beyond) {
        System.arraycopy(border, 4 * --borderCount, border, 4 * i, 4);
        return;
      }
    }
    throw new AssertionError("a face of a cavity is not on its border");
  }

  /// Collects the Delaunay tets that are inside. Returns false if they are not enclosed.
  private boolean collect() {
    Tets tets = some.tets;
    if (state.length < tets.slots) {
      state = new int[2 * tets.slots];
    }
    Arrays.fill(state, 0, tets.slots, 0);
    // Bits 0 to 3: a face is of the border. Bit 4: inside. Bit 5: beyond a face of the border.
    int used = 0;
    for (int i = 0; i < borderCount; i++) {
      int a = border[4 * i];
      int b = border[4 * i + 1];
      int c = border[4 * i + 2];
      int inner = faces.tet(faces.find(a, b, c));
      if (!isSameTurn(inner, a, b)) {
        inner = tets.link[inner];
      }
      int outer = tets.link[inner];
      if (tets.isGhost(inner >> 2)) {
        return false;
      }
      state[inner >> 2] |= 1 << (inner & 3);
      state[outer >> 2] |= 32 | 1 << (outer & 3);
      if ((state[inner >> 2] & 16) == 0) {
        state[inner >> 2] |= 16;
        used = push(used, inner >> 2);
      }
    }
    while (used > 0) {
      int t = stack[--used];
      if ((state[t] & 32) != 0) {
        return false;
      }
      addFilling(
          tets.vertex[4 * t],
          tets.vertex[4 * t + 1],
          tets.vertex[4 * t + 2],
          tets.vertex[4 * t + 3]);
      for (int f = 0; f < 4; f++) {
        if ((state[t] >> f & 1) != 0) {
          continue;
        }
        int other = tets.link[4 * t + f] >> 2;
        if (tets.isGhost(other)) {
          int a = corner(t, f, 0);
          int b = corner(t, f, 1);
          int c = corner(t, f, 2);
          if (plane.side(a) != 0 || plane.side(b) != 0 || plane.side(c) != 0) {
            return false;
          }
          addFloor(a, b, c);
        } else if ((state[other] & 16) == 0) {
          state[other] |= 16;
          used = push(used, other);
        }
      }
    }
    return true;
  }

  private int push(int used, int t) {
    if (used == stack.length) {
      stack = Arrays.copyOf(stack, 2 * used);
    }
    stack[used] = t;
    return used + 1;
  }

  /// Whether a face of a Delaunay tet, seen from inside, turns from a to b.
  private boolean isSameTurn(int face, int a, int b) {
    int t = face >> 2;
    int f = face & 3;
    for (int k = 0; k < 3; k++) {
      if (corner(t, f, k) == a) {
        return corner(t, f, (k + 1) % 3) == b;
      }
    }
    throw new AssertionError("a face without one of its vertices");
  }
}
