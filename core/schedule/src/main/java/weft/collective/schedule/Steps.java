// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The steps that algorithms share: sources of sends, cuts into chunks, and combination in the
/// order of ranks.
final class Steps {
  /// Up to this length a copy costs less than a wait for the ranks that forward.
  private static final long SHORT = 16 << 10;

  /// The maximum number of chunks of one message. Schedules are kept, so they have to stay small.
  static final int MOST_CHUNKS = 1024;

  /// The maximum number of ranks whose contributions are kept for a fold. Each kept piece holds one
  /// of the 65,536 tickets of its sender until the last has arrived. If tickets ran out, ranks
  /// could wait for each other.
  private static final int MOST_FOLDING = 256;

  private Steps() {}

  /// Whether the contributions of all ranks are combined in one pass.
  static boolean folds(Shape shape) {
    return shape.shared() && shape.size() <= MOST_FOLDING;
  }

  /// Returns the rank at `distance`, with -size < distance < size.
  static int around(int rank, int distance, int size) {
    int other = rank + distance;
    return other >= size ? other - size : other < 0 ? other + size : other;
  }

  /// Returns the length of chunks of `bytes`: `chunk` bytes, or more if there would be over `most`
  /// chunks.
  static long cut(Shape shape, long chunk, long bytes, int most) {
    int element = shape.element();
    long length = Math.max(chunk - chunk % element, element);
    long least = (bytes + most - 1) / most;
    return Math.max(length, (least + element - 1) / element * element);
  }

  /// Returns the length of the chunks of a whole operation's data.
  static long cut(Shape shape, long bytes) {
    return cut(shape, shape.chunk(), bytes, MOST_CHUNKS);
  }

  /// Returns the length of chunks if each means steps for every other rank.
  static long cutForAll(Shape shape, long bytes) {
    return cut(shape, shape.chunk(), bytes, Math.max(16, 2 * MOST_CHUNKS / shape.size()));
  }

  /// Returns the number of chunks of `chunk` bytes in `bytes`; an empty message is one.
  static int count(long bytes, long chunk) {
    return bytes == 0 ? 1 : (int) ((bytes - 1) / chunk + 1);
  }

  /// Returns the bytes of the chunk that begins at `at`.
  static long length(long bytes, long chunk, long at) {
    return Math.min(chunk, bytes - at);
  }

  /// Returns the beginning of slice `i` of `bytes`; every rank has a slice, and no element is cut.
  static long slice(Shape shape, long bytes, int i) {
    long elements = bytes / shape.element();
    return i == shape.size() ? bytes : elements * i / shape.size() * shape.element();
  }

  /// The bytes of slice `i`.
  static long sliceBytes(Shape shape, long bytes, int i) {
    return slice(shape, bytes, i + 1) - slice(shape, bytes, i);
  }

  /// Whether it is best to send `bytes` bytes of IN or OUT in place. This is so if others can read
  /// them there, if the message carries them, or if no rank could read a stage either.
  static boolean direct(Shape shape, long place, long bytes) {
    return bytes <= shape.eager()
        || !shape.shared()
        || (Region.of(place) == Region.IN ? shape.inShared() : shape.outShared());
  }

  /// Returns the source of bytes in IN or OUT to send: their own place, or a copy in stage `k`.
  /// They must not be overwritten before the receivers have read them.
  static long source(Shape shape, Schedule schedule, int k, long place, long bytes) {
    return direct(shape, place, bytes) ? place : staged(schedule, k, place, bytes);
  }

  /// Returns the source of bytes that their receivers forward. The last receiver's answer returns
  /// rank by rank. With shared memory a short block is copied, so that no rank waits for that:
  /// ranks that take turns on a processor wait for long.
  static long sourceToPassOn(Shape shape, Schedule schedule, int k, long place, long bytes) {
    return shape.shared() && bytes > shape.eager() && bytes <= SHORT
        ? staged(schedule, k, place, bytes)
        : source(shape, schedule, k, place, bytes);
  }

  /// Returns stage `k` with a copy of the bytes at `place`.
  static long staged(Schedule schedule, int k, long place, long bytes) {
    long stage = schedule.fresh(k, bytes);
    schedule.copy(stage, place, bytes);
    return stage;
  }

  /// Returns stage `k` with a chunk, or a place for nothing.
  static long fresh(Schedule schedule, int k, long bytes) {
    return bytes == 0 ? Region.TEMP : schedule.fresh(k, bytes);
  }

  /// Returns memory of `bytes` bytes that is sent from once, the `k`-th of several. Only for
  /// operations without chunks, because no rank announces that [Region#TEMP] has been read. The
  /// memory before it is still valid; earlier ones are read only by their receivers.
  static long once(Shape shape, Schedule schedule, int k, long bytes) {
    if (bytes > shape.eager()) {
      // A stage keeps its chunk, and few may be in use.
      return schedule.fresh(k & 1, bytes);
    }
    schedule.temp((k + 1) * bytes);
    return Region.TEMP + k * bytes;
  }

  /// Copies this rank's contribution to its place in the result, unless it is there.
  static void own(Shape shape, Schedule schedule, long to, long from, long bytes) {
    if (!shape.inPlace()) {
      schedule.copy(to, from, bytes);
    }
  }

  /// Receives `bytes` bytes from every other rank, and combines everything into `to`. It combines
  /// strictly from left to right in the order of ranks, so the bits are always the same. This
  /// rank's contribution is at `own`, which is `to` itself if `same`.
  ///
  /// With shared memory this is one pass ([#folds]). Otherwise received blocks are combined while
  /// the rest are on their way, with [Region#TEMP].
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
        // This is next to the reduction that follows, so that the two are one pass over memory.
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
