// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Broadcasts. An inner rank forwards data before it copies it out and, if allowed, before its own
/// call.
final class Broadcasts {
  private Broadcasts() {}

  /// A binomial tree, without chunks.
  static void binomial(Shape shape, Schedule schedule) {
    down(shape, schedule, false, Math.max(shape.bytes(), 1));
  }

  /// The root sends to every rank.
  static void flat(Shape shape, Schedule schedule) {
    fromRoot(shape, schedule, Math.max(shape.bytes(), 1));
  }

  /// The root sends to every rank, in chunks: all read one chunk while the root fills the next.
  static void chunks(Shape shape, Schedule schedule) {
    fromRoot(shape, schedule, Steps.cutForAll(shape, shape.bytes()));
  }

  /// The tree broadcast: a binomial tree in chunks. If a chunk can be read in place, all ranks read
  /// the root's.
  ///
  /// Source: the AP3000 paper (4.2).
  static void tree(Shape shape, Schedule schedule) {
    down(shape, schedule, false, Steps.cut(shape, shape.bytes()));
  }

  /// The pipelined, "increasing ring" broadcast: receive, forward, copy once. Nothing flows
  /// backwards, so broadcasts from successive ranks overlap.
  ///
  /// Source: the AP3000 paper (3.1, 4.3).
  static void ring(Shape shape, Schedule schedule) {
    down(shape, schedule, true, Steps.cut(shape, shape.bytes()));
  }

  private static void fromRoot(Shape shape, Schedule schedule, long chunk) {
    long bytes = shape.bytes();
    int size = shape.size();
    schedule.enter();
    int count = Steps.count(bytes, chunk);
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      if (shape.virtual() == 0) {
        long source = Steps.source(shape, schedule, 0, Region.OUT + at, length);
        for (int distance = 1; distance < size; distance++) {
          schedule.send(shape.actual(distance), source, length);
        }
      } else {
        schedule.receive(shape.root(), length);
        schedule.copy(Region.OUT + at, Region.BLOCK, length);
      }
    }
  }

  private static void down(Shape shape, Schedule schedule, boolean chain, long chunk) {
    long bytes = shape.bytes();
    boolean early = shape.forward() && hasChildren(shape, chain);
    if (!early || shape.virtual() == 0) {
      schedule.enter();
    }
    int count = Steps.count(bytes, chunk);
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      if (shape.virtual() == 0) {
        long source = Steps.sourceToPassOn(shape, schedule, 0, Region.OUT + at, length);
        toChildren(shape, schedule, chain, source, length);
        continue;
      }
      schedule.receive(parent(shape, chain), length);
      toChildren(shape, schedule, chain, Region.BLOCK, length);
      if (early && c == 0) {
        schedule.enter();
      }
      schedule.copy(Region.OUT + at, Region.BLOCK, length);
    }
  }

  private static boolean hasChildren(Shape shape, boolean chain) {
    return chain
        ? shape.virtual() + 1 < shape.size()
        : Tree.children(shape.virtual(), shape.size()) > 0;
  }

  private static int parent(Shape shape, boolean chain) {
    return shape.actual(chain ? shape.virtual() - 1 : Tree.parent(shape.virtual()));
  }

  private static void toChildren(
      Shape shape, Schedule schedule, boolean chain, long source, long bytes) {
    int me = shape.virtual();
    if (chain) {
      if (me + 1 < shape.size()) {
        schedule.send(shape.actual(me + 1), source, bytes);
      }
      return;
    }
    // The children are in the order of the number of ranks below them, the largest number first.
    for (int j = Tree.children(me, shape.size()) - 1; j >= 0; j--) {
      schedule.send(shape.actual(me + (1 << j)), source, bytes);
    }
  }

  /// The root scatters slices, and every rank forwards its slice to all. The root sends every byte
  /// twice instead of size − 1 times. For transports without shared memory.
  static void scatter(Shape shape, Schedule schedule) {
    long bytes = shape.bytes();
    int me = shape.virtual();
    long chunk = Steps.cutForAll(shape, bytes);
    boolean early = shape.forward() && me != 0;
    if (!early) {
      schedule.enter();
    }
    int count = Steps.count(bytes, chunk);
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      if (me == 0) {
        dealOut(shape, schedule, at, length);
        continue;
      }
      long mine = Steps.sliceBytes(shape, length, me);
      schedule.receive(shape.root(), mine);
      for (int distance = 1; distance < shape.size(); distance++) {
        int other = Steps.around(me, distance, shape.size());
        if (other != 0) {
          schedule.send(shape.actual(other), Region.BLOCK, mine);
        }
      }
      if (early && c == 0) {
        schedule.enter();
      }
      schedule.copy(Region.OUT + at + Steps.slice(shape, length, me), Region.BLOCK, mine);
      for (int distance = 1; distance < shape.size(); distance++) {
        int other = Steps.around(me, -distance, shape.size());
        long theirs = Steps.sliceBytes(shape, length, other);
        schedule.receive(shape.actual(other), theirs);
        schedule.copy(Region.OUT + at + Steps.slice(shape, length, other), Region.BLOCK, theirs);
      }
    }
  }

  private static void dealOut(Shape shape, Schedule schedule, long at, long length) {
    long source = Steps.source(shape, schedule, 0, Region.OUT + at, length);
    for (int v = 1; v < shape.size(); v++) {
      long slice = Steps.slice(shape, length, v);
      schedule.send(shape.actual(v), source + slice, Steps.sliceBytes(shape, length, v));
    }
    for (int v = 1; v < shape.size(); v++) {
      schedule.send(shape.actual(v), source, Steps.sliceBytes(shape, length, 0));
    }
  }
}
