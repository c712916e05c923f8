// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Makes the tets of an array of points: checks it, orders the points, inserts them, and gives the
/// result the numbers of the caller's points.
public final class PointTetsBuilder {
  /// Points between two calls of the listener.
  private static final int STEP = 4096;

  private final double[] xyz;
  private final int count;
  private final Predicates predicates = new Predicates();

  /// The points in the order of insertion.
  private final int[] order;

  /// For each vertex of the kernel the one that was at its place before; null if there is none.
  private int @Nullable [] earlier;

  private PointTetsBuilder(double[] xyz) {
    this.xyz = xyz;
    count = xyz.length / 3;
    order = InsertionOrder.of(xyz);
  }

  /// Makes the tets of points with their coordinates at `3 * point`. The listener gets the number
  /// of points inserted and returns whether to go on.
  ///
  /// @throws IllegalArgumentException if a coordinate is not a number or out of range, or if there
  ///   are too many points
  /// @throws CancellationException if the listener returns false
  public static PointTets build(double[] xyz, IntPredicate listener) {
    check(xyz);
    var builder = new PointTetsBuilder(xyz);
    int[] first = PointExtent.of(xyz, builder.order, builder.predicates);
    if (first.length < 4) {
      return new PointTets(
          first.length - 1, new int[0], new int[0], builder.noTets(), SamePlaces.of(xyz));
    }
    return builder.insertAll(first, listener);
  }

  /// The Delaunay tets of points that are at different places. Vertex `i + 1` of the kernel is
  /// point i. Null if all points are in a plane.
  ///
  /// @param predicates that the kernel uses from then on
  /// @throws CancellationException if the clock ends the work
  public static @Nullable DelaunayKernel kernel(
      double[] xyz, Predicates predicates, WorkClock clock) {
    check(xyz);
    var builder = new PointTetsBuilder(xyz);
    int[] first = PointExtent.of(xyz, builder.order, builder.predicates);
    if (first.length < 4) {
      return null;
    }
    double[] shifted = new double[xyz.length + 3];
    System.arraycopy(xyz, 0, shifted, 3, xyz.length);
    var kernel = new DelaunayKernel(shifted, predicates);
    int[] order = builder.order;
    kernel.start(
        order[first[0]] + 1, order[first[1]] + 1, order[first[2]] + 1, order[first[3]] + 1);
    for (int i = 0; i < order.length; i++) {
      clock.check(kernel.tets.slots, order.length - i);
      if (i != first[0] && i != first[1] && i != first[2] && i != first[3]) {
        kernel.insert(order[i] + 1);
      }
    }
    return kernel;
  }

  static void check(double[] xyz) {
    if (xyz.length % 3 != 0) {
      throw new IllegalArgumentException(
          "%d coordinates are not three for each point; give x, y, z of the first point, then of the next"
              .formatted(xyz.length));
    }
    if (xyz.length / 3 > InsertionOrder.MOST_POINTS) {
      throw new IllegalArgumentException(
          "%d points are more than one triangulation takes, which is %d; divide them into parts"
              .formatted(xyz.length / 3, InsertionOrder.MOST_POINTS));
    }
    for (int i = 0; i < xyz.length; i++) {
      if (!Predicates.isInRange(xyz[i])) {
        int p = i - i % 3;
        check("point " + i / 3, xyz[p], xyz[p + 1], xyz[p + 2]);
      }
    }
  }

  /// Checks coordinates for the predicates.
  ///
  /// @param what the name of the point, for the sentence
  /// @throws IllegalArgumentException if one is not a number or out of range
  public static void check(String what, double x, double y, double z) {
    double[] all = {x, y, z};
    for (int k = 0; k < 3; k++) {
      if (!Predicates.isInRange(all[k])) {
        throw new IllegalArgumentException(
            "%s has %s = %s; coordinates are 0, or from %s to %s in magnitude: scale the points, or leave this one out"
                .formatted(what, "xyz".charAt(k), all[k], Predicates.SMALLEST, Predicates.LARGEST));
      }
    }
  }

  private int[] noTets() {
    int[] none = new int[count];
    Arrays.fill(none, -1);
    return none;
  }

  private PointTets insertAll(int[] first, IntPredicate listener) {
    double[] ordered = new double[3 * count + 3];
    for (int i = 0; i < count; i++) {
      System.arraycopy(xyz, 3 * order[i], ordered, 3 * i + 3, 3);
    }
    var kernel = new DelaunayKernel(ordered);
    kernel.start(first[0] + 1, first[1] + 1, first[2] + 1, first[3] + 1);
    for (int v = 1; v <= count; v++) {
      if (v - 1 != first[0] && v - 1 != first[1] && v - 1 != first[2] && v - 1 != first[3]) {
        int place = kernel.insert(v);
        if (place != v) {
          noteSame(v, place);
        }
      }
      if ((v % STEP == 0 || v == count) && !listener.test(v)) {
        throw new CancellationException(
            "the triangulation was cancelled after %d of %d points".formatted(v, count));
      }
    }
    return finish(kernel.tets);
  }

  private void noteSame(int v, int place) {
    int[] known = earlier;
    if (known == null) {
      known = new int[count + 1];
      earlier = known;
    }
    known[v] = place;
  }

  /// Leaves out ghosts and free slots, and numbers vertices as the caller does.
  private PointTets finish(Tets tets) {
    int[] same = same();
    int[] places = new int[tets.slots];
    int used = 0;
    for (int t = 0; t < tets.slots; t++) {
      places[t] = tets.state[t] == Tets.LIVE && !tets.isGhost(t) ? used++ : -1;
    }
    // A tet moves down or stays, so the arrays are changed in place.
    for (int t = 0; t < tets.slots; t++) {
      int o = 4 * places[t];
      if (o >= 0) {
        for (int i = 0; i < 4; i++) {
          int point = order[tets.vertex[4 * t + i] - 1];
          tets.vertex[o + i] = same == null ? point : same[point];
          int beyond = tets.link[4 * t + i];
          int place = places[beyond >> 2];
          tets.link[o + i] = place < 0 ? -1 : 4 * place | (beyond & 3);
        }
      }
    }
    int[] corners = Arrays.copyOf(tets.vertex, 4 * used);
    int[] links = Arrays.copyOf(tets.link, 4 * used);
    int[] tetOf = noTets();
    for (int i = 4 * used - 1; i >= 0; i--) {
      tetOf[corners[i]] = i / 4;
    }
    return new PointTets(3, corners, links, tetOf, same);
  }

  /// For each point of the caller the lowest one at its place.
  private int @Nullable [] same() {
    int[] known = earlier;
    if (known == null) {
      return null;
    }
    int[] same = new int[count];
    Arrays.setAll(same, i -> i);
    for (int v = 1; v <= count; v++) {
      if (known[v] != 0) {
        int first = order[known[v] - 1];
        same[first] = Math.min(same[first], order[v - 1]);
      }
    }
    for (int v = 1; v <= count; v++) {
      if (known[v] != 0) {
        same[order[v - 1]] = same[order[known[v] - 1]];
      }
    }
    return same;
  }
}
