// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Takes tets of points that others have made, and checks that they are the Delaunay tets: each has
/// a positive volume, what is beyond each face is outside its sphere, with ties broken as for all
/// tets, each point is a corner, and the hull is convex at each of its edges.
public final class CheckedTets {
  private final double[] xyz;
  private final int[] tets;
  private final int[] links;
  private final Predicates predicates = new Predicates();

  private CheckedTets(double[] xyz, int[] tets) {
    this.xyz = xyz;
    this.tets = tets;
    int[] neighbours = TetLinks.of(tets, xyz.length / 3);
    links = new int[tets.length];
    for (int i = 0; i < links.length; i++) {
      int other = neighbours[i];
      int face = 0;
      while (other >= 0 && neighbours[4 * other + face] != i / 4) {
        face++;
      }
      links[i] = other < 0 ? -1 : 4 * other + face;
    }
  }

  /// Makes a result of tets.
  ///
  /// @throws IllegalArgumentException if they are not the Delaunay tets of the points
  public static PointTets of(double[] xyz, int[] tets) {
    PointTetsBuilder.check(xyz);
    int points = xyz.length / 3;
    int @Nullable [] same = SamePlaces.of(xyz);
    if (tets.length % 4 != 0) {
      throw new IllegalArgumentException(
          "%d corners are not four for each tet".formatted(tets.length));
    }
    int[] tetOf = new int[points];
    Arrays.fill(tetOf, -1);
    for (int i = tets.length - 1; i >= 0; i--) {
      int point = tets[i];
      if (point < 0 || point >= points || (same != null && same[point] != point)) {
        throw wrong(i / 4, "has the corner " + point + ", which is no vertex of these points");
      }
      tetOf[point] = i / 4;
    }
    var checked = new CheckedTets(xyz, tets);
    checked.check();
    for (int p = 0; p < points; p++) {
      if (tetOf[p] < 0 && (same == null || same[p] == p)) {
        throw new IllegalArgumentException(
            "point %d is a corner of no tet, so these are not all tets".formatted(p));
      }
    }
    return new PointTets(3, tets, checked.links, tetOf, same);
  }

  private static IllegalArgumentException wrong(int tet, String what) {
    return new IllegalArgumentException("tet %d %s".formatted(tet, what));
  }

  private void check() {
    double[] shifted = new double[xyz.length + 3];
    System.arraycopy(xyz, 0, shifted, 3, xyz.length);
    var kernel = new DelaunayKernel(shifted);
    for (int t = 0; t < tets.length / 4; t++) {
      int a = tets[4 * t];
      int b = tets[4 * t + 1];
      int c = tets[4 * t + 2];
      int d = tets[4 * t + 3];
      if (predicates.orient3d(xyz, a, b, c, d) <= 0) {
        throw wrong(t, "has no positive volume; give its corners in the other order");
      }
      for (int f = 0; f < 4; f++) {
        int beyond = links[4 * t + f];
        if (beyond >= 0 && kernel.isInSphere(a + 1, b + 1, c + 1, d + 1, tets[beyond] + 1)) {
          throw wrong(t, "has the point %d in its sphere".formatted(tets[beyond]));
        }
        if (beyond < 0) {
          checkHull(4 * t + f);
        }
      }
    }
  }

  /// Checks the three edges of a face of the hull: the next face of the hull bends inwards, or not
  /// at all.
  private void checkHull(int face) {
    int o = face & ~3;
    int a = tets[o + Tets.faceCorner(3 * (face & 3))];
    int b = tets[o + Tets.faceCorner(3 * (face & 3) + 1)];
    int c = tets[o + Tets.faceCorner(3 * (face & 3) + 2)];
    for (int k = 0; k < 4; k++) {
      if (k != (face & 3)) {
        int next = across(face, k);
        if (predicates.orient3d(xyz, a, b, c, tets[next]) < 0) {
          throw wrong(face / 4, "is where the hull is not convex; some tets are missing");
        }
      }
    }
  }

  /// The corner of the next face of the hull that is not on its common edge with a face: that edge
  /// is opposite corner `k` of the face. Tets around the edge are turned over one after the other.
  private int across(int face, int k) {
    int exit = face & ~3 | k;
    int apex = face;
    while (links[exit] >= 0) {
      int link = links[exit];
      // In the next tet, the other face at the edge is opposite the last apex.
      exit = link & ~3;
      while (tets[exit] != tets[apex]) {
        exit++;
      }
      apex = link;
    }
    return apex;
  }
}
