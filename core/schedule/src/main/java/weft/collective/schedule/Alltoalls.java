// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// All-to-alls.
final class Alltoalls {
  private Alltoalls() {}

  /// Every rank sends to every rank. A rank announces its chunks *c* + 1 before it reads the
  /// others' chunks *c*.
  static void pairwise(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    int most = 0;
    for (int rank = 0; rank < size; rank++) {
      most = Math.max(most, Dealing.chunks(shape, shape.inBytes(rank)));
      most = Math.max(most, Dealing.chunks(shape, shape.outBytes(rank)));
    }
    schedule.enter();
    // In place, a block must be copied before another is read into its memory.
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

  /// Bruck's algorithm: ⌈log2 size⌉ rounds. The block for the rank at distance *i* moves in the
  /// rounds of the bits of *i*. Equal blocks only.
  static void bruck(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    long bytes = shape.bytes();
    int rounds = 32 - Integer.numberOfLeadingZeros(size - 1);
    // Blocks to send are packed into memory that is not written again; the blocks follow it.
    long most = size / 2 * bytes;
    long all = Region.TEMP + rounds * most;
    schedule.temp(rounds * most + size * bytes);
    schedule.enter();
    for (int i = 0; i < size; i++) {
      schedule.copy(all + i * bytes, shape.inBlock(Steps.around(me, i, size)), bytes);
    }
    for (int round = 0; round < rounds; round++) {
      long packed = Steps.once(shape, schedule, round, most);
      long length = 0;
      for (int i = 0; i < size; i++) {
        if ((i >> round & 1) == 1) {
          schedule.copy(packed + length, all + i * bytes, bytes);
          length += bytes;
        }
      }
      schedule.send(Steps.around(me, 1 << round, size), packed, length);
      schedule.receive(Steps.around(me, -(1 << round), size), length);
      length = 0;
      for (int i = 0; i < size; i++) {
        if ((i >> round & 1) == 1) {
          schedule.copy(all + i * bytes, Region.BLOCK + length, bytes);
          length += bytes;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      schedule.copy(shape.outBlock(Steps.around(me, -i, size)), all + i * bytes, bytes);
    }
  }
}
