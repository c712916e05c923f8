// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import weft.collective.Group;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.linalg.kernel.TileLu;
import weft.multipole.Octree;

/// An approximate inverse of the matrix of a surface: for each leaf, the equations of its functions
/// and of those closely around are inverted, and the rows of its own functions are kept. In rows of
/// closed parts the equation of the magnetic field is taken as half of the matrix A, which it is on
/// a flat surface. Without the functions around, the equation of the electric field alone converges
/// worse than without any inverse.
///
/// Not for several threads.
public final class LeafPreconditioner {
  /// How far around a leaf, in wavelengths.
  private static final double AROUND = 0.2;

  /// The functions that are inverted together at most, if a leaf has fewer.
  private static final int MOST = 500;

  private final FunctionTree functions;
  private final NearBlocks near;
  private final ClosedPart closed;
  private final double k;
  private final Kernels kernels;
  private final RemoteValues halo;

  /// The functions of other ranks that are wanted.
  private final int others;

  /// For each leaf of this rank, the functions that are inverted together, its own first; then the
  /// numbers of their values: those of this rank, then those of others.
  private final int[][] together;

  /// The rows of the inverse, as a near block has them.
  private final float[][] rows;

  private final float[] values;
  private final float[] sumRe;
  private final float[] sumIm;

  /// Inverts the equations of each leaf. Collective.
  ///
  /// @param product that of the same matrix
  /// @param middles of the edges of all functions
  /// @param progress is called now and then
  public LeafPreconditioner(
      Group group,
      SurfaceProduct product,
      double[] middles,
      Kernels kernels,
      int perAxis,
      StepProgress progress) {
    functions = product.functions();
    near = product.near();
    closed = product.closed();
    k = functions.plan().k();
    this.kernels = kernels;
    int firstLeaf = functions.plan().firstLeaf();
    int leaves = functions.plan().endLeaf() - firstLeaf;
    together = new int[leaves][];
    rows = new float[leaves][];
    Map<Integer, Integer> others = new HashMap<>();
    int most = 0;
    for (int i = 0; i < leaves; i++) {
      together[i] = together(functions.tree(), firstLeaf + i, middles, k);
      most = Math.max(most, together[i].length);
      for (int function : together[i]) {
        if (!functions.isOwn(function)) {
          others.putIfAbsent(function, others.size());
        }
      }
    }
    var missing = new MissingElements(functions, near, k, perAxis);
    try (Arena arena = Arena.ofConfined()) {
      var room = new Room(arena, most);
      for (int i = 0; i < leaves; i++) {
        progress.at(i, leaves);
        rows[i] = invert(firstLeaf + i, together[i], missing, room);
      }
    }
    int[] wanted = new int[others.size()];
    others.forEach((function, at) -> wanted[at] = function);
    halo = new RemoteValues(group, functions, wanted);
    this.others = wanted.length;
    for (int[] each : together) {
      for (int i = 0; i < each.length; i++) {
        Integer other = others.get(each[i]);
        each[i] = other == null ? functions.ownPlace(each[i]) : functions.own() + other;
      }
    }
    values = new float[2 * most];
    sumRe = new float[most];
    sumIm = new float[most];
  }

  /// Memory for one leaf's equations, outside the heap, where libraries can read it.
  private static final class Room {
    final Tile matrix;
    final Tile sides;

    Room(Arena arena, int most) {
      int n = 2 * most;
      matrix = Tile.packed(arena.allocate(8L * n * n, 64), 0, n, n);
      sides = Tile.packed(arena.allocate(8L * n * most, 64), 0, n, most);
    }
  }

  /// The functions of a leaf that are inverted together. Local.
  ///
  /// @param middles of the edges of all functions
  public static int count(Octree tree, int leaf, double[] middles, double k) {
    return together(tree, leaf, middles, k).length;
  }

