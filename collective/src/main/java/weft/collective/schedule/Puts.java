// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The allreduce of large data where memory is shared: as in [Slices] each rank combines its slice
/// of what all ranks have, but then writes it into the results of all others itself. So a slice is
/// read from memory once, by who combines it, and no rank waits to be told that it may read.
///
/// A rank whose result others cannot write to offers a stage instead, and copies from there.
///
/// In place there is no hazard: a rank's slice *p* is overwritten by rank *p* after it has read it.
final class Puts {
  private static final int OFFERED = 2;

  private Puts() {}

  static void write(Shape shape, Schedule schedule) {
    if (!shape.shared()) {
      Slices.write(shape, schedule, true);
      return;
    }
    long chunk = Steps.cutForAll(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    if (!shape.outShared()) {
      for (int c = 0; c < count; c++) {
        offer(shape, schedule, chunk, c);
        combine(shape, schedule, chunk, c);
        schedule.drain();
        collect(shape, schedule, chunk, c);
      }
      return;
    }
    offer(shape, schedule, chunk, 0);
    for (int c = 0; c < count; c++) {
      if (c + 1 < count) {
        offer(shape, schedule, chunk, c + 1);
      }
      combine(shape, schedule, chunk, c);
    }
  }

  /// Shows everybody its slice of chunk `c`, and offers the place of what becomes of it.
  private static void offer(Shape shape, Schedule schedule, long chunk, int c) {
    Slices.show(shape, schedule, chunk, c);
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long result = shape.outShared() ? Region.OUT + at : Steps.fresh(schedule, OFFERED, length);
    for (int distance = 1; distance < shape.size(); distance++) {
      int other = Steps.around(shape.rank(), distance, shape.size());
      long slice = Steps.slice(shape, length, other);
      schedule.offer(other, result + slice, Steps.sliceBytes(shape, length, other));
    }
  }

  private static void combine(Shape shape, Schedule schedule, long chunk, int c) {
    int me = shape.rank();
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long slice = at + Steps.slice(shape, length, me);
    long bytes = Steps.sliceBytes(shape, length, me);
    long out = Region.OUT + slice;
    Steps.fold(shape, schedule, out, Region.IN + slice, shape.inPlace(), bytes);
    for (int distance = 1; distance < shape.size(); distance++) {
      schedule.put(Steps.around(me, distance, shape.size()), out, bytes);
    }
  }

  /// Copies what others have written from the stage.
  private static void collect(Shape shape, Schedule schedule, long chunk, int c) {
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long before = Steps.slice(shape, length, shape.rank());
    long after = Steps.slice(shape, length, shape.rank() + 1);
    long stage = Region.stage(OFFERED);
    schedule.copy(Region.OUT + at, stage, before);
    schedule.copy(Region.OUT + at + after, stage + after, length - after);
  }
}
