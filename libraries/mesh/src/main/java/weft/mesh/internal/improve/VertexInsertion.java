// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.improve;

import java.util.Arrays;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.Replacement;
import weft.mesh.internal.refine.TetAngles;

/// Replaces a flat tet and some around it by those of a new vertex inside: B. M. Klingner and J. R.
/// Shewchuk, "Aggressive tetrahedral mesh improvement", 16th International Meshing Roundtable
/// (2007). It helps where all corners of a flat tet lie on the boundary, so that none may move.
///
/// The vertex starts at some distance from the plane of the flat tet. The tets beyond each face
/// with which it makes a bad one are taken away too, and then it moves to where the worst one is
/// best.
final class VertexInsertion {
  /// As many tets as may be replaced.
  private static final int MOST = 48;

  /// As many tets as there may be more afterwards.
  static final int MOST_MORE = 3 * MOST;

  /// Distances of the first place from the flat tet, as shares of its mean edge.
  private static final double[] DISTANCES = {0.4, -0.4, 0.8, -0.8, 0.15, -0.15};

  /// By how much the worst tet must improve.
  private static final double GAIN = 1.2;

  private static final int STEPS = 24;

  private final ConstrainedTets mesh;
  private final Limits limits;
  private final Replacement replacement;
  private final double good;
  private final int[] old = new int[MOST];
  private int oldCount;

  /// The handles of the faces around the tets that are replaced, from inside.
  private final int[] border = new int[4 * MOST];

  private int borderCount;

  /// The tets that were taken, and the vertices of the border, by the number of their search.
  private int[] taken = new int[64];

  private int[] outer = new int[64];
  private int search;

  /// The tets to be replaced around the best place so far, and the corners of the new ones.
  private int[] keptOld = {};

  private int[] corners = new int[16 * MOST];
  private int keptNew;
  private final double[] normal = new double[3];
  private final double[] middle = new double[3];
  private double length;

  /// Prepares insertions.
  ///
  /// @param degrees a vertex is good if no angle around it is smaller
  VertexInsertion(ConstrainedTets mesh, Limits limits, double degrees) {
    this.mesh = mesh;
    this.limits = limits;
    good = StrictMath.sin(Math.toRadians(degrees));
    replacement = new Replacement(mesh);
  }

  /// The number of tets that the last insertion made.
  int madeCount() {
    return replacement.madeCount();
  }

  /// A tet that the last insertion made.
  int made(int i) {
    return replacement.made(i);
  }

  /// Replaces a flat tet. Returns whether it did.
  boolean replace(int t) {
    measure(t);
    double best = 0;
    double[] place = new double[3];
    int p = mesh.addVertex(middle[0], middle[1], middle[2], ConstrainedTets.FREE, -1);
    for (double distance : DISTANCES) {
      for (int k = 0; k < 3; k++) {
        mesh.xyz[3 * p + k] = middle[k] + distance * length * normal[k];
      }
      double worst = find(t, p) ? climb(p) : 0;
      if (worst > best && isBetter(worst, p)) {
        best = worst;
        System.arraycopy(mesh.xyz, 3 * p, place, 0, 3);
        keep(p);
        if (best >= good) {
          break;
        }
      }
    }
    if (best == 0) {
      mesh.dropVertex();
      return false;
    }
    System.arraycopy(place, 0, mesh.xyz, 3 * p, 3);
    replacement.replace(keptOld, keptOld.length, corners, keptNew);
    return true;
  }

  /// Keeps what was found last.
  private void keep(int p) {
    keptOld = Arrays.copyOf(old, oldCount);
    keptNew = borderCount;
    if (corners.length < 4 * borderCount) {
      corners = new int[8 * borderCount];
    }
    for (int i = 0; i < borderCount; i++) {
      for (int k = 0; k < 3; k++) {
        corners[4 * i + k] = mesh.faceVertex(border[i], k);
      }
      corners[4 * i + 3] = p;
    }
  }