  /// The functions of a leaf, then those around it, the nearest first.
  private static int[] together(Octree tree, int leaf, double[] middles, double k) {
    int levels = tree.levels();
    double[] centre = tree.centre(levels, leaf);
    double half = tree.side(levels) / 2;
    double limit = AROUND * 2 * Math.PI / k;
    Map<Integer, Double> distances = new HashMap<>();
    tree.near(
        leaf,
        other -> {
          for (int p = tree.begin(other); other != leaf && p < tree.begin(other + 1); p++) {
            int function = tree.point(p);
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
              double beyond = Math.abs(middles[3 * function + axis] - centre[axis]) - half;
              square += Math.pow(Math.max(0, beyond), 2);
            }
            if (square < limit * limit) {
              distances.put(function, square);
            }
          }
        });
    int begin = tree.begin(leaf);
    int size = tree.begin(leaf + 1) - begin;
    IntStream more =
        distances.entrySet().stream()
            .sorted(Map.Entry.<Integer, Double>comparingByValue().thenComparing(Map.Entry::getKey))
            .limit(Math.max(MOST - size, size / 2))
            .mapToInt(Map.Entry::getKey);
    return IntStream.concat(IntStream.range(begin, begin + size).map(tree::point), more).toArray();
  }

  private float[] invert(int leaf, int[] all, MissingElements missing, Room room) {
    int n = all.length;
    int own = functions.size(leaf);
    Tile matrix = Tile.packed(room.matrix.memory(), 0, 2 * n, 2 * n);
    double[] z = missing.elements(all);
    double[] line = new double[2 * n];
    double[] below = new double[2 * n];
    for (int i = 0; i < n; i++) {
      boolean inside = closed.has(all[i]);
      double factor = inside ? ClosedPart.ALPHA * k : k;
      for (int j = 0; j < n; j++) {
        int at = 2 * (i * n + j);
        // −ik times the element of Z.
        double re = factor * z[at + 1];
        double im = -factor * z[at];
        if (inside && closed.has(all[j])) {
          re += (1 - ClosedPart.ALPHA) / 2 * closed.gram(all[i], all[j]);
        }
        line[2 * j] = re;
        line[2 * j + 1] = -im;
        below[2 * j] = im;
        below[2 * j + 1] = re;
      }
      matrix.write(2 * i, 0, line, 0, 2 * n);
      matrix.write(2 * i + 1, 0, below, 0, 2 * n);
    }
    Tile sides = Tile.packed(room.sides.memory(), 0, 2 * n, own);
    sides.fill(0);
    for (int i = 0; i < own; i++) {
      sides.set(2 * i, i, 1);
    }
    TileLu factors = TileLu.inPlace(kernels, matrix);
    if (factors.isSingular()) { // then these functions are left as they are
      return unit(own, n);
    }
    factors.solve(Op.TRANSPOSED, sides);
    // Row 2i of the real inverse has the real parts and the negative imaginary ones.
    float[] inverse = new float[2 * own * n];
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < own; i++) {
        inverse[j * own + i] = (float) sides.get(2 * j, i);
        inverse[own * n + j * own + i] = (float) -sides.get(2 * j + 1, i);
      }
    }
    return inverse;
  }

  private static float[] unit(int own, int n) {
    float[] rows = new float[2 * own * n];
    for (int i = 0; i < own; i++) {
      rows[i * own + i] = 1;
    }
    return rows;
  }

  /// Sets `to` to the approximate solutions for some right sides. Collective.
  public void apply(double[][] from, double[][] to) {
    double[][] around = new double[from.length][2 * others];
    for (int v = 0; v < from.length; v++) {
      halo.exchange(from[v], 2, around[v]);
    }
    int at = 0;
    for (int leaf = 0; leaf < together.length; leaf++) {
      int count = functions.size(functions.plan().firstLeaf() + leaf);
      for (int v = 0; v < from.length; v++) { // while the rows of the leaf are in the cache
        apply(leaf, from[v], around[v], to[v], at);
      }
      at += 2 * count;
    }
  }

  private void apply(int leaf, double[] from, double[] around, double[] to, int at) {
    int[] all = together[leaf];
    for (int i = 0; i < all.length; i++) {
      boolean own = all[i] < functions.own();
      double[] source = own ? from : around;
      int place = 2 * (own ? all[i] : all[i] - functions.own());
      values[2 * i] = (float) source[place];
      values[2 * i + 1] = (float) source[place + 1];
    }
    int count = functions.size(functions.plan().firstLeaf() + leaf);
    Arrays.fill(sumRe, 0, count, 0);
    Arrays.fill(sumIm, 0, count, 0);
    NearBlock.addProduct(rows[leaf], count, all.length, values, sumRe, sumIm);
    for (int i = 0; i < count; i++) {
      to[at + 2 * i] = sumRe[i];
      to[at + 2 * i + 1] = sumIm[i];
    }
  }

  /// The bytes of all rows.
  public long bytes() {
    return Arrays.stream(rows).mapToLong(each -> 4L * each.length).sum()
        + Arrays.stream(together).mapToLong(each -> 4L * each.length).sum();
  }
}
