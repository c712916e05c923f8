// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The reduction of large data. Each rank combines its slice of all contributions, read in place if
/// possible. The root or all ranks then collect the slices.
///
/// The data is cut into chunks, and each chunk into slices. A rank announces chunk *c* + 1 before
/// it combines its slice of *c*, so that one rank's copies overlap the others' reads. A rank that
/// waits for a chunk may have three in use: two announced ones and the last result. Each slice is
/// combined from left to right in the order of ranks.
///
/// In place there is no hazard. A rank overwrites slice *p* with the result of rank *p*, which that
/// rank computed after it had read the slice.
final class SliceSteps {
  private static final int SHOWN = 0;
  private static final int RESULT = 1;

  private SliceSteps() {}

  /// Writes an allreduce if `all`, else a reduce.
  static void write(Shape shape, Schedule schedule, boolean all) {
    long chunk = Steps.cutForAll(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    // Messages between two ranks are in this order too: chunk c + 1, then the results of c.
    show(shape, schedule, chunk, 0);
    for (int c = 0; c < count; c++) {
      if (c + 1 < count) {
        show(shape, schedule, chunk, c + 1);
      }
      combine(shape, schedule, all, chunk, c);
      if (c > 0) {
        collect(shape, schedule, all, chunk, c - 1);
      }
    }
    collect(shape, schedule, all, chunk, count - 1);
  }

  /// Announces to every rank its slice of chunk `c`.
  static void show(Shape shape, Schedule schedule, long chunk, int c) {
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long source = Region.IN + at;
    if (!Steps.direct(shape, source, length)) {
      // A copy of all but this rank's slice, which no other rank reads.
      long before = Steps.slice(shape, length, shape.rank());
      long after = Steps.slice(shape, length, shape.rank() + 1);
      long stage = schedule.fresh(SHOWN, length);
      schedule.copy(stage, source, before);
      schedule.copy(stage + after, source + after, length - after);
      source = stage;
    }
    for (int distance = 1; distance < shape.size(); distance++) {
      int other = Steps.around(shape.rank(), distance, shape.size());
      long slice = Steps.slice(shape, length, other);
      schedule.send(other, source + slice, Steps.sliceBytes(shape, length, other));
    }
  }

  private static void combine(Shape shape, Schedule schedule, boolean all, long chunk, int c) {
    int me = shape.rank();
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long slice = Steps.slice(shape, length, me);
    long bytes = Steps.sliceBytes(shape, length, me);
    long out = Region.OUT + at + slice;
    long own = Region.IN + at + slice;
    boolean mine = !all && me == shape.root();
    if (mine || (all && Steps.direct(shape, out, bytes))) {
      Steps.fold(shape, schedule, out, own, shape.inPlace(), bytes);
      if (all) {
        toOthers(shape, schedule, out, bytes);
      }
      return;
    }
    if (all) {
      // A sum in an array of the caller's takes 48 µs per MB, one in a chunk 57; the copy is the
      // same.
      Steps.fold(shape, schedule, out, own, shape.inPlace(), bytes);
      long result = Steps.fresh(schedule, RESULT, bytes);
      schedule.copy(result, out, bytes);
      toOthers(shape, schedule, result, bytes);
      return;
    }
    long result = Steps.fresh(schedule, RESULT, bytes);
    Steps.fold(shape, schedule, result, own, false, bytes);
    schedule.send(shape.root(), result, bytes);
  }

  private static void toOthers(Shape shape, Schedule schedule, long source, long bytes) {
    for (int distance = 1; distance < shape.size(); distance++) {
      schedule.send(Steps.around(shape.rank(), distance, shape.size()), source, bytes);
    }
  }

  private static void collect(Shape shape, Schedule schedule, boolean all, long chunk, int c) {
    if (!all && shape.rank() != shape.root()) {
      return;
    }
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    for (int distance = 1; distance < shape.size(); distance++) {
      int other = Steps.around(shape.rank(), -distance, shape.size());
      long bytes = Steps.sliceBytes(shape, length, other);
      schedule.receive(other, bytes);
      schedule.copy(Region.OUT + at + Steps.slice(shape, length, other), Region.BLOCK, bytes);
    }
  }
}
