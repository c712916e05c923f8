// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Reductions to a root.
final class Reduces {
  private Reduces() {}

  /// A binomial tree, without chunks. Children are combined in a fixed order.
  static void binomial(Shape shape, Schedule schedule) {
    up(shape, schedule, Math.max(shape.bytes(), 1));
  }

  /// The tree reduce: a binomial tree in chunks. An inner rank combines its children's data in a
  /// chunk of its own and sends that up. The root combines in the result.
  ///
  /// Source: the AP3000 paper (4.2).
  static void tree(Shape shape, Schedule schedule) {
    up(shape, schedule, Steps.cut(shape, shape.bytes()));
  }

  /// The root combines every rank's data, in the order of ranks.
  static void flat(Shape shape, Schedule schedule) {
    toRoot(shape, schedule, Math.max(shape.bytes(), 1));
  }

  /// In chunks: the root combines one while the others fill the next.
  static void chunks(Shape shape, Schedule schedule) {
    toRoot(shape, schedule, Steps.cutForAll(shape, shape.bytes()));
  }

  /// Every rank combines a slice of all contributions, and the root collects the slices.
  static void slices(Shape shape, Schedule schedule) {
    SliceSteps.write(shape, schedule, false);
  }

  /// Every rank combines a slice of all contributions, and writes it into the root's result.
  static void puts(Shape shape, Schedule schedule) {
    Puts.write(shape, schedule, false);
  }

  private static void toRoot(Shape shape, Schedule schedule, long chunk) {
    long bytes = shape.bytes();
    schedule.enter();
    int count = Steps.count(bytes, chunk);
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      if (shape.rank() == shape.root()) {
        Steps.fold(shape, schedule, Region.OUT + at, Region.IN + at, shape.inPlace(), length);
      } else {
        long source = Steps.source(shape, schedule, 0, Region.IN + at, length);
        schedule.send(shape.root(), source, length);
      }
    }
  }

  private static void up(Shape shape, Schedule schedule, long chunk) {
    // The tree's ranks are numbered from its root. If the order matters, the root must be rank 0.
    boolean turned = shape.commutative();
    int me = turned ? shape.virtual() : shape.rank();
    boolean passed = !turned && shape.root() != 0;
    boolean isRoot = shape.rank() == shape.root();
    long bytes = shape.bytes();
    schedule.enter();
    int count = Steps.count(bytes, chunk);
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      if (me == 0 && isRoot) {
        long to = Region.OUT + at;
        Steps.own(shape, schedule, to, Region.IN + at, length);
        fromChildren(shape, schedule, me, turned, to, length);
        continue;
      }
      long source = combined(shape, schedule, me, turned, at, length, count == 1);
      if (me != 0) {
        int parent = Tree.parent(me);
        schedule.send(turned ? shape.actual(parent) : parent, source, length);
      } else {
        schedule.send(shape.root(), source, length);
      }
      if (passed && isRoot && count == 1) {
        result(schedule, at, length);
      } else if (passed && isRoot && c > 0) {
        // It is one chunk behind, so that this rank sends its part of the next chunk before it
        // waits.
        result(schedule, at - chunk, chunk);
      }
    }
    if (passed && isRoot && count > 1) {
      long at = (count - 1) * chunk;
      result(schedule, at, Steps.length(bytes, chunk, at));
    }
  }

  private static void result(Schedule schedule, long at, long bytes) {
    schedule.receive(0, bytes);
    schedule.copy(Region.OUT + at, Region.BLOCK, bytes);
  }

  /// The place of the combined contributions of the subtree of this rank, which is not the root.
  static long combined(
      Shape shape, Schedule schedule, int me, boolean turned, long at, long bytes, boolean whole) {
    if (Tree.children(me, shape.size()) == 0) {
      return Steps.source(shape, schedule, 0, Region.IN + at, bytes);
    }
    long to = whole ? Steps.once(shape, schedule, 0, bytes) : Steps.fresh(schedule, 0, bytes);
    schedule.copy(to, Region.IN + at, bytes);
    fromChildren(shape, schedule, me, turned, to, bytes);
    return to;
  }

  /// Receives from the children and combines into `to`.
  static void fromChildren(
      Shape shape, Schedule schedule, int me, boolean turned, long to, long bytes) {
    int children = Tree.children(me, shape.size());
    for (int j = 0; j < children; j++) {
      int child = me + (1 << j);
      schedule.receive(turned ? shape.actual(child) : child, bytes);
      schedule.reduce(to, Region.BLOCK, bytes);
    }
  }
}
