// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import weft.mesh.internal.Tets;

/// Finds what is too near to pieces of segments and to faces of facets: what is in their smallest
/// balls.
final class Encroachment {
  private final ConstrainedTets mesh;
  private final Sharpness sharpness;

  Encroachment(ConstrainedTets mesh, Sharpness sharpness) {
    this.mesh = mesh;
    this.sharpness = sharpness;
  }

  /// Whether a piece of a segment is to be divided because a vertex is in its ball. Pieces of sharp
  /// segments are not: the vertices of one would divide the other, and facets at both, down to the
  /// floor, with no tet the better for it. They are divided for the sake of tets alone.
  boolean isEncroached(int a, int b) {
    int place = mesh.segments.find(a, b);
    if (place < 0 || sharpness.segments()[mesh.segments.feature(place)]) {
      return false;
    }
    int t = mesh.segments.tet(place);
    int first = t;
    int behind = butEdge(t, a, b);
    int steps = 0;
    do {
      mesh.tets.checkRing(++steps, mesh.xyz, a, b);
      int[] vertex = mesh.tets.vertex;
      int o = 4 * t;
      int ahead = vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ behind;
      if (ahead != Tets.GHOST && mesh.isInBall(a, b, ahead)) {
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

  /// Whether a face is to be divided because one of the two vertices beside it is in its ball.
  /// Faces of sharp facets are not, as with segments.
  boolean isEncroached(int a, int b, int c) {
    int place = mesh.faces.find(a, b, c);
    if (place < 0 || sharpness.facets()[mesh.faces.feature(place)]) {
      return false;
    }
    int face = faceAt(mesh.faces.tet(place), a, b, c);
    int other = mesh.tets.vertex[mesh.tets.link[face]];
    return mesh.isInBall(a, b, c, mesh.tets.vertex[face])
        || (other != Tets.GHOST && mesh.isInBall(a, b, c, other));
  }

  /// The handle of a face of a tet.
  int faceAt(int t, int a, int b, int c) {
    int o = 4 * t;
    while (mesh.tets.vertex[o] == a || mesh.tets.vertex[o] == b || mesh.tets.vertex[o] == c) {
      o++;
    }
    return o;
  }

  /// Adds to the queues the segments and faces of a new tet that one of its corners encroaches
  /// upon.
  void check(int t, VertexQueue segments, VertexQueue faces) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int fixed = mesh.fixed[t];
    for (int f = 0; f < 4 && fixed != 0; f++) {
      if ((fixed >> f & 1) != 0) {
        int a = vertex[o + Tets.faceCorner(3 * f)];
        int b = vertex[o + Tets.faceCorner(3 * f + 1)];
        int c = vertex[o + Tets.faceCorner(3 * f + 2)];
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
  }

  /// Sets the segments that a candidate with this cavity encroaches upon.
  void findSegments(Cavity cavity, int p, VertexQueue found) {
    findSegments(cavity.tets, cavity.size, p, found);
  }

  /// The same for a candidate whose search had no success, from the tets that it left.
  void findSegmentsInTheWay(Cavity cavity, int p, VertexQueue found) {
    findSegments(cavity.tets, cavity.abandoned, p, found);
  }

  private void findSegments(int[] tets, int count, int p, VertexQueue found) {
    found.clear();
    int[] vertex = mesh.tets.vertex;
    for (int i = 0; i < count; i++) {
      int o = 4 * tets[i];
      for (int j = 0; j < 3; j++) {
        int a = vertex[o + j];
        for (int k = j + 1; k < 4 && mesh.dimension[a] <= ConstrainedTets.ON_SEGMENT; k++) {
          int b = vertex[o + k];
          if (a != Tets.GHOST
              && b != Tets.GHOST
              && mesh.isInBall(a, b, p)
              && mesh.isSegment(a, b)) {
            found.add(a, b, 0);
          }
        }
      }
    }
  }

  /// Sets the faces that a candidate with this cavity encroaches upon.
  void findFaces(Cavity cavity, int p, VertexQueue found) {
    found.clear();
    for (int i = 0; i < cavity.borderSize; i++) {
      if (cavity.isBorderFixed(i)) {
        int a = cavity.borderVertex(i, 0);
        int b = cavity.borderVertex(i, 1);
        int c = cavity.borderVertex(i, 2);
        if (mesh.isInBall(a, b, c, p)) {
          found.add(a, b, c);
        }
      }
    }
  }
}
