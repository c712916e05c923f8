// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// All-to-alls and reduce-scatters by direct exchange: everybody has a block for everybody.
///
/// Blocks are cut into chunks, and a rank shows everybody chunk *c* + 1 before it reads everybody's
/// chunk *c*. The chunks for all others stand in one stage. Where only two ranks know a block's
/// length, its chunks depend on that length alone. Empty blocks of different lengths are not sent.
final class Alltoalls {
  /// Below this many bytes a chunk for one rank costs more to announce than to copy.
  private static final long LEAST = 4096;

  private Alltoalls() {}

  /// Everybody to everybody.
  static void pairwise(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    int most = 0;
    for (int rank = 0; rank < size; rank++) {
      most = Math.max(most, chunks(shape, shape.inBytes(rank)));
      most = Math.max(most, chunks(shape, shape.outBytes(rank)));
    }
    schedule.enter();
    // What is read into its own place must be out of the way before.
    show(shape, schedule, 0, shape.inPlace());
    Steps.own(shape, schedule, shape.outBlock(me), shape.inBlock(me), shape.inBytes(me));
    for (int c = 0; c < most; c++) {
      show(shape, schedule, c + 1, shape.inPlace());
      for (int distance = 1; distance < size; distance++) {
        int rank = Steps.around(me, -distance, size);
        long bytes = shape.outBytes(rank);
        if (c < chunks(shape, bytes)) {
          long at = c * chunk(shape, bytes);
          long length = Steps.length(bytes, chunk(shape, bytes), at);
          schedule.receive(rank, length);
          schedule.copy(shape.outBlock(rank) + at, Region.BLOCK, length);
        }
      }
    }
  }

  /// Everybody gets its block from everybody and combines them in the order of ranks.
  static void reduceScatter(Shape shape, Schedule schedule) {
    int me = shape.rank();
    long bytes = shape.inBytes(me);
    int most = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      most = Math.max(most, chunks(shape, shape.inBytes(rank)));
    }
    schedule.enter();
    show(shape, schedule, 0, false);
    for (int c = 0; c < most; c++) {
      show(shape, schedule, c + 1, false);
      if (c < chunks(shape, bytes)) {
        long at = c * chunk(shape, bytes);
        long length = Steps.length(bytes, chunk(shape, bytes), at);
        long own = shape.inBlock(me) + at;
        Steps.fold(shape, schedule, Region.OUT + at, own, shape.inPlace(), length);
      }
    }
  }

  /// Sends chunk `c` of its block to every other rank; from copies if `moved`.
  private static void show(Shape shape, Schedule schedule, int c, boolean moved) {
    long sum = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      if (isCopied(shape, rank, c, moved)) {
        sum += length(shape, rank, c);
      }
    }
    long stage = sum > 0 ? schedule.fresh(c & 1, sum) : 0;
    for (int distance = 1; distance < shape.size(); distance++) {
      int rank = Steps.around(shape.rank(), distance, shape.size());
      long bytes = shape.inBytes(rank);
      if (c >= chunks(shape, bytes)) {
        continue;
      }
      long length = length(shape, rank, c);
      long source = shape.inBlock(rank) + c * chunk(shape, bytes);
      if (isCopied(shape, rank, c, moved)) {
        schedule.copy(stage, source, length);
        source = stage;
        stage += length;
      }
      schedule.send(rank, source, length);
    }
  }

  private static boolean isCopied(Shape shape, int rank, int c, boolean moved) {
    return rank != shape.rank()
        && c < chunks(shape, shape.inBytes(rank))
        && (moved || !Steps.direct(shape, Region.IN, length(shape, rank, c)));
  }

  private static long length(Shape shape, int rank, int c) {
    long bytes = shape.inBytes(rank);
    long chunk = chunk(shape, bytes);
    return Steps.length(bytes, chunk, c * chunk);
  }

  private static long chunk(Shape shape, long bytes) {
    long share = Math.max(shape.chunk() / shape.size(), Math.min(shape.chunk(), LEAST));
    return Steps.cut(shape, share, bytes, Math.max(16, 2 * Steps.MOST_CHUNKS / shape.size()));
  }

  private static int chunks(Shape shape, long bytes) {
    return bytes == 0 && !shape.equal() ? 0 : Steps.count(bytes, chunk(shape, bytes));
  }
}
