// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.WorkClock;

/// Finds the faces of the tets that fill a patch, from its border inwards, and replaces the tets
/// that the patch crosses.
final class FacetRecovery {
  private final RecoveryMesh mesh;
  private final SegmentPieces pieces;
  private final FacetPlane plane;
  final CrossedTets crossed;

  /// The state of an edge in a direction: it needs a triangle on its left, or has one.
  private final Map<Long, Boolean> edges = new HashMap<>();

  private long[] open = new long[64];
  private int openCount;

  /// The triangles found by the last [#find].
  int[] found = new int[96];

  int foundCount;

  /// The face of the last [#apex], as `4 * tet + face`.
  private int face;

  FacetRecovery(RecoveryMesh mesh, SegmentPieces pieces, WorkClock clock) {
    this.mesh = mesh;
    this.pieces = pieces;
    plane = new FacetPlane(mesh);
    crossed = new CrossedTets(mesh, plane, clock);
  }

  private static long key(int a, int b) {
    return (long) a << 32 | b;
  }

  /// Recovers a patch, all of whose sides are edges. Returns false if something is in its way.
  boolean find(Patch patch) {
    foundCount = 0;
    if (isOneFace(patch)) {
      return true;
    }
    begin(patch);
    while (openCount > 0) {
      long edge = open[--openCount];
      if (edges.getOrDefault(edge, true)) {
        continue;
      }
      int a = (int) (edge >>> 32);
      int b = (int) edge;
      int c = apex(a, b);
      if (c < 0) {
        if (!crossed.replace(a, b)) {
          return false;
        }
        c = apex(a, b);
        if (c < 0) {
          return false;
        }
      }
      add(a, b, c);
      edges.put(edge, true);
      cover(b, c);
      cover(c, a);
    }
    return true;
  }

  private void add(int a, int b, int c) {
    crossed.fix(face);
    if (foundCount + 3 > found.length) {
      found = Arrays.copyOf(found, 2 * found.length);
    }
    found[foundCount++] = a;
    found[foundCount++] = b;
    found[foundCount++] = c;
  }

  /// Whether a patch is one triangle with undivided sides that is there.
  private boolean isOneFace(Patch patch) {
    if (patch.points().length != 3 || patch.sides().length != 3) {
      return false;
    }
    for (int side : patch.sides()) {
      if (pieces.next(side / 2) >= 0) {
        return false;
      }
    }
    face = mesh.faceOf(patch.first(), patch.second(), patch.third());
    if (face < 0) {
      return false;
    }
    add(patch.first(), patch.second(), patch.third());
    return true;
  }

  private void begin(Patch patch) {
    edges.clear();
    openCount = 0;
    plane.set(patch.first(), patch.second(), patch.third());
    for (int p : patch.points()) {
      plane.noteInside(p);
    }
    for (int side : patch.sides()) {
      for (int piece = side / 2; piece >= 0; piece = pieces.next(piece)) {
        int a = pieces.first(piece);
        int b = pieces.second(piece);
        plane.noteInside(a);
        plane.noteInside(b);
        long edge = (side & 1) == 0 ? key(a, b) : key(b, a);
        edges.put(edge, false);
        push(edge);
      }
    }
  }

  private void push(long edge) {
    if (openCount == open.length) {
      open = Arrays.copyOf(open, 2 * openCount);
    }
    open[openCount++] = edge;
  }

  /// The edge from a to b has a triangle; so the one from b to a needs one, unless it has it or the
  /// patch ends there.
  private void cover(int a, int b) {
    if (edges.containsKey(key(a, b))) {
      edges.put(key(a, b), true);
      return;
    }
    edges.put(key(a, b), true);
    if (!edges.containsKey(key(b, a))) {
      edges.put(key(b, a), false);
      push(key(b, a));
    }
  }

  /// The vertex in the plane, on the left of an edge, with which it has a face, or −1.
  private int apex(int a, int b) {
    int first = mesh.tetOf(a, b);
    if (first < 0) {
      return -1;
    }
    int t = first;
    int behind = mesh.cornerBut(t, a, b);
    int steps = 0;
    do {
      mesh.kernel.tets.checkRing(++steps, mesh.kernel.xyz(), a, b);
      int ahead = mesh.fourth(t, a, b, behind);
      int through = 4 * t + mesh.corner(t, behind);
      if (ahead != 0 && plane.side(ahead) == 0) {
        // The other vertex of a real tet at this face is not in the plane.
        int off = behind != 0 ? behind : mesh.kernel.tets.vertex[mesh.kernel.tets.link[through]];
        if (plane.left(a, b, ahead, off) > 0) {
          face = through;
          return ahead;
        }
      }
      t = mesh.kernel.tets.link[through] >> 2;
      behind = ahead;
    } while (t != first);
    return -1;
  }
}
