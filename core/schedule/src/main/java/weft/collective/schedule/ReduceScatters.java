// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Reduce-scatters.
///
/// In place the result belongs at the beginning of IN, which holds contributions to other blocks.
/// It is computed in the place of this rank's own contribution, and moved once no rank reads IN any
/// more.
final class ReduceScatters {
  /// The maximum bytes of a block that the ranks of a ring read in shared memory. It is also the
  /// maximum bytes that a rank announces to all ranks together at a time.
  private static final long READ = 512 << 10;

  private ReduceScatters() {}

  /// The place in which the result is computed.
  private static long result(Shape shape) {
    return shape.inPlace() ? Region.OUT + shape.inBlock(shape.rank()) : Region.OUT;
  }

  /// Moves the result to its place.
  static void move(Shape shape, Schedule schedule) {
    long bytes = shape.inBytes(shape.rank());
    if (result(shape) != Region.OUT && bytes > 0) {
      schedule.drain();
      schedule.copy(Region.OUT, result(shape), bytes);
    }
  }

  /// Every rank receives its block from every rank, and combines them in the order of ranks.
  static void direct(Shape shape, Schedule schedule) {
    dealt(shape, schedule, Dealing.share(shape), false);
  }

  /// Every rank announces its contributions in chunks of `share` bytes. Each combines those to its
  /// block, in the order of ranks or of the ring.
  private static void dealt(Shape shape, Schedule schedule, long share, boolean around) {
    int me = shape.rank();
    long bytes = shape.inBytes(me);
    long chunk = Dealing.chunk(shape, bytes, share);
    int most = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      most = Math.max(most, Dealing.chunks(shape, shape.inBytes(rank), share));
    }
    schedule.enter();
    Dealing.show(shape, schedule, 0, false, share);
    for (int c = 0; c < most; c++) {
      Dealing.show(shape, schedule, c + 1, false, share);
      if (c < Dealing.chunks(shape, bytes, share)) {
        long at = c * chunk;
        long length = Steps.length(bytes, chunk, at);
        long own = shape.inBlock(me) + at;
        if (around) {
          foldAround(shape, schedule, result(shape) + at, own, length);
        } else {
          Steps.fold(shape, schedule, result(shape) + at, own, shape.inPlace(), length);
        }
      }
    }
    move(shape, schedule);
  }

  private static void foldAround(Shape shape, Schedule schedule, long to, long own, long bytes) {
    for (int distance = 1; distance < shape.size(); distance++) {
      schedule.receive(Steps.around(shape.rank(), distance, shape.size()), bytes);
      if (distance == 1 && !shape.inPlace()) {
        schedule.copy(to, own, bytes);
      }
      schedule.reduce(to, Region.BLOCK, bytes);
    }
    if (shape.size() == 1 && !shape.inPlace()) {
      schedule.copy(to, own, bytes);
    }
  }

  /// The ring multi-reduce: size − 1 shifts of each chunk. A rank adds its contribution to a chunk
  /// and passes it on. The order of ranks is not kept.
  ///
  /// With shared memory, shorter blocks are not worth a chain of size − 1 waiting ranks. Each rank
  /// then combines the contributions to its block itself, and reads them in the order of the ring.
  ///
  /// Source: the AP3000 paper (4.2).
  static void ring(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    int next = Steps.around(me, 1, size);
    int previous = Steps.around(me, -1, size);
    int most = 0;
    long longest = 0;
    for (int rank = 0; rank < size; rank++) {
      longest = Math.max(longest, shape.inBytes(rank));
      most = Math.max(most, Steps.count(shape.inBytes(rank), chunk(shape, rank)));
    }
    if (shape.shared() && longest <= READ) {
      dealt(shape, schedule, Math.min(shape.chunk(), READ / size), true);
      return;
    }
    schedule.enter();
    for (int c = 0; c < most; c++) {
      for (int step = 1; step <= size; step++) {
        int whose = Steps.around(me, -step % size, size);
        long chunk = chunk(shape, whose);
        if (c >= Steps.count(shape.inBytes(whose), chunk)) {
          continue;
        }
        long length = Steps.length(shape.inBytes(whose), chunk, c * chunk);
        long own = shape.inBlock(whose) + c * chunk;
        if (step == 1) {
          schedule.send(next, Steps.source(shape, schedule, 0, own, length), length);
          continue;
        }
        boolean last = step == size;
        long sum = last ? result(shape) + c * chunk : Steps.fresh(schedule, 0, length);
        if (!last || !shape.inPlace()) {
          schedule.copy(sum, own, length);
        }
        schedule.receive(previous, length);
        schedule.reduce(sum, Region.BLOCK, length);
        if (!last) {
          schedule.send(next, sum, length);
        }
      }
    }
    move(shape, schedule);
  }

  private static long chunk(Shape shape, int rank) {
    return Steps.cutForAll(shape, shape.inBytes(rank));
  }
}
