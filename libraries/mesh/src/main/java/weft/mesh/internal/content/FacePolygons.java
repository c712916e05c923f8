// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.util.Arrays;
import weft.mesh.internal.Predicates;

/// Faces with more than three corners, and how they are cut into triangles: convex ones as a fan
/// around their first corner, others by their ears. A face that is no simple polygon stays a fan,
/// in which a diagnosis finds what is wrong.
final class FacePolygons {
  /// As many corners are looked at in search of ears: time grows with the square of a face's
  /// corners, or faster.
  private static final long MOST = 400_000_000;

  private final Predicates exact = new Predicates();

  /// For each face its first triangle, the number of its corners, and these.
  private int[] all = new int[64];

  private int used;

  private long looked;

  private double[] x = new double[16];
  private double[] y = new double[16];
  private int[] before = new int[16];
  private int[] after = new int[16];

  void add(int triangle, int[] corners, int count) {
    if (used + count + 2 > all.length) {
      all = Arrays.copyOf(all, Math.max(2 * all.length, used + count + 2));
    }
    all[used++] = triangle;
    all[used++] = count;
    System.arraycopy(corners, 0, all, used, count);
    used += count;
  }

  /// Cuts all faces, whose triangles are in `faces` as fans. Returns how many had to stay so,
  /// though they are not convex.
  int cut(double[] xyz, int[] faces) {
    int fans = 0;
    for (int at = 0; at < used; at += 2 + all[at + 1]) {
      int count = all[at + 1];
      project(xyz, at + 2, count);
      if (!isConvex(count) && !clip(at + 2, count, faces, 3 * all[at])) {
        fans++;
      }
    }
    return fans;
  }

  /// Takes the coordinates in the plane of two axes that the normal is farthest from, so that the
  /// polygon runs counter-clockwise.
  private void project(double[] xyz, int from, int count) {
    if (count > x.length) {
      x = new double[2 * count];
      y = new double[2 * count];
      before = new int[2 * count];
      after = new int[2 * count];
    }
    double[] normal = new double[3];
    int o = 3 * all[from];
    for (int i = 1; i + 1 < count; i++) {
      int p = 3 * all[from + i];
      int q = 3 * all[from + i + 1];
      for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3;
        int v = (k + 2) % 3;
        normal[k] +=
            (xyz[p + u] - xyz[o + u]) * (xyz[q + v] - xyz[o + v])
                - (xyz[p + v] - xyz[o + v]) * (xyz[q + u] - xyz[o + u]);
      }
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
      axis = Math.abs(normal[k]) > Math.abs(normal[axis]) ? k : axis;
    }
    int u = (axis + (normal[axis] < 0 ? 2 : 1)) % 3;
    int v = (axis + (normal[axis] < 0 ? 1 : 2)) % 3;
    for (int i = 0; i < count; i++) {
      x[i] = xyz[3 * all[from + i] + u];
      y[i] = xyz[3 * all[from + i] + v];
      before[i] = i == 0 ? count - 1 : i - 1;
      after[i] = i == count - 1 ? 0 : i + 1;
    }
  }

  private int side(int a, int b, int c) {
    boolean finite = Double.isFinite(x[a] + x[b] + x[c] + y[a] + y[b] + y[c]);
    return finite ? exact.orient2d(x[a], y[a], x[b], y[b], x[c], y[c]) : 0;
  }

  /// Whether every corner turns left, so that a fan has no flat triangle. (A star of several turns
  /// does so too, and stays a fan.)
  private boolean isConvex(int count) {
    for (int i = 0; i < count; i++) {
      if (side(before[i], i, after[i]) <= 0) {
        return false;
      }
    }
    return true;
  }

  /// Cuts off one ear after the other. Returns whether there was always one.
  private boolean clip(int from, int count, int[] faces, int at) {
    int[] made = new int[3 * (count - 2)];
    int left = count;
    int used = 0;
    int i = 0;
    for (int tries = 0; left > 3; tries++) {
      if (tries > left || looked > MOST) {
        return false;
      }
      if (isEar(i)) {
        used = put(made, used, from, i);
        after[before[i]] = after[i];
        before[after[i]] = before[i];
        left--;
        tries = -1;
        // The next ear is looked for behind the next corner: a fan of thin ears is avoided.
        i = after[i];
      }
      i = after[i];
    }
    if (side(before[i], i, after[i]) <= 0) {
      return false;
    }
    put(made, used, from, i);
    System.arraycopy(made, 0, faces, at, made.length);
    return true;
  }

  private int put(int[] made, int used, int from, int i) {
    made[used] = all[from + before[i]];
    made[used + 1] = all[from + i];
    made[used + 2] = all[from + after[i]];
    return used + 3;
  }

  /// Whether the triangle of a corner and its neighbours is not flat, and contains no other corner.
  private boolean isEar(int i) {
    int a = before[i];
    int c = after[i];
    if (side(a, i, c) <= 0) {
      return false;
    }
    for (int k = after[c]; k != a; k = after[k]) {
      looked++;
      if (side(a, i, k) >= 0 && side(i, c, k) >= 0 && side(c, a, k) >= 0 && !isAt(k, a, i, c)) {
        return false;
      }
    }
    return true;
  }

  /// Whether a corner is at the place of one of an ear: borders of holes that are joined to the
  /// outer one by a cut have such corners twice.
  private boolean isAt(int k, int a, int b, int c) {
    return same(k, a) || same(k, b) || same(k, c);
  }

  private boolean same(int a, int b) {
    return x[a] == x[b] && y[a] == y[b];
  }
}
