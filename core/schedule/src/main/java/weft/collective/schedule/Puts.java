// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The reduction of large data in memory that others can write. As in [SliceSteps], each rank
/// combines its slice of all contributions. It then writes the slice itself into the result of the
/// root, or of all ranks. A rank with a result neither waits for an announcement of each slice nor
/// copies it.
///
/// A rank whose result others cannot write offers a stage instead, and copies from there before it
/// announces its next chunk. All other ranks announce it before they combine this one.
///
/// In place there is no hazard: rank *p* overwrites slice *p* of a rank after it has read it.
final class Puts {
  private static final int OFFERED = 1;

  private Puts() {}

  /// Writes an allreduce if `all`, else a reduce.
  static void write(Shape shape, Schedule schedule, boolean all) {
    if (!Steps.folds(shape)) {
      SliceSteps.write(shape, schedule, all);
      return;
    }
    boolean gets = all || shape.rank() == shape.root();
    long chunk = Steps.cutForAll(shape, shape.bytes());
    int count = Steps.count(shape.bytes(), chunk);
    schedule.enter();
    if (gets && !shape.outShared()) {
      for (int c = 0; c < count; c++) {
        SliceSteps.show(shape, schedule, chunk, c);
        offer(shape, schedule, chunk, c);
        combine(shape, schedule, all, chunk, c);
        schedule.drain();
        collect(shape, schedule, chunk, c);
      }
      return;
    }
    for (int c = -1; c < count; c++) {
      if (c + 1 < count) {
        SliceSteps.show(shape, schedule, chunk, c + 1);
        if (gets) {
          offer(shape, schedule, chunk, c + 1);
        }
      }
      if (c >= 0) {
        combine(shape, schedule, all, chunk, c);
      }
    }
  }

  /// Offers every rank the place of its slice of the result of chunk `c`.
  private static void offer(Shape shape, Schedule schedule, long chunk, int c) {
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long result = shape.outShared() ? Region.OUT + at : Steps.fresh(schedule, OFFERED, length);
    for (int distance = 1; distance < shape.size(); distance++) {
      int other = Steps.around(shape.rank(), distance, shape.size());
      long slice = Steps.slice(shape, length, other);
      schedule.offer(other, result + slice, Steps.sliceBytes(shape, length, other));
    }
  }

  private static void combine(Shape shape, Schedule schedule, boolean all, long chunk, int c) {
    int me = shape.rank();
    long at = c * chunk;
    long length = Steps.length(shape.bytes(), chunk, at);
    long slice = at + Steps.slice(shape, length, me);
    long bytes = Steps.sliceBytes(shape, length, me);
    Steps.operands(shape, schedule, bytes);
    boolean gets = all || me == shape.root();
    for (int rank = 0; rank < shape.size(); rank++) {
      if (rank != me && (all || rank == shape.root())) {
        schedule.target(rank, bytes);
      }
    }
    schedule.fold(gets ? Region.OUT + slice : Region.NOWHERE, Region.IN + slice, bytes);
  }

  /// Copies the result that others have written from the stage.
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
