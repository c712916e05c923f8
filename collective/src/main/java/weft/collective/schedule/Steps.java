// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// What algorithms share: where to send from, how to cut, how to combine in the order of ranks.
final class Steps {
  /// Up to how many bytes a copy costs less than waiting for those who pass on.
  private static final long SHORT = 16 << 10;

  /// Into how many chunks one message is cut at most: a schedule is kept, and has to stay small.
  static final int MOST_CHUNKS = 1024;

  /// Among how many ranks at most what all have is kept for a fold: each piece of it has one of
  /// 65,536 tickets of its sender until the last has come, and if these ran out, ranks could wait
  /// for each other.
  private static final int MOST_FOLDING = 256;

  private Steps() {}

  /// Whether what all ranks have is combined in one pass.
  static boolean folds(Shape shape) {
    return shape.shared() && shape.size() <= MOST_FOLDING;
  }

  /// The rank `distance` further on, with -size < distance < size.
  static int around(int rank, int distance, int size) {
    int other = rank + distance;
    return other >= size ? other - size : other < 0 ? other + size : other;
  }

  /// The length of the chunks that `bytes` are cut into, if at best they have `chunk` bytes and
  /// there may be `most` of them.
  static long cut(Shape shape, long chunk, long bytes, int most) {
    int element = shape.element();
    long length = Math.max(chunk - chunk % element, element);
    long least = (bytes + most - 1) / most;
    return Math.max(length, (least + element - 1) / element * element);
  }

  /// The length of the chunks of the data of a whole operation.
  static long cut(Shape shape, long bytes) {
    return cut(shape, shape.chunk(), bytes, MOST_CHUNKS);
  }

  /// The same where each chunk means steps for every other rank.
  static long cutForAll(Shape shape, long bytes) {
    return cut(shape, shape.chunk(), bytes, Math.max(16, 2 * MOST_CHUNKS / shape.size()));
  }

  /// Into how many chunks of `chunk` bytes `bytes` are cut: an empty message is one.
  static int count(long bytes, long chunk) {
    return bytes == 0 ? 1 : (int) ((bytes - 1) / chunk + 1);
  }

  /// The bytes of the chunk that begins at `at`.
  static long length(long bytes, long chunk, long at) {
    return Math.min(chunk, bytes - at);
  }

  /// Where slice `i` of `bytes` begins, if every rank has one and no element is cut.
  static long slice(Shape shape, long bytes, int i) {
    long elements = bytes / shape.element();
    return i == shape.size() ? bytes : elements * i / shape.size() * shape.element();
  }

  /// The bytes of slice `i`.
  static long sliceBytes(Shape shape, long bytes, int i) {
    return slice(shape, bytes, i + 1) - slice(shape, bytes, i);
  }

  /// Whether `bytes` bytes in IN or OUT are best sent from where they are: others can read them
  /// there, or the message carries them, or nobody could read a stage either.
  static boolean direct(Shape shape, long place, long bytes) {
    return bytes <= shape.eager()
        || !shape.shared()
        || (Region.of(place) == Region.IN ? shape.inShared() : shape.outShared());
  }

  /// From where to send what stands in IN or OUT: from there, or from a copy in stage `k`. What
  /// stands there must not be written before the receivers have read it.
  static long source(Shape shape, Schedule schedule, int k, long place, long bytes) {
    return direct(shape, place, bytes) ? place : staged(schedule, k, place, bytes);
  }

  /// The same for what its receivers pass on: this rank hears that it has been read when the last
  /// of them has told the one before, and so on back. Where memory is shared, a short block is
  /// copied, so that nobody waits for that: ranks that take turns on a processor wait for long.
  static long sourceToPassOn(Shape shape, Schedule schedule, int k, long place, long bytes) {
    return shape.shared() && bytes > shape.eager() && bytes <= SHORT
        ? staged(schedule, k, place, bytes)
        : source(shape, schedule, k, place, bytes);
  }

  /// Stage `k` with a copy of what stands at `place`.
  static long staged(Schedule schedule, int k, long place, long bytes) {
    long stage = schedule.fresh(k, bytes);
    schedule.copy(stage, place, bytes);
    return stage;
  }

  /// Stage `k` with a chunk of its own, or a place for nothing.
  static long fresh(Schedule schedule, int k, long bytes) {
    return bytes == 0 ? Region.TEMP : schedule.fresh(k, bytes);
  }

  /// Memory of `bytes` bytes that is sent from once: number `k` of several. The messages of an
  /// operation that is not cut only, for nobody says when [Region#TEMP] has been read. The one
  /// before it can still be used; earlier ones are read only where they were sent to.
  static long once(Shape shape, Schedule schedule, int k, long bytes) {
    if (bytes > shape.eager()) {
      // A stage keeps its chunk, and few may be under way.
      return schedule.fresh(k & 1, bytes);
    }
    schedule.temp((k + 1) * bytes);
    return Region.TEMP + k * bytes;
  }

  /// Copies this rank's contribution to its place in the result, unless it stands there.
  static void own(Shape shape, Schedule schedule, long to, long from, long bytes) {
    if (!shape.inPlace()) {
      schedule.copy(to, from, bytes);
    }
  }

  /// Receives `bytes` from every other rank and combines everything into `to`, strictly from left
  /// to right in the order of ranks: the same bits wherever and however it is done. This rank's
  /// contribution stands at `own`, which is `to` itself if `same`.
  ///
  /// Where memory is shared this is one pass over it ([#folds]). Where it is not, what has come is
  /// combined while the rest is on its way; [Region#TEMP] is used then.
  static void fold(Shape shape, Schedule schedule, long to, long own, boolean same, long bytes) {
    int me = shape.rank();
    if (folds(shape)) {
      operands(shape, schedule, bytes);
      schedule.fold(to, own, bytes);
      return;
    }
    if (me <= 1) {
      int first = 1 - me;
      schedule.receive(first, bytes);
      if (!same) {
        // Next to what follows: then the two are one pass over memory.
        schedule.copy(to, own, bytes);
      }
      if (first < me) {
        schedule.reduceLeft(to, Region.BLOCK, bytes);
      } else {
        schedule.reduce(to, Region.BLOCK, bytes);
      }
      for (int rank = 2; rank < shape.size(); rank++) {
        schedule.receive(rank, bytes);
        schedule.reduce(to, Region.BLOCK, bytes);
      }
      return;
    }
    if (same) {
      schedule.temp(bytes);
      schedule.copy(Region.TEMP, own, bytes);
    }
    for (int rank = 0; rank < shape.size(); rank++) {
      if (rank == me) {
        schedule.reduce(to, same ? Region.TEMP : own, bytes);
      } else {
        schedule.receive(rank, bytes);
        if (rank == 0) {
          schedule.copy(to, Region.BLOCK, bytes);
        } else {
          schedule.reduce(to, Region.BLOCK, bytes);
        }
      }
    }
  }

  /// Receives `bytes` bytes from every other rank for the next fold.
  static void operands(Shape shape, Schedule schedule, long bytes) {
    for (int rank = 0; rank < shape.size(); rank++) {
      if (rank != shape.rank()) {
        schedule.operand(rank, bytes);
      }
    }
  }
}
