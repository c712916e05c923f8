// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Scatters. Only the root must know all lengths of different blocks; every other rank knows its
/// own.
final class Scatters {
  private Scatters() {}

  /// The root sends to every rank, in chunks, to all ranks in turn.
  static void flat(Shape shape, Schedule schedule) {
    int me = shape.rank();
    schedule.enter();
    if (me != shape.root()) {
      long bytes = shape.inBytes(me);
      long chunk = Dealing.chunk(shape, bytes);
      int count = Dealing.chunks(shape, bytes);
      for (int c = 0; c < count; c++) {
        long length = Steps.length(bytes, chunk, c * chunk);
        schedule.receive(shape.root(), length);
        schedule.copy(Region.OUT + c * chunk, Region.BLOCK, length);
      }
      return;
    }
    int most = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      most = Math.max(most, Dealing.chunks(shape, shape.inBytes(rank)));
    }
    for (int c = 0; c < most; c++) {
      Dealing.show(shape, schedule, c, false);
    }
    Steps.own(shape, schedule, Region.OUT, shape.inBlock(me), shape.inBytes(me));
  }

  /// A binomial tree: a rank receives the blocks of its subtree and forwards parts of them, if
  /// allowed before its own call. Equal blocks only.
  static void binomial(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.virtual();
    long bytes = shape.bytes();
    int children = Tree.children(me, size);
    boolean early = shape.forward() && me != 0 && children > 0;
    if (!early) {
      schedule.enter();
    }
    if (me != 0) {
      schedule.receive(shape.actual(Tree.parent(me)), Tree.span(me, size) * bytes);
    }
    for (int j = children - 1; j >= 0; j--) {
      int child = me + (1 << j);
      long theirs = Tree.span(child, size) * bytes;
      long source = me == 0 ? outOfIn(shape, schedule, child) : Region.BLOCK + (bytes << j);
      schedule.send(shape.actual(child), source, theirs);
    }
    if (early) {
      schedule.enter();
    }
    if (me != 0) {
      schedule.copy(Region.OUT, Region.BLOCK, bytes);
    } else {
      Steps.own(shape, schedule, Region.OUT, shape.inBlock(shape.rank()), bytes);
    }
  }

  /// The place of the blocks of the subtree of `child`, in order from its own, wrapping after the
  /// last rank.
  private static long outOfIn(Shape shape, Schedule schedule, int child) {
    int span = Tree.span(child, shape.size());
    int first = shape.actual(child);
    long bytes = shape.bytes();
    int straight = Math.min(span, shape.size() - first);
    if (straight == span) {
      return Steps.source(shape, schedule, 0, shape.inBlock(first), span * bytes);
    }
    // At most one child's blocks wrap.
    long all = Steps.once(shape, schedule, 0, span * bytes);
    schedule.copy(all, shape.inBlock(first), straight * bytes);
    schedule.copy(all + straight * bytes, shape.inBlock(0), (span - straight) * bytes);
    return all;
  }
}