  /// Finds the middle of a tet, its mean edge, and the direction in which it is flattest: at right
  /// angles to those two opposite edges that span the most.
  private void measure(int t) {
    int[] v = mesh.tets.vertex;
    int o = 4 * t;
    double[] x = mesh.xyz;
    Arrays.fill(middle, 0);
    length = 0;
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 3; k++) {
        middle[k] += x[3 * v[o + i] + k] / 4;
      }
      for (int j = 0; j < i; j++) {
        length += Math.sqrt(mesh.distance2(v[o + i], v[o + j])) / 6;
      }
    }
    double most = -1;
    for (int i = 1; i < 4; i++) {
      int a = 3 * v[o];
      int b = 3 * v[o + i];
      int c = 3 * v[o + (i == 1 ? 2 : 1)];
      int d = 3 * v[o + (i == 3 ? 2 : 3)];
      double[] n = new double[3];
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3;
        int m = (k + 2) % 3;
        n[k] =
            (x[b + l] - x[a + l]) * (x[d + m] - x[c + m])
                - (x[b + m] - x[a + m]) * (x[d + l] - x[c + l]);
        sum += n[k] * n[k];
      }
      if (sum > most) {
        most = sum;
        for (int k = 0; k < 3; k++) {
          normal[k] = sum == 0 ? 0 : n[k] / Math.sqrt(sum);
        }
      }
    }
  }

  /// Finds the tets to be replaced: from the flat one on, beyond each face with which the vertex
  /// makes a bad tet. Returns whether there are such tets.
  private boolean find(int t, int p) {
    begin();
    take(t);
    for (int i = 0; i < oldCount; i++) {
      for (int f = 4 * old[i]; f < 4 * old[i] + 4; f++) {
        int beyond = mesh.tets.link[f] >> 2;
        if (taken[beyond] == search) {
          continue;
        }
        double quality = quality(f, p);
        if (mesh.isFixed(f)) {
          if (quality <= 0) {
            return false;
          }
        } else if (quality < good) {
          if (oldCount == MOST) {
            return false;
          }
          take(beyond);
        }
      }
    }
    borderCount = 0;
    for (int i = 0; i < oldCount; i++) {
      for (int f = 4 * old[i]; f < 4 * old[i] + 4; f++) {
        if (taken[mesh.tets.link[f] >> 2] != search) {
          border[borderCount++] = f;
          for (int k = 0; k < 3; k++) {
            outer[mesh.faceVertex(f, k)] = search;
          }
        }
      }
    }
    return keepsFeatures();
  }

  private void begin() {
    if (taken.length < mesh.tets.state.length) {
      taken = Arrays.copyOf(taken, mesh.tets.state.length);
    }
    if (outer.length < mesh.vertices) {
      outer = Arrays.copyOf(outer, 2 * mesh.vertices);
    }
    search++;
    oldCount = 0;
  }

  private void take(int t) {
    taken[t] = search;
    old[oldCount++] = t;
  }

  /// Whether all vertices and pieces of segments of the tets are on the border, so that they
  /// remain.
  private boolean keepsFeatures() {
    int[] v = mesh.tets.vertex;
    for (int i = 0; i < oldCount; i++) {
      for (int j = 4 * old[i]; j < 4 * old[i] + 4; j++) {
        if (outer[v[j]] != search) {
          return false;
        }
        for (int k = 4 * old[i]; k < j; k++) {
          if (mesh.isSegment(v[j], v[k]) && !isOnBorder(v[j], v[k])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean isOnBorder(int a, int b) {
    for (int i = 0; i < borderCount; i++) {
      int found = 0;
      for (int k = 0; k < 3; k++) {
        int c = mesh.faceVertex(border[i], k);
        found += c == a || c == b ? 1 : 0;
      }
      if (found == 2) {
        return true;
      }
    }
    return false;
  }

  private double quality(int face, int p) {
    return TetAngles.sine(
        mesh.xyz, mesh.faceVertex(face, 0), mesh.faceVertex(face, 1), mesh.faceVertex(face, 2), p);
  }

  private double worst(int p, double enough) {
    double worst = 1;
    for (int i = 0; i < borderCount && worst > enough; i++) {
      worst = Math.min(worst, quality(border[i], p));
    }
    return worst;
  }

  /// Moves the vertex to where its worst tet is best, and returns how good that is.
  private double climb(int p) {
    double best = worst(p, -1);
    double step = length / 4;
    int o = 3 * p;
    for (int i = 0; i < STEPS; i++) {
      boolean moved = false;
      for (int way = 0; way < 6 && !moved; way++) {
        double before = mesh.xyz[o + way / 2];
        mesh.xyz[o + way / 2] += (way & 1) == 0 ? step : -step;
        double now = worst(p, best);
        moved = now > best;
        if (moved) {
          best = now;
        } else {
          mesh.xyz[o + way / 2] = before;
        }
      }
      if (!moved) {
        step /= 2;
      }
    }
    return best;
  }

  /// Whether new tets are better than those that they replace, and exceed no limit more.
  private boolean isBetter(double worst, int p) {
    int[] v = mesh.tets.vertex;
    double before = 1;
    double allowed = 1;
    for (int i = 0; i < oldCount; i++) {
      int o = 4 * old[i];
      before = Math.min(before, TetAngles.sine(mesh.xyz, v[o], v[o + 1], v[o + 2], v[o + 3]));
      allowed =
          Math.max(
              allowed, limits.excess(mesh.material[old[i]], v[o], v[o + 1], v[o + 2], v[o + 3]));
    }
    if (worst <= GAIN * before) {
      return false;
    }
    for (int i = 0; i < borderCount; i++) {
      int f = border[i];
      double excess =
          limits.excess(
              mesh.material[old[0]],
              mesh.faceVertex(f, 0),
              mesh.faceVertex(f, 1),
              mesh.faceVertex(f, 2),
              p);
      if (excess > allowed) {
        return false;
      }
    }
    return true;
  }
}
