// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Announces, chunk by chunk, the blocks in [Region#IN] that a rank has for every other rank.
///
/// The chunks for all others share one stage. With a stage for each, ranks that wait for each other
/// would hold too many. If only two ranks know a block's length, its chunks depend on that length
/// alone. An empty block has a message too, because its receiver may expect more.
final class Dealing {
  /// A chunk for one rank below this length costs more to announce than to copy.
  private static final long LEAST = 4096;

  private Dealing() {}

  /// Sends chunk `c` of its block to every other rank; from copies if `moved`.
  static void show(Shape shape, Schedule schedule, int c, boolean moved) {
    show(shape, schedule, c, moved, share(shape));
  }

  /// Sends chunk `c` of `share` bytes of each block.
  static void show(Shape shape, Schedule schedule, int c, boolean moved, long share) {
    long sum = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      if (isCopied(shape, rank, c, moved, share)) {
        sum += length(shape, rank, c, share);
      }
    }
    long stage = sum > 0 ? schedule.fresh(c & 1, sum) : 0;
    for (int distance = 1; distance < shape.size(); distance++) {
      int rank = Steps.around(shape.rank(), distance, shape.size());
      long bytes = shape.inBytes(rank);
      if (c >= chunks(shape, bytes, share)) {
        continue;
      }
      long length = length(shape, rank, c, share);
      long source = shape.inBlock(rank) + c * chunk(shape, bytes, share);
      if (isCopied(shape, rank, c, moved, share)) {
        schedule.copy(stage, source, length);
        source = stage;
        stage += length;
      }
      schedule.send(rank, source, length);
    }
  }

  private static boolean isCopied(Shape shape, int rank, int c, boolean moved, long share) {
    return rank != shape.rank()
        && c < chunks(shape, shape.inBytes(rank), share)
        && (moved || !Steps.direct(shape, Region.IN, length(shape, rank, c, share)));
  }

  private static long length(Shape shape, int rank, int c, long share) {
    long bytes = shape.inBytes(rank);
    long chunk = chunk(shape, bytes, share);
    return Steps.length(bytes, chunk, c * chunk);
  }

  /// The part of a chunk, as the table of choices gives it, for each block.
  static long share(Shape shape) {
    return Math.max(shape.chunk() / shape.size(), Math.min(shape.chunk(), LEAST));
  }

  /// The length of the chunks of a block of `bytes` bytes.
  static long chunk(Shape shape, long bytes) {
    return chunk(shape, bytes, share(shape));
  }

  /// The length of the chunks with `share` bytes of each block.
  static long chunk(Shape shape, long bytes, long share) {
    return Steps.cut(shape, share, bytes, Math.max(16, 2 * Steps.MOST_CHUNKS / shape.size()));
  }

  /// The number of chunks of a block of `bytes` bytes.
  static int chunks(Shape shape, long bytes) {
    return chunks(shape, bytes, share(shape));
  }

  /// The number of chunks with `share` bytes of each block.
  static int chunks(Shape shape, long bytes, long share) {
    return Steps.count(bytes, chunk(shape, bytes, share));
  }
}
