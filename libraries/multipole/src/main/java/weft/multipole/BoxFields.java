// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.multipole.ProductSchedule.Transfers;
import weft.multipole.waves.Phases;

/// The fields of one rank's boxes in a product. Each event does what it makes possible: a field
/// that is complete moves on to the parent and to the boxes that list it, and one that is received
/// moves on to the children.
///
/// For a box P and its child c, with centres C and fields F that they radiate and G that they
/// receive (EasyMSG, section 1.3, on grids of equal angles):
/// - up: F_P += e^{ik s·(C_P − C_c)} F_c
/// - across: G_r += W F_t, for each t in the list of r
/// - down: G_c += e^{ik s·(C_c − C_P)} G_P, cut to the grid of c.
final class BoxFields {
  private final MultipolePlan plan;
  private final Octree tree;
  private final ProductSchedule schedule;
  private final LeafKernel kernel;

  /// How many vectors are multiplied at once. All fields of a box lie one after another, and so do
  /// the values of a leaf, vector by vector.
  private final int vectors;

  private final double[] values;
  private final double[] results;

  /// The fields that boxes radiate, on small grids; null for boxes that this rank does not need.
  private final @Nullable GridField[] radiated;

  /// Likewise on full grids, for boxes of this rank that others of it list.
  private final @Nullable GridField[] wide;

  /// The fields that boxes of this rank receive, on small grids.
  private final @Nullable GridField[] received;

  /// What boxes of this rank receive from far ones, on full grids.
  private final @Nullable GridField[] sums;

  private int[] missingRadiated = {};
  private int[] missingReceived = {};

  /// The boxes of this rank that wait for the field of another one.
  private final Map<Integer, List<Integer>> waiting = new HashMap<>();

  private final LevelWays[] ways;

  /// The field of one vector at a leaf.
  private final GridField one;

  BoxFields(
      MultipolePlan plan,
      ProductSchedule schedule,
      LeafKernel kernel,
      int vectors,
      double[] values,
      double[] results) {
    this.vectors = vectors;
    this.plan = plan;
    this.tree = plan.tree();
    this.schedule = schedule;
    this.kernel = kernel;
    this.values = values;
    this.results = results;
    radiated = new GridField[tree.boxes()];
    wide = new GridField[tree.boxes()];
    received = new GridField[tree.boxes()];
    sums = new GridField[tree.boxes()];
    ways = new LevelWays[tree.levels() + 1];
    for (int level = tree.levels(); level >= Octree.TOP; level--) {
      LevelGrids below = plan.grids(Math.min(level + 1, tree.levels()));
      ways[level] = new LevelWays(plan.grids(level), below, kernel.components(), vectors);
      allocate(level);
    }
    one = plan.grids(tree.levels()).smallField(1);
  }

  private void allocate(int level) {
    LevelGrids grids = plan.grids(level);
    for (int index = schedule.begin(level); index < schedule.end(level); index++) {
      int box = tree.number(level, index);
      radiated[box] = grids.smallField(vectors);
      received[box] = grids.smallField(vectors);
      sums[box] = grids.fullField(vectors);
      for (int source : schedule.local(box).boxes) {
        if (wide[source] == null) {
          wide[source] = grids.fullField(vectors);
        }
      }
    }
    if (level < tree.levels()) {
      for (int child = schedule.begin(level + 1); child < schedule.end(level + 1); child++) {
        int parent = tree.number(level, tree.parent(level + 1, child));
        if (radiated[parent] == null) {
          radiated[parent] = grids.smallField(vectors); // of another rank
        }
      }
    }
  }

  /// The bytes of all fields.
  long bytes() {
    long floats = 0;
    for (GridField[] all : List.of(radiated, wide, received, sums)) {
      for (GridField field : all) {
        floats += field == null ? 0 : 2L * field.re().length;
      }
    }
    return Float.BYTES * floats;
  }

  private static GridField there(@Nullable GridField field) {
    if (field == null) {
      throw new IllegalStateException("a field of a box is missing; the ranks have unlike plans");
    }
    return field;
  }

  /// Begins a product.
  void begin() {
    missingRadiated = schedule.radiates();
    missingReceived = schedule.receives();
    waiting.clear();
    clear(radiated);
    clear(received);
    clear(sums);
    Arrays.fill(results, 0);
  }

