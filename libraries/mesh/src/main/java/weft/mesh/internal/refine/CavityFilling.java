// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.EdgeTable;
import weft.mesh.internal.Tets;
import weft.mesh.internal.UnionFind;

/// Replaces a cavity by the tets from each face of its border to the new vertex.
final class CavityFilling {
  private static final int WIDTH = Cavity.WIDTH;

  private final ConstrainedTets mesh;
  private final EdgeTable edges;

  /// The tets that were made last.
  private int[] made = new int[256];

  CavityFilling(ConstrainedTets mesh) {
    this.mesh = mesh;
    edges = new EdgeTable(mesh.dimension.length);
  }

  /// A tet that was made last; its corner 3 is the new vertex.
  int made(int i) {
    return made[i];
  }

  void fill(Cavity cavity, int p) {
    int count = cavity.borderSize;
    int size = cavity.size;
    int[] border = cavity.border;
    FacetCavity flat = cavity.flat;
    mesh.reserve(count);
    edges.reserve(mesh.vertices);
    if (made.length < count) {
      made = new int[2 * count];
    }
    flat.removeFaces();
    int[] places = cavity.isPinched ? outsides(cavity) : new int[0];
    Tets all = mesh.tets;
    for (int i = 0; i < count; i++) {
      int t = i < size ? cavity.tets[i] : all.take();
      made[i] = t;
      int b = WIDTH * i;
      all.set(t, border[b], border[b + 1], border[b + 2], p);
      all.connect(4 * t + 3, border[b + 3]);
      mesh.fixed[t] = (byte) (border[b + 4] << 3);
      mesh.material[t] = border[b + 5];
    }
    for (int i = count; i < size; i++) {
      all.free(cavity.tets[i]);
    }
    if (cavity.isPinched) {
      connectPinched(count, places);
    } else {
      edges.connect(all, made, count);
    }
    flat.addFaces(p);
    for (int i = 0; i < count; i++) {
      finish(flat, made[i]);
    }
  }

  /// For each face of the border that has the ghost a number of the part of the outside beside it,
  /// from 0; −1 for others. Ghosts of the cavity that are neighbours are in one part.
  private int[] outsides(Cavity cavity) {
    Tets all = mesh.tets;
    Map<Integer, Integer> number = new HashMap<>();
    for (int i = 0; i < cavity.size; i++) {
      number.put(cavity.tets[i], i);
    }
    UnionFind parts = new UnionFind(cavity.size);
    for (int i = 0; i < cavity.size; i++) {
      int t = cavity.tets[i];
      for (int f = 0; f < 4 && all.isGhost(t); f++) {
        int n = all.link[4 * t + f] >> 2;
        int other = all.isGhost(n) ? number.getOrDefault(n, -1) : -1;
        if (other >= 0) {
          parts.join(i, other);
        }
      }
    }
    int[] found = new int[cavity.borderSize];
    for (int b = 0; b < found.length; b++) {
      int inner = all.link[cavity.border[WIDTH * b + 3]] >> 2;
      found[b] = all.isGhost(inner) ? parts.find(number.getOrDefault(inner, 0)) : -1;
    }
    return found;
  }

  /// Connects the new tets where parts of the domain touch at the segment that was divided: each
  /// part of the outside counts as a ghost of its own, so that ghosts are paired over it.
  private void connectPinched(int count, int[] outsides) {
    int[] vertex = mesh.tets.vertex;
    int first = mesh.vertices;
    edges.reserve(first + Arrays.stream(outsides).max().orElse(0) + 1);
    int[] ghosts = new int[count];
    Arrays.fill(ghosts, -1);
    for (int i = 0; i < count; i++) {
      for (int k = 4 * made[i]; k < 4 * made[i] + 3; k++) {
        if (vertex[k] == Tets.GHOST) {
          ghosts[i] = k;
          vertex[k] = first + outsides[i];
        }
      }
    }
    edges.connectMany(mesh.tets, made, count);
    for (int k : ghosts) {
      if (k >= 0) {
        vertex[k] = Tets.GHOST;
      }
    }
  }

  /// Sets the fixed faces of a new tet at its new vertex, and notes the tet for its fixed faces and
  /// segments.
  private void finish(FacetCavity flat, int t) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int bits = mesh.fixed[t];
    if (flat.faceCount() > 0) {
      for (int f = 0; f < 3; f++) {
        if (flat.isNew(vertex[o + (f + 1) % 3], vertex[o + (f + 2) % 3], vertex[o + 3])) {
          bits |= 1 << f;
        }
      }
      mesh.fixed[t] = (byte) bits;
    }
    if (mesh.tets.isGhost(t)) {
      return;
    }
    for (int f = 0; f < 4; f++) {
      if ((bits >> f & 1) != 0) {
        int a = vertex[o + Tets.faceCorner(3 * f)];
        int b = vertex[o + Tets.faceCorner(3 * f + 1)];
        int c = vertex[o + Tets.faceCorner(3 * f + 2)];
        mesh.faces.setTet(mesh.faces.find(a, b, c), t);
      }
    }
    for (int i = 0; i < 3; i++) {
      if (mesh.dimension[vertex[o + i]] > ConstrainedTets.ON_SEGMENT) {
        continue;
      }
      for (int j = i + 1; j < 4; j++) {
        if (mesh.dimension[vertex[o + j]] <= ConstrainedTets.ON_SEGMENT) {
          int place = mesh.segments.find(vertex[o + i], vertex[o + j]);
          if (place >= 0) {
            mesh.segments.setTet(place, t);
          }
        }
      }
    }
  }
}
