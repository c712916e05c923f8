// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Makes bodies by chance: valid ones, with facets that are exactly plane.
public final class Bodies {
  /// The marker of facets inside.
  static final int INNER = 9;

  private Bodies() {}

  /// A box with edges of 1 to 5, and one facet, segment or point inside, on a grid of twentieths.
  public static Body boxWithOneInside(SplittableRandom random) {
    int[] sizes = {1 + random.nextInt(5), 1 + random.nextInt(5), 1 + random.nextInt(5)};
    Body box = box(sizes);
    return switch (random.nextInt(6)) {
      case 0 -> box.withPoints(place(random, sizes));
      case 1 -> withSegment(random, sizes, box);
      case 2 -> withTriangle(random, sizes, box);
      case 3 -> withFin(random, sizes, box);
      default -> withRectangle(random, sizes, box);
    };
  }

  /// A box from 0 to these sizes, of material 1.
  static Body box(int... sizes) {
    double[] xyz = new double[24];
    for (int i = 0; i < 24; i++) {
      xyz[i] = (i / 3 >> i % 3 & 1) * sizes[i % 3];
    }
    int[][] loops = {
      {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}
    };
    List<Body.Facet> facets = new ArrayList<>();
    for (int f = 0; f < 6; f++) {
      facets.add(new Body.Facet(f + 1, 0, 1, loops[f]));
    }
    List<Body.Place> places =
        List.of(new Body.Place(sizes[0] / 64.0, sizes[1] / 64.0, sizes[2] / 64.0, 1));
    return new Body(xyz, facets, new int[0], new double[0], places, 0);
  }

  /// A place inside, on the grid of twentieths.
  private static double[] place(SplittableRandom random, int[] sizes) {
    double[] at = new double[3];
    for (int k = 0; k < 3; k++) {
      at[k] = share(sizes[k], 1 + random.nextInt(19));
    }
    return at;
  }

  private static double share(int size, int twentieths) {
    return size * twentieths / 20.0;
  }

  private static Body withSegment(SplittableRandom random, int[] sizes, Body box) {
    double[] from = place(random, sizes);
    double[] to = place(random, sizes);
    return Arrays.equals(from, to) ? box.withPoints(from) : box.withSegment(from, to);
  }

  private static Body withTriangle(SplittableRandom random, int[] sizes, Body box) {
    while (true) {
      double[] three = new double[9];
      for (int i = 0; i < 9; i += 3) {
        System.arraycopy(place(random, sizes), 0, three, i, 3);
      }
      double[] n = BoundaryJudge.cross(three, 0, 1, 2);
      if (BoundaryJudge.length(n) > 1e-3) {
        return box.withFacet(INNER, 1, three);
      }
    }
  }

  /// A rectangle across an axis, or a parallelogram in a plane that holds two axes' steps.
  private static Body withRectangle(SplittableRandom random, int[] sizes, Body box) {
    int axis = random.nextInt(3);
    int i = (axis + 1) % 3;
    int j = (axis + 2) % 3;
    double[] four = new double[12];
    int[] low = new int[3];
    int[] high = new int[3];
    for (int k = 0; k < 3; k++) {
      low[k] = 1 + random.nextInt(18);
      high[k] = low[k] + 1 + random.nextInt(19 - low[k]);
    }
    for (int p = 0; p < 4; p++) {
      four[3 * p + axis] = share(sizes[axis], low[axis]);
      four[3 * p + i] = share(sizes[i], p == 1 || p == 2 ? high[i] : low[i]);
      four[3 * p + j] = share(sizes[j], p >= 2 ? high[j] : low[j]);
    }
    return box.withFacet(INNER, 1, four);
  }

  /// A rectangle that stands on the floor of the box, which has its foot as a segment.
  private static Body withFin(SplittableRandom random, int[] sizes, Body box) {
    double y = share(sizes[1], 1 + random.nextInt(19));
    int from = 1 + random.nextInt(18);
    double x = share(sizes[0], from);
    double to = share(sizes[0], from + 1 + random.nextInt(19 - from));
    double z = share(sizes[2], 1 + random.nextInt(19));
    Body fin = box.withFacet(INNER, 1, x, y, 0, to, y, 0, to, y, z, x, y, z);
    List<Body.Facet> facets = new ArrayList<>(fin.facets());
    Body.Facet floor = facets.get(0);
    facets.set(0, new Body.Facet(floor.marker(), 0, 1, floor.loops(), new int[][] {{8, 9}}));
    return new Body(fin.xyz(), facets, fin.segments(), fin.holes(), fin.places(), fin.tolerance());
  }

