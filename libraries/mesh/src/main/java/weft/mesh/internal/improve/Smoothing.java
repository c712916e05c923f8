// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.improve;

import java.util.Arrays;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.TetAngles;

/// Moves a vertex inside so that the worst dihedral angle of its tets grows.
final class Smoothing {
  private static final int STEPS = 12;

  private final ConstrainedTets mesh;
  private final Limits limits;
  private int[] star = new int[64];
  private int starSize;

  /// The tets that were seen, by the number of their search.
  private int[] seen;

  private int search;
  private final double[] direction = new double[3];

  Smoothing(ConstrainedTets mesh, Limits limits) {
    this.mesh = mesh;
    this.limits = limits;
    seen = new int[mesh.tets.state.length];
  }

  private void findStar(int t, int v) {
    if (seen.length < mesh.tets.state.length) {
      seen = Arrays.copyOf(seen, mesh.tets.state.length);
    }
    search++;
    starSize = 0;
    push(t);
    for (int i = 0; i < starSize; i++) {
      int o = 4 * star[i];
      for (int f = 0; f < 4; f++) {
        int n = mesh.tets.link[o + f] >> 2;
        if (mesh.tets.vertex[o + f] != v && seen[n] != search) {
          push(n);
        }
      }
    }
  }

  private void push(int t) {
    seen[t] = search;
    if (starSize == star.length) {
      star = Arrays.copyOf(star, 2 * starSize);
    }
    star[starSize++] = t;
  }

  private double quality(int t) {
    int[] v = mesh.tets.vertex;
    return TetAngles.sine(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
  }

  private double excess(int t) {
    int[] v = mesh.tets.vertex;
    return limits.excess(mesh.material[t], v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
  }

  /// Moves a vertex of a tet. Returns whether it did.
  boolean move(int t, int v) {
    findStar(t, v);
    double[] xyz = mesh.xyz;
    double x = xyz[3 * v];
    double y = xyz[3 * v + 1];
    double z = xyz[3 * v + 2];
    double allowed = 1;
    double before = 1;
    double reach2 = Double.POSITIVE_INFINITY;
    double[] middle = new double[3];
    for (int i = 0; i < starSize; i++) {
      before = Math.min(before, quality(star[i]));
      allowed = Math.max(allowed, excess(star[i]));
      for (int k = 0; k < 4; k++) {
        int w = mesh.tets.vertex[4 * star[i] + k];
        if (w != v) {
          reach2 = Math.min(reach2, mesh.distance2(v, w));
          for (int axis = 0; axis < 3; axis++) {
            middle[axis] += xyz[3 * w + axis] / (3.0 * starSize);
          }
        }
      }
    }
    double best = before;
    double step = 0.5 * Math.sqrt(reach2);
    for (int i = 0; i < STEPS; i++) {
      double u = xyz[3 * v];
      double p = xyz[3 * v + 1];
      double q = xyz[3 * v + 2];
      boolean moved = false;
      for (int way = 0; way < 8 && !moved; way++) {
        aim(v, way, middle, step, u, p, q);
        xyz[3 * v] = u + direction[0];
        xyz[3 * v + 1] = p + direction[1];
        xyz[3 * v + 2] = q + direction[2];
        double now = worst(best);
        if (now > best * (1 + 1e-4) + 1e-12 && isAllowed(allowed)) {
          best = now;
          moved = true;
        }
      }
      if (!moved) {
        xyz[3 * v] = u;
        xyz[3 * v + 1] = p;
        xyz[3 * v + 2] = q;
        step /= 2;
      }
    }
    if (best > before * (1 + 1e-3) + 1e-12) {
      return true;
    }
    xyz[3 * v] = x;
    xyz[3 * v + 1] = y;
    xyz[3 * v + 2] = z;
    return false;
  }

  private double worst(double enough) {
    double worst = 1;
    for (int i = 0; i < starSize && worst > enough; i++) {
      worst = Math.min(worst, quality(star[i]));
    }
    return worst;
  }

  private boolean isAllowed(double most) {
    for (int i = 0; i < starSize; i++) {
      if (excess(star[i]) > most) {
        return false;
      }
    }
    return true;
  }

  /// Sets the direction of an attempt: to the middle of the neighbours, away from the worst tet's
  /// opposite face, or along an axis.
  private void aim(int v, int way, double[] middle, double step, double x, double y, double z) {
    if (way == 0) {
      double share =
          Math.min(1, step / (1e-300 + length(middle[0] - x, middle[1] - y, middle[2] - z)));
      direction[0] = share * (middle[0] - x);
      direction[1] = share * (middle[1] - y);
      direction[2] = share * (middle[2] - z);
      return;
    }
    if (way == 1) {
      awayFromWorst(v, step);
      return;
    }
    Arrays.fill(direction, 0);
    direction[(way - 2) / 2] = (way & 1) == 0 ? step : -step;
  }

  private static double length(double x, double y, double z) {
    return Math.sqrt(x * x + y * y + z * z);
  }

  private void awayFromWorst(int v, double step) {
    int worst = star[0];
    double least = 2;
    for (int i = 0; i < starSize; i++) {
      double quality = quality(star[i]);
      if (quality < least) {
        least = quality;
        worst = star[i];
      }
    }
    int face = 4 * worst + mesh.cornerOf(worst, v);
    double[] xyz = mesh.xyz;
    int a = 3 * mesh.faceVertex(face, 0);
    int b = 3 * mesh.faceVertex(face, 1);
    int c = 3 * mesh.faceVertex(face, 2);
    double ux = xyz[b] - xyz[a];
    double uy = xyz[b + 1] - xyz[a + 1];
    double uz = xyz[b + 2] - xyz[a + 2];
    double wx = xyz[c] - xyz[a];
    double wy = xyz[c + 1] - xyz[a + 1];
    double wz = xyz[c + 2] - xyz[a + 2];
    direction[0] = uy * wz - uz * wy;
    direction[1] = uz * wx - ux * wz;
    direction[2] = ux * wy - uy * wx;
    double scale = step / length(direction[0], direction[1], direction[2]);
    for (int k = 0; k < 3; k++) {
      direction[k] *= scale;
    }
  }
}
