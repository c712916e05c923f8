// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// All-to-alls.
final class Alltoalls {
  private Alltoalls() {}

  /// Everybody to everybody. A rank shows everybody chunk *c* + 1 before it reads everybody's chunk
  /// *c*.
  static void pairwise(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    int most = 0;
    for (int rank = 0; rank < size; rank++) {
      most = Math.max(most, Dealing.chunks(shape, shape.inBytes(rank)));
      most = Math.max(most, Dealing.chunks(shape, shape.outBytes(rank)));
    }
    schedule.enter();
    // What is read into its own place must be out of the way before.
    Dealing.show(shape, schedule, 0, shape.inPlace());
    Steps.own(shape, schedule, shape.outBlock(me), shape.inBlock(me), shape.inBytes(me));
    for (int c = 0; c < most; c++) {
      Dealing.show(shape, schedule, c + 1, shape.inPlace());
      for (int distance = 1; distance < size; distance++) {
        int rank = Steps.around(me, -distance, size);
        long bytes = shape.outBytes(rank);
        if (c < Dealing.chunks(shape, bytes)) {
          long at = c * Dealing.chunk(shape, bytes);
          long length = Steps.length(bytes, Dealing.chunk(shape, bytes), at);
          schedule.receive(rank, length);
          schedule.copy(shape.outBlock(rank) + at, Region.BLOCK, length);
        }
      }
    }
  }
}
