// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.Tets;

/// The Delaunay tets of a domain's points, while points are inserted on its segments and facets. It
/// knows a tet of each vertex, and so answers which edges and faces there are.
final class RecoveryMesh {
  final DelaunayKernel kernel;

  /// What each vertex lies on, as [ConstrainedTets] has it.
  byte[] dimension;

  int[] feature;
  private int[] tetOf;
  private int[] star = new int[64];
  private int starSize;
  private int[] seen;
  private int stamp;
  private int[] neighbours = new int[64];
  private int neighbourCount;

  RecoveryMesh(DelaunayKernel kernel) {
    this.kernel = kernel;
    int room = kernel.vertices() + 16;
    dimension = new byte[room];
    feature = new int[room];
    tetOf = new int[room];
    seen = new int[kernel.tets.state.length];
    Arrays.fill(feature, -1);
    int[] vertex = kernel.tets.vertex;
    for (int t = 0; t < kernel.tets.slots; t++) {
      if (kernel.tets.state[t] == Tets.LIVE) {
        for (int i = 0; i < 4; i++) {
          tetOf[vertex[4 * t + i]] = t;
        }
      }
    }
  }

  /// Inserts the vertex P + t(Q − P), from the tets of one nearby. Returns it, or −1 − v if a
  /// vertex v is there.
  int insert(int from, int to, double t, byte dimension, int feature, int near) {
    int p = kernel.addOnSegment(from, to, t);
    int place = kernel.insert(p, tetOf[near]);
    if (p >= this.dimension.length) {
      int room = p + p / 2 + 16;
      this.dimension = Arrays.copyOf(this.dimension, room);
      this.feature = Arrays.copyOf(this.feature, room);
      tetOf = Arrays.copyOf(tetOf, room);
    }
    this.dimension[p] = dimension;
    this.feature[p] = feature;
    if (place != p) {
      tetOf[p] = tetOf[place];
      return -1 - place;
    }
    for (int i = 0; i < kernel.madeCount(); i++) {
      noteCorners(kernel.made()[i]);
    }
    return p;
  }

  /// Notes that a tet has its corners.
  void noteCorners(int t) {
    for (int k = 0; k < 4; k++) {
      tetOf[kernel.tets.vertex[4 * t + k]] = t;
    }
  }

  /// The vertices that share an edge with one, and others behind them; see [#neighbourCount].
  int[] neighbours(int v) {
    findStar(v, -1);
    neighbourCount = 0;
    int[] vertex = kernel.tets.vertex;
    for (int i = 0; i < 4 * starSize; i++) {
      int w = vertex[4 * star[i >> 2] + (i & 3)];
      if (w != v && w != Tets.GHOST) {
        if (neighbourCount == neighbours.length) {
          neighbours = Arrays.copyOf(neighbours, 2 * neighbourCount);
        }
        neighbours[neighbourCount++] = w;
      }
    }
    return neighbours;
  }

  /// The number of the last [#neighbours]; each may be there several times.
  int neighbourCount() {
    return neighbourCount;
  }

  /// Finds all tets of a vertex, with ghosts, up to the first that has another one too. Returns
  /// that, or −1.
  private int findStar(int v, int other) {
    Tets tets = kernel.tets;
    if (seen.length < tets.state.length) {
      seen = Arrays.copyOf(seen, tets.state.length);
    }
    stamp++;
    starSize = 0;
    addToStar(tetOf[v]);
    for (int i = 0; i < starSize; i++) {
      int o = 4 * star[i];
      if (tets.vertex[o] == other
          || tets.vertex[o + 1] == other
          || tets.vertex[o + 2] == other
          || tets.vertex[o + 3] == other) {
        return star[i];
      }
      for (int f = 0; f < 4; f++) {
        int n = tets.link[o + f] >> 2;
        if (tets.vertex[o + f] != v && seen[n] != stamp) {
          addToStar(n);
        }
      }
    }
    return -1;
  }

  private void addToStar(int t) {
    seen[t] = stamp;
    if (starSize == star.length) {
      star = Arrays.copyOf(star, 2 * starSize);
    }
    star[starSize++] = t;
  }

  /// A tet that has the edge, or −1.
  int tetOf(int a, int b) {
    // Vertices that were inserted later have fewer tets.
    return findStar(Math.max(a, b), Math.min(a, b));
  }

  /// The face of a tet that has these vertices, `4 * tet + face`, or −1.
  int faceOf(int a, int b, int c) {
    int t = tetOf(a, b);
    if (t < 0) {
      return -1;
    }
    int first = t;
    int behind = cornerBut(t, a, b);
    int steps = 0;
    do {
      kernel.tets.checkRing(++steps, kernel.xyz(), a, b);
      int ahead = fourth(t, a, b, behind);
      int through = 4 * t + corner(t, behind);
      if (ahead == c) {
        return through;
      }
      t = kernel.tets.link[through] >> 2;
      behind = ahead;
    } while (t != first);
    return -1;
  }

  /// The vertices around an edge, in turn; none if there is no such edge.
  int[] around(int a, int b) {
    int t = tetOf(a, b);
    if (t < 0) {
      return new int[0];
    }
    int[] ring = new int[16];
    int size = 0;
    int first = t;
    int behind = cornerBut(t, a, b);
    int steps = 0;
    do {
      kernel.tets.checkRing(++steps, kernel.xyz(), a, b);
      if (size == ring.length) {
        ring = Arrays.copyOf(ring, 2 * size);
      }
      int ahead = fourth(t, a, b, behind);
      ring[size++] = ahead;
      t = kernel.tets.link[4 * t + corner(t, behind)] >> 2;
      behind = ahead;
    } while (t != first);
    return Arrays.copyOf(ring, size);
  }

  int cornerBut(int t, int a, int b) {
    int o = 4 * t;
    int[] vertex = kernel.tets.vertex;
    while (vertex[o] == a || vertex[o] == b) {
      o++;
    }
    return vertex[o];
  }

  int fourth(int t, int a, int b, int c) {
    int[] vertex = kernel.tets.vertex;
    int o = 4 * t;
    return vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ c;
  }

  int corner(int t, int v) {
    int i = 0;
    while (kernel.tets.vertex[4 * t + i] != v) {
      i++;
    }
    return i;
  }

  double distance(int a, int b) {
    double[] x = kernel.xyz();
    double dx = x[3 * a] - x[3 * b];
    double dy = x[3 * a + 1] - x[3 * b + 1];
    double dz = x[3 * a + 2] - x[3 * b + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