  private static void clear(@Nullable GridField[] fields) {
    for (GridField field : fields) {
      if (field != null) {
        Arrays.fill(field.re(), 0);
        Arrays.fill(field.im(), 0);
      }
    }
  }

  // What this rank sends.

  /// The field that a box radiates, or null if it is not complete.
  @Nullable GridField radiatedIfComplete(int box) {
    return isRadiated(box) ? radiated[box] : null;
  }

  /// The field that a box receives, or null if it is not complete.
  @Nullable GridField receivedIfComplete(int box) {
    return missingReceived[box] == 0 ? received[box] : null;
  }

  private boolean isRadiated(int box) {
    return missingRadiated[box] == 0;
  }

  // Computations.

  /// The place of a leaf's first value.
  int valueAt(int leaf) {
    return vectors * 2 * (tree.begin(leaf) - plan.firstPoint());
  }

  private int size(int leaf) {
    return tree.begin(leaf + 1) - tree.begin(leaf);
  }

  private int valueAt(int leaf, int vector) {
    return valueAt(leaf) + vector * 2 * size(leaf);
  }

  private int resultAt(int leaf, int vector) {
    return kernel.results() * valueAt(leaf, vector);
  }

  /// Lets a leaf radiate. Its field counts as one addition.
  void radiate(int leaf) {
    int box = tree.number(tree.levels(), leaf);
    GridField field = there(radiated[box]);
    for (int v = 0; v < vectors; v++) {
      GridField to = vectors == 1 ? field : one;
      if (vectors > 1) {
        Arrays.fill(one.re(), 0);
        Arrays.fill(one.im(), 0);
      }
      kernel.radiate(leaf, values, valueAt(leaf, v), to);
      if (vectors > 1) {
        int count = one.re().length;
        System.arraycopy(one.re(), 0, field.re(), v * count, count);
        System.arraycopy(one.im(), 0, field.im(), v * count, count);
      }
    }
    radiatedMore(box);
  }

  /// The field of one vector.
  private static GridField part(GridField all, int vector, GridField to) {
    int count = to.re().length;
    if (all.re().length == count) {
      return all;
    }
    System.arraycopy(all.re(), vector * count, to.re(), 0, count);
    System.arraycopy(all.im(), vector * count, to.im(), 0, count);
    return to;
  }

  /// Adds to a leaf what it contributes to itself; and, for each later leaf of this rank nearby, to
  /// both what the other one contributes.
  void near(int leaf) {
    for (int v = 0; v < vectors; v++) {
      kernel.near(leaf, leaf, values, valueAt(leaf, v), results, resultAt(leaf, v));
    }
    tree.near(
        leaf,
        other -> {
          if (other > leaf && other < plan.endLeaf()) {
            // All vectors in turn, while the elements of both leaves are in the cache.
            for (int v = 0; v < vectors; v++) {
              kernel.nearPair(
                  leaf,
                  valueAt(leaf, v),
                  resultAt(leaf, v),
                  other,
                  valueAt(other, v),
                  resultAt(other, v),
                  values,
                  results);
            }
          }
        });
  }

  /// Adds to leaves of this rank what a leaf of another one contributes.
  void nearFrom(int source, double[] others) {
    for (int leaf : schedule.remoteNear(source)) {
      for (int v = 0; v < vectors; v++) {
        kernel.near(leaf, source, others, v * 2 * size(source), results, resultAt(leaf, v));
      }
    }
  }

  /// Adds the fields of this rank's boxes to a box that lists them, as far as they are complete;
  /// the others are added later.
  void transfer(int box) {
    Transfers transfers = schedule.local(box);
    for (int i = 0; i < transfers.boxes.size(); i++) {
      int source = transfers.boxes.get(i);
      if (isRadiated(source)) {
        add(transfers.functions.get(i), there(wide[source]), box);
      } else {
        waiting.computeIfAbsent(source, it -> new ArrayList<>()).add(box);
      }
    }
    receivedMore(box);
  }

  private void add(TransferFunction function, GridField field, int box) {
    function.addProduct(field, there(sums[box]));
    receivedMore(box);
  }

  // Events.