  /// Unit cells of up to 3 materials in a grid, none of which touch in an edge or a point alone.
  public static Body voxels(SplittableRandom random) {
    int[] n = {1 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(3)};
    int[] cells = new int[n[0] * n[1] * n[2]];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = Math.max(0, random.nextInt(6) - 2);
    }
    cells[random.nextInt(cells.length)] = 1;
    while (Voxels.fillsPinched(n, cells)) {
      // What was filled may pinch elsewhere.
    }
    return Voxels.body(n, cells);
  }

  /// Unit cells of up to 2 materials in a grid, many of which touch in an edge or a point alone.
  public static Body looseVoxels(SplittableRandom random) {
    int[] n = {1 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(3)};
    int[] cells = new int[n[0] * n[1] * n[2]];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = Math.max(0, random.nextInt(4) - 1);
    }
    cells[random.nextInt(cells.length)] = 1;
    if (cells.length == 27) {
      // What is enclosed on all sides would be a region.
      cells[13] = 1;
    }
    return Voxels.body(n, cells);
  }

  /// A box with a bore through it, which is empty or of a second material.
  public static Body bored(SplittableRandom random) {
    int[] sizes = {3 + random.nextInt(4), 3 + random.nextInt(4), 1 + random.nextInt(5)};
    int material = random.nextBoolean() ? 0 : 2;
    double[] box = box(sizes).xyz();
    double[] xyz = Arrays.copyOf(box, 48);
    int[] low = {1 + random.nextInt(sizes[0] - 2), 1 + random.nextInt(sizes[1] - 2)};
    int[] high = {
      low[0] + 1 + random.nextInt(sizes[0] - low[0] - 1),
      low[1] + 1 + random.nextInt(sizes[1] - low[1] - 1)
    };
    for (int p = 0; p < 8; p++) {
      xyz[24 + 3 * p] = (p & 1) == 0 ? low[0] : high[0];
      xyz[25 + 3 * p] = (p & 2) == 0 ? low[1] : high[1];
      xyz[26 + 3 * p] = (p & 4) == 0 ? 0 : sizes[2];
    }
    List<Body.Facet> facets = new ArrayList<>();
    facets.add(new Body.Facet(1, 0, 1, new int[] {0, 2, 3, 1}, new int[] {8, 9, 11, 10}));
    facets.add(new Body.Facet(2, 0, 1, new int[] {4, 5, 7, 6}, new int[] {12, 14, 15, 13}));
    int[][] sides = {{0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int s = 0; s < 4; s++) {
      facets.add(new Body.Facet(3 + s, 0, 1, sides[s]));
      int[] inner = Arrays.stream(sides[s]).map(v -> v + 8).toArray();
      facets.add(new Body.Facet(7, 1, material, inner));
    }
    List<Body.Place> places = new ArrayList<>();
    places.add(new Body.Place(0.25, 0.25, 0.5, 1));
    double x = (low[0] + high[0]) / 2.0;
    double y = (low[1] + high[1]) / 2.0;
    if (material > 0) {
      facets.add(new Body.Facet(8, 0, 2, new int[] {8, 10, 11, 9}));
      facets.add(new Body.Facet(8, 0, 2, new int[] {12, 13, 15, 14}));
      places.add(new Body.Place(x, y, 0.5, 2));
    }
    // An empty bore is open at its ends, so the outside is in it.
    return new Body(xyz, facets, new int[0], new double[0], places, 0);
  }

  /// A prism of 1 to 3 layers of materials over a convex polygon, with a bore or without.
  public static Body prism(SplittableRandom random) {
    int corners = 3 + random.nextInt(6);
    int layers = 1 + random.nextInt(3);
    double radius = 2 + random.nextInt(3);
    boolean bore = random.nextBoolean();
    double turn = random.nextDouble();
    int rings = bore ? 2 : 1;
    double[] xyz = new double[3 * corners * rings * (layers + 1)];
    int[] heights = new int[layers + 1];
    for (int l = 0; l < layers; l++) {
      heights[l + 1] = heights[l] + 1 + random.nextInt(3);
    }
    // Point `corner + corners * (ring + rings * layer)`.
    for (int p = 0; p < xyz.length / 3; p++) {
      double angle = 2 * Math.PI * (p % corners + turn) / corners;
      double r = p / corners % rings == 0 ? radius : radius / 2;
      xyz[3 * p] = Math.rint(1024 * r * Math.cos(angle)) / 1024;
      xyz[3 * p + 1] = Math.rint(1024 * r * Math.sin(angle)) / 1024;
      xyz[3 * p + 2] = heights[p / (corners * rings)];
    }
    List<Body.Facet> facets = new ArrayList<>();
    List<Body.Place> places = new ArrayList<>();
    int[] materials = new int[layers];
    for (int l = 0; l <= layers; l++) {
      int below = l == 0 ? 0 : materials[l - 1];
      int above = l == layers ? 0 : l + 1;
      if (l < layers) {
        materials[l] = above;
      }
      int[] rim = new int[corners];
      int[] hole = new int[corners];
      for (int i = 0; i < corners; i++) {
        rim[i] = i + corners * rings * l;
        hole[i] = corners - 1 - i + corners * (1 + rings * l);
      }
      int[][] loops = bore ? new int[][] {rim, hole} : new int[][] {rim};
      facets.add(new Body.Facet(1 + l, above, below, loops));
      for (int i = 0; i < corners && l < layers; i++) {
        int next = (i + 1) % corners;
        int up = corners * rings;
        int o = up * l;
        facets.add(
            new Body.Facet(11, 0, above, new int[] {o + i, o + next, o + up + next, o + up + i}));
        if (bore) {
          int c = o + corners;
          facets.add(
              new Body.Facet(12, above, 0, new int[] {c + i, c + next, c + up + next, c + up + i}));
        }
      }
      if (l < layers) {
        int v = 3 * corners * rings * l;
        double share = bore ? 0.75 : 0.5;
        places.add(
            new Body.Place(share * xyz[v], share * xyz[v + 1], heights[l] + 0.5, materials[l]));
      }
    }
    return new Body(xyz, facets, new int[0], new double[0], places, 0);
  }

  /// A box cut by up to three walls across its long axis, upright or slanted, thick or thin.
  public static Body walls(SplittableRandom random) {
    int cuts = 1 + random.nextInt(3);
    int depth = 1 + random.nextInt(4);
    int height = 1 + random.nextInt(4);
    double[] bottom = new double[cuts + 2];
    double[] top = new double[cuts + 2];
    for (int i = 1; i < cuts + 2; i++) {
      double thin = random.nextInt(3) == 0 ? 1.0 / 8 : 1 + random.nextInt(3);
      bottom[i] = Math.max(bottom[i - 1], top[i - 1]) + thin;
      top[i] = i == cuts + 1 ? bottom[i] : bottom[i] + random.nextInt(3) * thin / 2;
    }
    // Point `4 * wall + corner`: corners 0 and 1 below, 2 and 3 above, 1 and 2 behind.
    double[] xyz = new double[12 * (cuts + 2)];
    for (int p = 0; p < xyz.length / 3; p++) {
      int corner = p % 4;
      xyz[3 * p] = corner < 2 ? bottom[p / 4] : top[p / 4];
      xyz[3 * p + 1] = corner == 1 || corner == 2 ? depth : 0;
      xyz[3 * p + 2] = corner < 2 ? 0 : height;
    }
    List<Body.Facet> facets = new ArrayList<>();
    List<Body.Place> places = new ArrayList<>();
    for (int w = 0; w < cuts + 2; w++) {
      int o = 4 * w;
      int left = w == 0 ? 0 : w;
      int right = w == cuts + 1 ? 0 : w + 1;
      // Seen from larger x this loop is counterclockwise.
      facets.add(new Body.Facet(left == 0 || right == 0 ? 1 : 7, right, left, loop(o, 0, 1, 2, 3)));
      if (right > 0) {
        facets.add(new Body.Facet(2, 0, right, loop(o, 0, 1, 5, 4)));
        facets.add(new Body.Facet(3, 0, right, loop(o, 3, 7, 6, 2)));
        facets.add(new Body.Facet(4, 0, right, loop(o, 0, 4, 7, 3)));
        facets.add(new Body.Facet(5, 0, right, loop(o, 1, 2, 6, 5)));
        double x = (bottom[w] + top[w] + bottom[w + 1] + top[w + 1]) / 4;
        places.add(new Body.Place(x, depth / 2.0, height / 2.0, right));
      }
    }
    return new Body(xyz, facets, new int[0], new double[0], places, 0);
  }

  private static int[] loop(int offset, int... corners) {
    return Arrays.stream(corners).map(v -> v + offset).toArray();
  }

  /// All kinds, by name, for tests that go through them.
  public static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("box with one thing inside", Bodies::boxWithOneInside);
    kinds.put("voxels", Bodies::voxels);
    kinds.put("loose voxels", Bodies::looseVoxels);
    kinds.put("bored", Bodies::bored);
    kinds.put("prism", Bodies::prism);
    kinds.put("walls", Bodies::walls);
    kinds.put("nested", Polyhedra::nested);
    kinds.put("touching", Polyhedra::touching);
    return kinds;
  }

  /// The kind of that name, one of those of [#kinds()].
  public static Kind kind(String name) {
    Kind kind = kinds().get(name);
    if (kind == null) {
      throw new IllegalArgumentException("There are no bodies of the kind \"" + name + "\".");
    }
    return kind;
  }

  /// Makes a body of a kind.
  @FunctionalInterface
  public interface Kind {
    /// Makes one.
    Body make(SplittableRandom random);
  }
}
