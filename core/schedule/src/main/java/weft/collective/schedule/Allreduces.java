// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Reductions with the same bits on every rank.
final class Allreduces {
  private Allreduces() {}

  /// Every rank sends to every rank, and combines in the order of ranks: one round.
  static void exchange(Shape shape, Schedule schedule) {
    long bytes = shape.bytes();
    schedule.enter();
    long own = kept(shape, schedule, 0);
    for (int distance = 1; distance < shape.size(); distance++) {
      schedule.send(Steps.around(shape.rank(), distance, shape.size()), own, bytes);
    }
    // In place, the first two ranks combine where their contribution is.
    boolean same = shape.inPlace() && shape.rank() <= 1;
    Steps.fold(shape, schedule, Region.OUT, same ? Region.IN : own, same, bytes);
  }

  /// In chunks: a rank announces its next chunk before it combines this one. Every rank combines
  /// everything. This needs half the messages of slices, and hardly more work for two ranks.
  static void chunks(Shape shape, Schedule schedule) {
    int me = shape.rank();
    long bytes = shape.bytes();
    long chunk = Steps.cutForAll(shape, bytes);
    int count = Steps.count(bytes, chunk);
    schedule.enter();
    long source = show(shape, schedule, chunk, 0);
    for (int c = 0; c < count; c++) {
      long next = c + 1 < count ? show(shape, schedule, chunk, c + 1) : 0;
      long at = c * chunk;
      long length = Steps.length(bytes, chunk, at);
      boolean same = shape.inPlace() && me <= 1;
      long own = shape.inPlace() && me > 1 ? source : Region.IN + at;
      Steps.fold(shape, schedule, Region.OUT + at, own, same, length);
      source = next;
    }
  }

  private static long show(Shape shape, Schedule schedule, long chunk, int c) {
    long place = Region.IN + c * chunk;
    long bytes = Steps.length(shape.bytes(), chunk, c * chunk);
    // In place, the contribution is overwritten while others read it.
    long source =
        shape.inPlace() && bytes > 0
            ? Steps.staged(schedule, c & 1, place, bytes)
            : Steps.source(shape, schedule, c & 1, place, bytes);
    for (int distance = 1; distance < shape.size(); distance++) {
      schedule.send(Steps.around(shape.rank(), distance, shape.size()), source, bytes);
    }
    return source;
  }

  /// Every rank sends to rank 0, which combines in the order of ranks and sends the result to all:
  /// the fewest messages.
  static void central(Shape shape, Schedule schedule) {
    long bytes = shape.bytes();
    schedule.enter();
    if (shape.rank() != 0) {
      schedule.send(0, Steps.source(shape, schedule, 0, Region.IN, bytes), bytes);
      schedule.receive(0, bytes);
      schedule.copy(Region.OUT, Region.BLOCK, bytes);
      return;
    }
    Steps.fold(shape, schedule, Region.OUT, Region.IN, shape.inPlace(), bytes);
    long source = Steps.source(shape, schedule, 0, Region.OUT, bytes);
    for (int rank = 1; rank < shape.size(); rank++) {
      schedule.send(rank, source, bytes);
    }
  }

  /// This rank's contribution in memory that is not overwritten by the result.
  static long kept(Shape shape, Schedule schedule, int k) {
    long bytes = shape.bytes();
    if (!shape.inPlace()) {
      return Steps.source(shape, schedule, k, Region.IN, bytes);
    }
    long copy = Steps.once(shape, schedule, k, bytes);
    schedule.copy(copy, Region.IN, bytes);
    return copy;
  }

  /// Recursive doubling. If the number of ranks is not a power of two, some odd ranks first send
  /// their contribution to the previous rank. They receive the result from it.
  static void doubling(Shape shape, Schedule schedule) {
    int me = shape.rank();
    long bytes = shape.bytes();
    int power = Integer.highestOneBit(shape.size());
    int folded = 2 * (shape.size() - power);
    schedule.enter();
    if (me < folded && (me & 1) == 1) {
      schedule.send(me - 1, Steps.source(shape, schedule, 0, Region.IN, bytes), bytes);
      schedule.receive(me - 1, bytes);
      schedule.copy(Region.OUT, Region.BLOCK, bytes);
      return;
    }
    int slot = 0;
    long sum;
    if (me < folded) {
      sum = Steps.once(shape, schedule, slot++, bytes);
      schedule.copy(sum, Region.IN, bytes);
      schedule.receive(me + 1, bytes);
      schedule.reduce(sum, Region.BLOCK, bytes);
    } else {
      sum = kept(shape, schedule, slot++);
    }
    int position = me < folded ? me / 2 : me - folded / 2;
    for (int distance = 1; distance < power; distance *= 2) {
      int other = position ^ distance;
      int peer = other < folded / 2 ? 2 * other : other + folded / 2;
      schedule.send(peer, sum, bytes);
      // Others may still read the sum that was sent, so the next sum is in separate memory.
      boolean last = 2 * distance == power;
      long next = last ? Region.OUT : Steps.once(shape, schedule, slot++, bytes);
      schedule.copy(next, sum, bytes);
      schedule.receive(peer, bytes);
      if (other > position) {
        schedule.reduce(next, Region.BLOCK, bytes);
      } else {
        schedule.reduceLeft(next, Region.BLOCK, bytes);
      }
      sum = next;
    }
    if (me < folded) {
      schedule.send(me + 1, Steps.source(shape, schedule, slot & 1, Region.OUT, bytes), bytes);
    }
  }

