// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.InsertionOrder;
import weft.mesh.internal.PointExtent;
import weft.mesh.internal.PointTetsBuilder;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;

/// The tets of a sample of all points, cut into regions along a Hilbert curve. The same sample
/// gives the same bits everywhere, so each rank makes its own regions.
public final class CoarseTets {
  private final Tets tets;
  private final double[] xyz;
  private final long[] numbers;

  /// The region of each slot, and the slot there.
  private final int[] owner;

  private final int[] place;

  private final RegionCut cut;

  private CoarseTets(double[] xyz, long[] numbers, Tets tets, double[] box, int regions) {
    this.xyz = xyz;
    this.numbers = numbers;
    this.tets = tets;
    owner = new int[tets.slots];
    place = new int[tets.slots];
    double[] middles = middles();
    cut = new RegionCut(box, finite(middles), regions);
    own(middles);
  }

  /// Makes the tets of a sample; null if it has none, since all its points are in one plane.
  ///
  /// @param xyz three coordinates for each point of the sample
  /// @param numbers their global numbers, in ascending order
  /// @param box least and largest coordinates of all points
  public static @Nullable CoarseTets of(double[] xyz, long[] numbers, double[] box, int regions) {
    DelaunayKernel kernel = PointTetsBuilder.kernel(xyz, new Predicates(), WorkClock.endless());
    return kernel == null ? null : new CoarseTets(xyz, numbers, kernel.tets, box, regions);
  }

  /// Checks coordinates, as [weft.mesh.Delaunay] does.
  ///
  /// @throws IllegalArgumentException if one is not a number or out of range
  public static void check(String point, double x, double y, double z) {
    PointTetsBuilder.check(point, x, y, z);
  }

  /// Points that extend over what all these points extend over: four that are the corners of a tet,
  /// or fewer if all are in one plane, on one line or at one place.
  public static int[] extent(double[] xyz) {
    int[] order = new int[xyz.length / 3];
    Arrays.setAll(order, i -> i);
    return PointExtent.of(xyz, order, new Predicates());
  }

  /// The order in which to insert points.
  public static int[] order(double[] xyz) {
    return InsertionOrder.of(xyz);
  }

  /// Which region each place belongs to.
  public RegionCut cut() {
    return cut;
  }

  /// The middle of each tet; not of those at the ghost.
  private double[] middles() {
    double[] middles = new double[3 * tets.slots];
    for (int t = 0; t < tets.slots; t++) {
      for (int i = 0; i < 12 && isFinite(t); i++) {
        middles[3 * t + i % 3] += 0.25 * xyz[3 * (tets.vertex[4 * t + i / 3] - 1) + i % 3];
      }
    }
    return middles;
  }

  private boolean isFinite(int t) {
    return tets.state[t] == Tets.LIVE && !tets.isGhost(t);
  }

  private double[] finite(double[] middles) {
    double[] places = new double[middles.length];
    int count = 0;
    for (int t = 0; t < tets.slots; t++) {
      if (isFinite(t)) {
        System.arraycopy(middles, 3 * t, places, count, 3);
        count += 3;
      }
    }
    return Arrays.copyOf(places, count);
  }

  /// Gives each tet a region, and a slot there.
  private void own(double[] middles) {
    int[] counts = new int[cut.regions()];
    for (int t = 0; t < tets.slots; t++) {
      owner[t] = -1;
      if (tets.state[t] == Tets.LIVE) {
        int finite = t;
        for (int i = 0; i < 4; i++) {
          if (tets.vertex[4 * t + i] == Tets.GHOST) {
            finite = tets.link[4 * t + i] >> 2;
          }
        }
        int o = 3 * finite;
        owner[t] = cut.regionOf(middles[o], middles[o + 1], middles[o + 2]);
        place[t] = counts[owner[t]]++;
      }
    }
  }

  /// Whether a point of the sample is a corner of tets; else it is at the place of another one.
  public boolean[] corners() {
    boolean[] is = new boolean[numbers.length];
    for (int i = 0; i < 4 * tets.slots; i++) {
      if (tets.state[i >> 2] == Tets.LIVE && tets.vertex[i] != Tets.GHOST) {
        is[tets.vertex[i] - 1] = true;
      }
    }
    return is;
  }

  /// Puts the tets of a region, with their halos, into an empty mesh.
  public void fill(int region, RegionMesh mesh) {
    for (int t = 0; t < tets.slots; t++) {
      if (owner[t] == region) {
        int o = 4 * t;
        int made =
            mesh.add(
                vertex(mesh, tets.vertex[o]),
                vertex(mesh, tets.vertex[o + 1]),
                vertex(mesh, tets.vertex[o + 2]),
                vertex(mesh, tets.vertex[o + 3]));
        if (made != place[t]) {
          throw new IllegalStateException("the mesh of region " + region + " was not empty");
        }
      }
    }
    for (int t = 0; t < tets.slots; t++) {
      for (int f = 0; f < 4 && owner[t] == region; f++) {
        int link = tets.link[4 * t + f];
        int other = link >> 2;
        int face = 4 * place[t] + f;
        int beyond = 4 * place[other] + (link & 3);
        if (owner[other] == region) {
          mesh.kernel.tets.link[face] = beyond;
        } else {
          int apex = vertex(mesh, tets.vertex[link]);
          mesh.addHalo(face, apex, owner[other], beyond);
        }
      }
    }
  }

  private int vertex(RegionMesh mesh, int v) {
    if (v == Tets.GHOST) {
      return v;
    }
    int o = 3 * (v - 1);
    return mesh.vertex(numbers[v - 1], xyz[o], xyz[o + 1], xyz[o + 2]);
  }
}
