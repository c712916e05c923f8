// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Gathers. Only the root must know all lengths of different blocks; every other rank knows its
/// own.
final class Gathers {
  private Gathers() {}

  /// Every rank sends to the root, in chunks of all ranks in turn. The root reads in place if it
  /// can.
  static void flat(Shape shape, Schedule schedule) {
    int me = shape.rank();
    schedule.enter();
    if (me != shape.root()) {
      long bytes = shape.outBytes(me);
      long chunk = Steps.cutForAll(shape, bytes);
      int count = Steps.count(bytes, chunk);
      for (int c = 0; c < count; c++) {
        long length = Steps.length(bytes, chunk, c * chunk);
        long place = Region.IN + c * chunk;
        schedule.send(shape.root(), Steps.source(shape, schedule, 0, place, length), length);
      }
      return;
    }
    Steps.own(shape, schedule, shape.outBlock(me), Region.IN, shape.outBytes(me));
    int most = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      long bytes = shape.outBytes(rank);
      most = Math.max(most, Steps.count(bytes, Steps.cutForAll(shape, bytes)));
    }
    for (int c = 0; c < most; c++) {
      for (int distance = 1; distance < shape.size(); distance++) {
        int rank = Steps.around(me, distance, shape.size());
        long bytes = shape.outBytes(rank);
        long chunk = Steps.cutForAll(shape, bytes);
        if (c < Steps.count(bytes, chunk)) {
          long length = Steps.length(bytes, chunk, c * chunk);
          schedule.receive(rank, length);
          schedule.copy(shape.outBlock(rank) + c * chunk, Region.BLOCK, length);
        }
      }
    }
  }

  /// A binomial tree: a rank sends the blocks of its subtree. Equal blocks only.
  static void binomial(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.virtual();
    long bytes = shape.bytes();
    int children = Tree.children(me, size);
    schedule.enter();
    if (me == 0) {
      Steps.own(shape, schedule, shape.outBlock(shape.rank()), Region.IN, bytes);
      for (int j = 0; j < children; j++) {
        intoOut(shape, schedule, 1 << j);
      }
      return;
    }
    int span = Tree.span(me, size);
    int parent = shape.actual(Tree.parent(me));
    if (children == 0) {
      schedule.send(parent, Steps.source(shape, schedule, 0, Region.IN, bytes), bytes);
      return;
    }
    long all = Steps.once(shape, schedule, 0, span * bytes);
    schedule.copy(all, Region.IN, bytes);
    for (int j = 0; j < children; j++) {
      int child = me + (1 << j);
      long theirs = Tree.span(child, size) * bytes;
      schedule.receive(shape.actual(child), theirs);
      schedule.copy(all + (bytes << j), Region.BLOCK, theirs);
    }
    schedule.send(parent, all, span * bytes);
  }

  /// Receives the blocks of the subtree of `child`, in order from its own, wrapping after the last
  /// rank.
  private static void intoOut(Shape shape, Schedule schedule, int child) {
    int span = Tree.span(child, shape.size());
    int first = shape.actual(child);
    long bytes = shape.bytes();
    int straight = Math.min(span, shape.size() - first);
    schedule.receive(first, span * bytes);
    schedule.copy(shape.outBlock(first), Region.BLOCK, straight * bytes);
    schedule.copy(shape.outBlock(0), Region.BLOCK + straight * bytes, (span - straight) * bytes);
  }
}