  /// Every rank combines a slice of all contributions, and announces it to all.
  static void slices(Shape shape, Schedule schedule) {
    SliceSteps.write(shape, schedule, true);
  }

  /// Every rank combines a slice of all contributions, and writes it into every rank's result.
  static void puts(Shape shape, Schedule schedule) {
    Puts.write(shape, schedule, true);
  }

  /// The tree reduce to rank 0, followed by the tree broadcast from it. Each chunk is reduced
  /// before the previous one is broadcast.
  static void tree(Shape shape, Schedule schedule) {
    long chunk = Steps.cut(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    long sum = up(shape, schedule, chunk, 0);
    for (int c = 0; c < count; c++) {
      long next = c + 1 < count ? up(shape, schedule, chunk, c + 1) : 0;
      down(shape, schedule, chunk, c, sum);
      sum = next;
    }
  }

  private static long up(Shape shape, Schedule schedule, long chunk, int c) {
    int me = shape.rank();
    long at = c * chunk;
    long bytes = Steps.length(shape.bytes(), chunk, at);
    if (me != 0) {
      long sum = Reduces.combined(shape, schedule, me, false, at, bytes, false);
      schedule.send(Tree.parent(me), sum, bytes);
      return sum;
    }
    long sum;
    if (Steps.direct(shape, Region.OUT, bytes)) {
      sum = Region.OUT + at;
      Steps.own(shape, schedule, sum, Region.IN + at, bytes);
    } else {
      sum = Steps.staged(schedule, c & 1, Region.IN + at, bytes);
    }
    Reduces.fromChildren(shape, schedule, 0, false, sum, bytes);
    return sum;
  }

  private static void down(Shape shape, Schedule schedule, long chunk, int c, long sum) {
    int me = shape.rank();
    long at = c * chunk;
    long bytes = Steps.length(shape.bytes(), chunk, at);
    long source = sum;
    if (me != 0) {
      schedule.receive(Tree.parent(me), bytes);
      source = Region.BLOCK;
    }
    for (int j = Tree.children(me, shape.size()) - 1; j >= 0; j--) {
      schedule.send(me + (1 << j), source, bytes);
    }
    schedule.copy(Region.OUT + at, source, bytes);
  }

  /// The ring multi-reduce and then its ring multi-broadcast, of slices of a chunk. A rank sends to
  /// the next rank only.
  ///
  /// Source: the AP3000 paper (4.2).
  static void ring(Shape shape, Schedule schedule) {
    long chunk = Steps.cutForAll(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    for (int c = 0; c < count; c++) {
      ringReduce(shape, schedule, c * chunk, Steps.length(shape.bytes(), chunk, c * chunk));
    }
  }

  private static void ringReduce(Shape shape, Schedule schedule, long at, long length) {
    int size = shape.size();
    int me = shape.rank();
    int next = Steps.around(me, 1, size);
    int previous = Steps.around(me, -1, size);
    long slice = at + Steps.slice(shape, length, me);
    long bytes = Steps.sliceBytes(shape, length, me);
    schedule.send(next, Steps.source(shape, schedule, 0, Region.IN + slice, bytes), bytes);
    for (int step = 1; step < size; step++) {
      int whose = Steps.around(me, -step, size);
      slice = at + Steps.slice(shape, length, whose);
      bytes = Steps.sliceBytes(shape, length, whose);
      long out = Region.OUT + slice;
      boolean toOut = step == size - 1 && Steps.direct(shape, out, bytes);
      long sum = toOut ? out : Steps.fresh(schedule, 0, bytes);
      if (!toOut || !shape.inPlace()) {
        schedule.copy(sum, Region.IN + slice, bytes);
      }
      schedule.receive(previous, bytes);
      schedule.reduce(sum, Region.BLOCK, bytes);
      schedule.send(next, sum, bytes);
      if (step == size - 1) {
        schedule.copy(out, sum, bytes);
      }
    }
    for (int step = 0; step < size - 1; step++) {
      int whose = Steps.around(me, -step, size);
      slice = at + Steps.slice(shape, length, whose);
      bytes = Steps.sliceBytes(shape, length, whose);
      schedule.receive(previous, bytes);
      if (step < size - 2) {
        schedule.send(next, Region.BLOCK, bytes);
      }
      schedule.copy(Region.OUT + slice, Region.BLOCK, bytes);
    }
  }
}
