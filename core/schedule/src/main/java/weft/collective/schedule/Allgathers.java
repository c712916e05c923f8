// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Allgathers.
final class Allgathers {
  private Allgathers() {}

  /// Every rank sends to every rank, in chunks, which are read in place if possible. A rank
  /// announces its next chunk before it reads the others'. It copies its own chunk to the result
  /// while its caches still hold it.
  static void flat(Shape shape, Schedule schedule) {
    int me = shape.rank();
    int most = chunks(shape);
    schedule.enter();
    toAll(shape, schedule, 0);
    for (int c = 0; c < most; c++) {
      toAll(shape, schedule, c + 1);
      for (int distance = 1; distance < shape.size(); distance++) {
        int rank = Steps.around(me, -distance, shape.size());
        long chunk = chunk(shape, rank);
        long bytes = shape.outBytes(rank);
        if (c < Steps.count(bytes, chunk)) {
          long length = Steps.length(bytes, chunk, c * chunk);
          schedule.receive(rank, length);
          schedule.copy(shape.outBlock(rank) + c * chunk, Region.BLOCK, length);
        }
      }
    }
  }

  private static void toAll(Shape shape, Schedule schedule, int c) {
    int me = shape.rank();
    long bytes = shape.outBytes(me);
    long chunk = chunk(shape, me);
    if (c < Steps.count(bytes, chunk)) {
      long length = Steps.length(bytes, chunk, c * chunk);
      long source = Steps.source(shape, schedule, 0, Region.IN + c * chunk, length);
      for (int distance = 1; distance < shape.size(); distance++) {
        schedule.send(Steps.around(me, distance, shape.size()), source, length);
      }
      Steps.own(shape, schedule, shape.outBlock(me) + c * chunk, Region.IN + c * chunk, length);
    }
  }

  private static long chunk(Shape shape, int rank) {
    return Steps.cutForAll(shape, shape.outBytes(rank));
  }

  private static int chunks(Shape shape) {
    int most = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      most = Math.max(most, Steps.count(shape.outBytes(rank), chunk(shape, rank)));
    }
    return most;
  }

  /// The ring multi-broadcast ("spread"): size − 1 shifts of each chunk. A rank passes a chunk on
  /// and then copies it out.
  ///
  /// With shared memory only the place of a chunk would be passed on. So its owner announces the
  /// place to all ranks, which read in the order of the ring. No rank waits for one that has no
  /// processor.
  ///
  /// Source: the AP3000 paper (4.2).
  static void ring(Shape shape, Schedule schedule) {
    if (shape.shared()) {
      flat(shape, schedule);
      return;
    }
    int size = shape.size();
    int me = shape.rank();
    int next = Steps.around(me, 1, size);
    int previous = Steps.around(me, -1, size);
    int most = chunks(shape);
    schedule.enter();
    Steps.own(shape, schedule, shape.outBlock(me), Region.IN, shape.outBytes(me));
    for (int c = 0; c < most; c++) {
      for (int step = 0; step < size; step++) {
        int whose = Steps.around(me, -step, size);
        long bytes = shape.outBytes(whose);
        long chunk = chunk(shape, whose);
        if (c >= Steps.count(bytes, chunk)) {
          continue;
        }
        long length = Steps.length(bytes, chunk, c * chunk);
        long source = Region.BLOCK;
        if (step == 0) {
          source = Steps.source(shape, schedule, 0, Region.IN + c * chunk, length);
        } else {
          schedule.receive(previous, length);
        }
        if (step < size - 1) {
          schedule.send(next, source, length);
        }
        if (step > 0) {
          schedule.copy(shape.outBlock(whose) + c * chunk, Region.BLOCK, length);
        }
      }
    }
  }

  /// Bruck's algorithm: ⌈log2 size⌉ rounds, each of which doubles a rank's blocks. Equal blocks
  /// only.
  static void bruck(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    long bytes = shape.bytes();
    schedule.enter();
    // In order from this rank's own block; blocks that were sent are not written again.
    long all = Steps.once(shape, schedule, 0, size * bytes);
    schedule.copy(all, Region.IN, bytes);
    for (int have = 1; have < size; have *= 2) {
      long length = Math.min(have, size - have) * bytes;
      schedule.send(Steps.around(me, -have, size), all, length);
      schedule.receive(Steps.around(me, have, size), length);
      schedule.copy(all + have * bytes, Region.BLOCK, length);
    }
    schedule.copy(shape.outBlock(me), all, (size - me) * bytes);
    schedule.copy(shape.outBlock(0), all + (size - me) * bytes, me * bytes);
  }

  /// Every rank sends to rank 0, which sends everything to every rank: the fewest messages. Equal
  /// blocks only.
  static void central(Shape shape, Schedule schedule) {
    int size = shape.size();
    long bytes = shape.bytes();
    schedule.enter();
    if (shape.rank() != 0) {
      schedule.send(0, Steps.source(shape, schedule, 0, Region.IN, bytes), bytes);
      schedule.receive(0, size * bytes);
      schedule.copy(shape.outBlock(0), Region.BLOCK, size * bytes);
      return;
    }
    Steps.own(shape, schedule, shape.outBlock(0), Region.IN, bytes);
    for (int rank = 1; rank < size; rank++) {
      schedule.receive(rank, bytes);
      schedule.copy(shape.outBlock(rank), Region.BLOCK, bytes);
    }
    long source = Steps.source(shape, schedule, 0, shape.outBlock(0), size * bytes);
    for (int rank = 1; rank < size; rank++) {
      schedule.send(rank, source, size * bytes);
    }
  }
}
