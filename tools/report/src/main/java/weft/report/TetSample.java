// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The tets of a large mesh that a page holds: a million whole ones would take 22 MB.
///
/// A reader sees the faces of visible cells towards hidden ones. So the page needs only the tets
/// that such a face belongs to in some picture: those at the outside, those at borders between
/// categories, and those on both sides of each cut. Pictures of these are the same as of the whole
/// mesh, as long as cuts are made only at the places that were chosen here.
final class TetSample {
  /// The maximum number of tets in a page.
  static final int MOST = 120_000;

  private static final int EXTREMES = 500;

  /// Places of cuts, as fractions of half the mesh, the most useful ones first.
  private static final double[] FRACTIONS = {
    0, 0.5, -0.5, 0.25, -0.25, 0.75, -0.75, 0.125, -0.125, 0.375, -0.375, 0.625, -0.625, 0.875,
    -0.875
  };

  private final int[] neighbours;
  private final boolean[] kept;
  private final List<List<Double>> cuts =
      List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  private int count;
  private int outside;

  private TetSample(int[] cells, int points, IntPredicate finite) {
    this.neighbours = neighbours(cells, points, finite);
    this.kept = new boolean[cells.length / 4];
  }

  /// Chooses tets.
  ///
  /// @param states the category of each tet, or no element
  /// @param values the value of each tet, or no element
  static TetSample of(double[] points, int[] cells, MeshBox box, int[] states, double[] values) {
    var sample = new TetSample(cells, points.length / 3, tet -> box.isFinite(tet, 4));
    int[] atOutside = sample.atBorders(tet -> box.isFinite(tet, 4), (tet, next) -> next < 0);
    sample.outside = atOutside.length;
    int step = (atOutside.length + MOST - 1) / MOST;
    for (int i = 0; i < atOutside.length; i += step) {
      sample.keep(atOutside[i]);
    }
    if (states.length > 0) {
      sample.add(
          sample.atBorders(tet -> true, (tet, next) -> next >= 0 && states[tet] != states[next]));
    }
    if (values.length > 0) {
      sample.addExtremes(values, tet -> box.isFinite(tet, 4));
    }
    for (double fraction : FRACTIONS) {
      for (int axis = 0; axis < 3; axis++) {
        double half = box.most(axis) / 2 - box.least(axis) / 2;
        sample.addCut(axis, fraction * half / box.radius(), box.middles(points, axis, 4));
      }
    }
    return sample;
  }

  private void addCut(int axis, double place, double[] middles) {
    int[] sides =
        atBorders(
            tet -> true,
            (tet, next) -> next >= 0 && middles[tet] <= place != middles[next] <= place);
    if (sides.length > 0 && add(sides)) {
      cuts.get(axis).add(place);
    }
  }

  private void addExtremes(double[] values, IntPredicate finite) {
    int[] order =
        IntStream.range(0, values.length)
            .filter(tet -> finite.test(tet) && !Double.isNaN(values[tet]))
            .boxed()
            .sorted((a, b) -> Double.compare(values[a], values[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    int ends = Math.min(EXTREMES, order.length);
    add(Arrays.copyOf(order, ends));
    add(Arrays.copyOfRange(order, order.length - ends, order.length));
  }

  private void keep(int tet) {
    count += kept[tet] ? 0 : 1;
    kept[tet] = true;
  }

  /// Keeps all of `tets`, or none if there is no room for all.
  private boolean add(int[] tets) {
    long missing = Arrays.stream(tets).filter(tet -> !kept[tet]).count();
    if (count + missing > MOST) {
      return false;
    }
    Arrays.stream(tets).forEach(this::keep);
    return true;
  }

  private interface Border {
    boolean isBetween(int tet, int next);
  }

  private int[] atBorders(IntPredicate chosen, Border border) {
    return IntStream.range(0, kept.length)
        .parallel()
        .filter(tet ->
            chosen.test(tet)
                && IntStream.range(4 * tet, 4 * tet + 4)
                    .anyMatch(face -> border.isBetween(tet, neighbours[face])))
        .toArray();
  }

  /// The numbers of the chosen tets, ascending.
  int[] tets() {
    return IntStream.range(0, kept.length).filter(tet -> kept[tet]).toArray();
  }

  /// The faces of each chosen tet towards one that was left out, as bits. In each picture both are
  /// visible or neither is, so these faces are never drawn.
  byte[] inner(int[] chosen) {
    var inner = new byte[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      for (int face = 0; face < 4; face++) {
        int next = neighbours[4 * chosen[i] + face];
        inner[i] |= (byte) (next >= 0 && !kept[next] ? 1 << face : 0);
      }
    }
    return inner;
  }

  /// The places of cuts along each axis, in the unit ball of [MeshBox].
  List<List<Double>> cuts() {
    return cuts.stream().map(places -> places.stream().sorted().toList()).toList();
  }

  /// Says what the page holds.
  String sentence() {
    int places = cuts.stream().mapToInt(List::size).sum();
    return String.format(
        Locale.ROOT,
        "The page holds %,d of %,d tetrahedra: %s, and those on both sides of %d cuts. A cut is made"
            + " at the nearest of these places.",
        count,
        kept.length,
        outside > MOST
            ? String.format(Locale.ROOT, "a sample of the %,d at the outside", outside)
            : "all at the outside, at borders between categories, and of extreme values",
        places);
  }

  /// The tet behind each face, or -1. Face `i` of a tet lies opposite its corner `i`.
  private static int[] neighbours(int[] cells, int points, IntPredicate finite) {
    var starts = new int[points + 1];
    var corners = new int[3];
    for (int face = 0; face < cells.length; face++) {
      if (finite.test(face / 4)) {
        corners(cells, face, corners);
        starts[corners[0] + 1]++;
      }
    }
    for (int point = 0; point < points; point++) {
      starts[point + 1] += starts[point];
    }
    int[] next = Arrays.copyOf(starts, points);
    var found = new int[cells.length];
    var other = new int[3];
    var neighbours = new int[cells.length];
    Arrays.fill(neighbours, -1);
    for (int face = 0; face < cells.length; face++) {
      if (!finite.test(face / 4)) {
        continue;
      }
      corners(cells, face, corners);
      int least = corners[0];
      for (int i = starts[least]; i < next[least]; i++) {
        int before = found[i];
        corners(cells, before, other);
        if (neighbours[before] < 0 && other[1] == corners[1] && other[2] == corners[2]) {
          neighbours[before] = face / 4;
          neighbours[face] = before / 4;
        }
      }
      found[next[least]++] = face;
    }
    return neighbours;
  }

  /// Writes the corners of a face to `to`, ascending.
  private static void corners(int[] cells, int face, int[] to) {
    int tet = face / 4 * 4;
    for (int i = 0, k = 0; i < 4; i++) {
      if (i != face % 4) {
        to[k++] = cells[tet + i];
      }
    }
    if (to[0] > to[1]) {
      swap(to, 0, 1);
    }
    if (to[1] > to[2]) {
      swap(to, 1, 2);
    }
    if (to[0] > to[1]) {
      swap(to, 0, 1);
    }
  }

  private static void swap(int[] of, int i, int j) {
    int value = of[i];
    of[i] = of[j];
    of[j] = value;
  }
}
