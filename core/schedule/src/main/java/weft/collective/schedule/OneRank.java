// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Collective operations of a group of one rank, which are copies.
final class OneRank {
  private OneRank() {}

  static void write(Shape shape, Schedule schedule) {
    schedule.enter();
    switch (shape.collective()) {
      case REDUCE, ALLREDUCE, SCAN ->
          Steps.own(shape, schedule, Region.OUT, Region.IN, shape.bytes());
      case GATHER, ALLGATHER ->
          Steps.own(shape, schedule, shape.outBlock(0), Region.IN, shape.outBytes(0));
      case SCATTER -> Steps.own(shape, schedule, Region.OUT, shape.inBlock(0), shape.inBytes(0));
      case REDUCE_SCATTER -> {
        Steps.own(shape, schedule, Region.OUT, shape.inBlock(0), shape.inBytes(0));
        ReduceScatters.move(shape, schedule);
      }
      case ALLTOALL ->
          Steps.own(shape, schedule, shape.outBlock(0), shape.inBlock(0), shape.inBytes(0));
      case BARRIER, BROADCAST, EXSCAN -> {}
    }
  }
}