  /// Adds a part of a field that another rank has sent.
  void addPart(int box, int from, float[] part, int count) {
    GridField field = there(radiated[box]);
    int half = field.re().length;
    float[] to = from < half ? field.re() : field.im();
    int at = from < half ? from : from - half;
    for (int i = 0; i < count; i++) {
      to[at + i] += part[i];
    }
    radiatedMore(box);
  }

  /// Transfers the field of another rank's box.
  void fieldOf(int source, GridField field) {
    Transfers transfers = schedule.remote(source);
    GridField full = ways[tree.level(source)].widen(field);
    for (int i = 0; i < transfers.boxes.size(); i++) {
      add(transfers.functions.get(i), full, transfers.boxes.get(i));
    }
  }

  /// Passes the field that another rank's box receives to its children here.
  void receivedFrom(int parent, GridField field) {
    down(parent, field);
  }

  /// What this rank's boxes of the top level radiate, as seen from the centre of the cube.
  GridField farField(SphereGrid grid, int vector) {
    int samples = grid.samples();
    GridField sum = GridField.zeros(kernel.components() * samples);
    GridField one = GridField.zeros(kernel.components() * samples);
    GridField small = plan.grids(Octree.TOP).smallField(1);
    var way = new GridWay(plan.smallGrid(Octree.TOP), grid, kernel.components());
    double[] s = grid.directions();
    var along = new float[3][samples];
    for (int i = 0; i < 3 * samples; i++) {
      along[i % 3][i / 3] = (float) (plan.k() * s[i]);
    }
    var shift = new TransferFunction(new float[samples], new float[samples]);
    double[] middle = tree.middle();
    for (int index = schedule.begin(Octree.TOP); index < schedule.end(Octree.TOP); index++) {
      double[] centre = tree.centre(Octree.TOP, index);
      way.run(part(there(radiated[tree.number(Octree.TOP, index)]), vector, small), one);
      // e^{−ik s·(C_box − C)}
      Phases.along(
          along[0],
          along[1],
          along[2],
          (float) (middle[0] - centre[0]),
          (float) (middle[1] - centre[1]),
          (float) (middle[2] - centre[2]),
          shift.re(),
          shift.im());
      shift.addProduct(one, sum);
    }
    return sum;
  }

  private void radiatedMore(int box) {
    if (--missingRadiated[box] > 0) {
      return;
    }
    int level = tree.level(box);
    int index = tree.index(box);
    if (plan.owner(level, index) != plan.rank()) {
      return; // it is sent to its owner
    }
    GridField field = there(radiated[box]);
    GridField full = wide[box];
    if (full != null) {
      ways[level].widen(field, full);
    }
    if (level > Octree.TOP) {
      int parent = tree.number(level - 1, tree.parent(level, index));
      ways[level - 1].addUp(field, tree.octant(level, index), there(radiated[parent]));
      radiatedMore(parent);
    }
    List<Integer> boxes = waiting.remove(box);
    if (boxes != null) {
      boxes.forEach(target -> transferFrom(box, target));
    }
  }

  private void transferFrom(int source, int box) {
    Transfers transfers = schedule.local(box);
    int at = transfers.boxes.indexOf(source);
    add(transfers.functions.get(at), there(wide[source]), box);
  }

  private void receivedMore(int box) {
    if (--missingReceived[box] > 0) {
      return;
    }
    int level = tree.level(box);
    GridField field = there(received[box]);
    ways[level].addNarrow(there(sums[box]), field);
    if (level < tree.levels()) {
      down(box, field);
      return;
    }
    ways[level].weighRows(field);
    int leaf = tree.index(box);
    for (int v = 0; v < vectors; v++) {
      kernel.receive(leaf, part(field, v, one), results, resultAt(leaf, v));
    }
  }

  private void down(int parent, GridField field) {
    int level = tree.level(parent);
    int index = tree.index(parent);
    int begin = Math.max(tree.firstChild(level, index), schedule.begin(level + 1));
    int end = Math.min(tree.firstChild(level, index + 1), schedule.end(level + 1));
    for (int child = begin; child < end; child++) {
      int box = tree.number(level + 1, child);
      ways[level].addDown(field, tree.octant(level + 1, child), there(received[box]));
      receivedMore(box);
    }
  }
}
