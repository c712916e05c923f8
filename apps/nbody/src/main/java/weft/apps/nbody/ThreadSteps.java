// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.ArrayList;
import java.util.List;

/// Executes the steps on threads that share all bodies and one tree, as a reference for the ranks.
/// Nothing is sent, and a free thread takes the next bodies.
final class ThreadSteps implements BodySteps {
  /// The number of bodies whose forces a thread computes at a time.
  private static final int CHUNK = 64;

  /// The least number of branches for each thread, so that no thread waits long for the last one.
  private static final int BRANCHES = 8;

  private final double theta;
  private final Gravity gravity;
  private final Crew crew;
  private final BodyTree[] trees;
  private final BodyTree whole = new BodyTree();

  ThreadSteps(int threads, double theta, Gravity gravity) {
    this.theta = theta;
    this.gravity = gravity;
    this.crew = new Crew(threads);
    this.trees = new BodyTree[threads];
    for (int thread = 0; thread < threads; thread++) {
      trees[thread] = new BodyTree();
    }
  }

  @Override
  public Bodies step(Bodies mine, Gravity.Times times) {
    Cube cube = Cube.around(extent(mine));
    Bodies sorted = sort(mine, cube);
    grow(sorted, cube);
    crew.all(
        Math.ceilDiv(sorted.count, CHUNK),
        (thread, chunk) -> {
          int from = chunk * CHUNK;
          gravity.move(sorted, from, Math.min(from + CHUNK, sorted.count), whole, times);
        });
    return sorted;
  }

  private double[] extent(Bodies bodies) {
    double[] extent = Cube.nothing();
    double[][] parts = new double[crew.threads()][];
    crew.all(
        parts.length,
        (thread, part) -> {
          parts[part] = Cube.nothing();
          bodies.extend(parts[part], first(bodies, part), first(bodies, part + 1));
        });
    for (double[] part : parts) {
      for (int i = 0; i < extent.length; i++) {
        extent[i] = Math.max(extent[i], part[i]);
      }
    }
    return extent;
  }

  /// Sorts the bodies. All threads compute keys and move bodies, and one thread sorts the keys.
  private Bodies sort(Bodies bodies, Cube cube) {
    long[] keys = new long[bodies.count];
    crew.all(
        crew.threads(),
        (thread, part) -> bodies.key(cube, keys, first(bodies, part), first(bodies, part + 1)));
    long[] sorted = new long[bodies.count];
    int[] order = bodies.order(keys, sorted);
    double[] moved = new double[bodies.values.length];
    crew.all(
        crew.threads(),
        (thread, part) -> bodies.move(order, moved, first(bodies, part), first(bodies, part + 1)));
    return Bodies.moved(moved, sorted);
  }

  /// Grows the tree. The threads grow branches, each in its own tree, and one thread joins them.
  private void grow(Bodies sorted, Cube cube) {
    List<SpaceCell> cells = new ArrayList<>();
    int most = Math.max(BodyTree.LEAF, sorted.count / (BRANCHES * crew.threads()));
    collect(SpaceCell.ROOT, sorted, 0, sorted.count, most, cells);
    for (BodyTree tree : trees) {
      tree.clear(cube, theta);
    }
    Branch[] branches = new Branch[cells.size()];
    crew.all(
        branches.length,
        (thread, i) -> {
          SpaceCell cell = cells.get(i);
          int from = sorted.firstFrom(cell.first(), 0, sorted.count);
          int to = sorted.firstAfter(cell.last(), from, sorted.count);
          branches[i] = new Branch(cell, trees[thread], trees[thread].length());
          trees[thread].grow(cell, sorted, from, to);
        });
    whole.clear(cube, theta);
    Branch.join(List.of(branches), whole);
  }

  private static void collect(
      SpaceCell cell, Bodies sorted, int from, int to, int most, List<SpaceCell> cells) {
    if (to - from <= most || cell.level() == SpaceCell.DEEPEST) {
      cells.add(cell);
      return;
    }
    for (int octant = 0, next = from; octant < 8 && next < to; octant++) {
      SpaceCell child = cell.child(octant);
      int first = next;
      next = sorted.firstAfter(child.last(), first, to);
      if (next > first) {
        collect(child, sorted, first, next, most, cells);
      }
    }
  }

  private int first(Bodies bodies, int part) {
    return (int) ((long) bodies.count * part / crew.threads());
  }

  @Override
  public Bodies gather(Bodies mine) {
    return mine;
  }

  @Override
  public void sum(int[] counts) {
    // This rank has counted all bodies.
  }

  @Override
  public long most(long mine) {
    return mine;
  }

  @Override
  public void close() {
    crew.close();
  }
}
