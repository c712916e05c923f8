// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// How a rank that has a block for every other rank in [Region#IN] shows them, chunk by chunk.
///
/// The chunks for all others stand in one stage: with a stage for each, ranks that wait for each
/// other would hold too many. Where only two ranks know a block's length, its chunks depend on that
/// length alone. Of an empty block, too, there is a message, which says that: its receiver may
/// expect more.
final class Dealing {
  /// Below this many bytes a chunk for one rank costs more to announce than to copy.
  private static final long LEAST = 4096;

  private Dealing() {}

  /// Sends chunk `c` of its block to every other rank; from copies if `moved`.
  static void show(Shape shape, Schedule schedule, int c, boolean moved) {
    show(shape, schedule, c, moved, share(shape));
  }

  /// The same in chunks of `share` bytes of each block.
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

  /// What each block has of the chunk that the table of choices says.
  static long share(Shape shape) {
    return Math.max(shape.chunk() / shape.size(), Math.min(shape.chunk(), LEAST));
  }

  /// The length of the chunks of a block of `bytes` bytes.
  static long chunk(Shape shape, long bytes) {
    return chunk(shape, bytes, share(shape));
  }

  /// The same when there are to be `share` bytes of each block.
  static long chunk(Shape shape, long bytes, long share) {
    return Steps.cut(shape, share, bytes, Math.max(16, 2 * Steps.MOST_CHUNKS / shape.size()));
  }

  /// How many chunks a block of `bytes` bytes has.
  static int chunks(Shape shape, long bytes) {
    return chunks(shape, bytes, share(shape));
  }

  /// The same when there are to be `share` bytes of each block.
  static int chunks(Shape shape, long bytes, long share) {
    return Steps.count(bytes, chunk(shape, bytes, share));
  }
}
