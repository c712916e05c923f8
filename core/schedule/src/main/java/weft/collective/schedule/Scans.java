// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Prefix reductions, with or without the rank's own contribution.
final class Scans {
  private Scans() {}

  private static boolean isInclusive(Shape shape) {
    return shape.collective() == Collective.SCAN;
  }

  /// Each rank sends to the next, in chunks.
  static void chain(Shape shape, Schedule schedule) {
    int me = shape.rank();
    boolean last = me == shape.size() - 1;
    long chunk = Steps.cut(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    for (int c = 0; c < count; c++) {
      long at = c * chunk;
      long bytes = Steps.length(shape.bytes(), chunk, at);
      long out = Region.OUT + at;
      long own = Region.IN + at;
      if (me == 0) {
        schedule.send(1, Steps.source(shape, schedule, 0, own, bytes), bytes);
        if (isInclusive(shape)) {
          Steps.own(shape, schedule, out, own, bytes);
        }
      } else if (isInclusive(shape)) {
        Steps.own(shape, schedule, out, own, bytes);
        schedule.receive(me - 1, bytes);
        schedule.reduceLeft(out, Region.BLOCK, bytes);
        if (!last) {
          schedule.send(me + 1, Steps.source(shape, schedule, 0, out, bytes), bytes);
        }
      } else if (last) {
        schedule.receive(me - 1, bytes);
        schedule.copy(out, Region.BLOCK, bytes);
      } else {
        long sum = count == 1 ? Steps.once(shape, schedule, 0, bytes) : schedule.fresh(0, bytes);
        schedule.copy(sum, own, bytes);
        schedule.receive(me - 1, bytes);
        schedule.reduceLeft(sum, Region.BLOCK, bytes);
        schedule.send(me + 1, sum, bytes);
        schedule.copy(out, Region.BLOCK, bytes);
      }
    }
  }

  /// Every rank sends to all ranks after it, which combine in the order of ranks: one round.
  static void flat(Shape shape, Schedule schedule) {
    int me = shape.rank();
    long bytes = shape.bytes();
    schedule.enter();
    // Rank 0's contribution is its result and is not overwritten.
    long own =
        me == 0
            ? Steps.source(shape, schedule, 0, Region.IN, bytes)
            : Allreduces.kept(shape, schedule, 0);
    for (int rank = me + 1; rank < shape.size(); rank++) {
      schedule.send(rank, own, bytes);
    }
    for (int rank = 0; rank < me; rank++) {
      schedule.receive(rank, bytes);
      if (rank == 0) {
        schedule.copy(Region.OUT, Region.BLOCK, bytes);
      } else {
        schedule.reduce(Region.OUT, Region.BLOCK, bytes);
      }
    }
    if (isInclusive(shape)) {
      if (me > 0) {
        schedule.reduce(Region.OUT, own, bytes);
      } else {
        Steps.own(shape, schedule, Region.OUT, Region.IN, bytes);
      }
    }
  }

  /// ⌈log2 size⌉ rounds, each of which doubles the number of ranks in a sum.
  static void doubling(Shape shape, Schedule schedule) {
    int me = shape.rank();
    int size = shape.size();
    long bytes = shape.bytes();
    schedule.enter();
    int slot = 0;
    long sum =
        me == 0
            ? Steps.source(shape, schedule, slot++, Region.IN, bytes)
            : Allreduces.kept(shape, schedule, slot++);
    for (int distance = 1; distance < size; distance *= 2) {
      if (me + distance < size) {
        schedule.send(me + distance, sum, bytes);
      }
      if (me < distance) {
        continue;
      }
      // A sum that is sent is in separate memory, because others may still read the previous one.
      boolean isSent = me + 2 * distance < size;
      boolean isResult = isInclusive(shape) && !isSent;
      long next = sum;
      if (isSent || isResult) {
        next = isSent ? Steps.once(shape, schedule, slot++, bytes) : Region.OUT;
        schedule.copy(next, sum, bytes);
      }
      schedule.receive(me - distance, bytes);
      if (isSent || isResult) {
        schedule.reduceLeft(next, Region.BLOCK, bytes);
      }
      if (!isInclusive(shape)) {
        if (distance == 1) {
          schedule.copy(Region.OUT, Region.BLOCK, bytes);
        } else {
          schedule.reduceLeft(Region.OUT, Region.BLOCK, bytes);
        }
      }
      sum = next;
    }
    if (isInclusive(shape)) {
      boolean there = me == 0 && shape.inPlace();
      if (!there) {
        schedule.copy(Region.OUT, sum, bytes);
      }
    }
  }
}
