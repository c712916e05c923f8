// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Barriers: no rank leaves before every rank has entered.
final class Barriers {
  private Barriers() {}

  /// ⌈log2 size⌉ rounds; in round *j* each rank signals the one at distance 2^*j* ("Reducing
  /// layering overhead in collective communication operations").
  static void dissemination(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    schedule.enter();
    for (int distance = 1; distance < size; distance *= 2) {
      schedule.send(Steps.around(me, distance, size), Region.IN, 0);
      schedule.receive(Steps.around(me, -distance, size), 0);
    }
  }

  /// Every rank signals every rank: one round, the fewest turns if ranks share a core.
  static void exchange(Shape shape, Schedule schedule) {
    int size = shape.size();
    int me = shape.rank();
    schedule.enter();
    for (int distance = 1; distance < size; distance++) {
      schedule.send(Steps.around(me, distance, size), Region.IN, 0);
    }
    for (int distance = 1; distance < size; distance++) {
      schedule.receive(Steps.around(me, -distance, size), 0);
    }
  }

  /// Every rank signals rank 0, which signals every rank: the fewest messages.
  static void central(Shape shape, Schedule schedule) {
    schedule.enter();
    if (shape.rank() != 0) {
      schedule.send(0, Region.IN, 0);
      schedule.receive(0, 0);
      return;
    }
    for (int rank = 1; rank < shape.size(); rank++) {
      schedule.receive(rank, 0);
    }
    for (int rank = 1; rank < shape.size(); rank++) {
      schedule.send(rank, Region.IN, 0);
    }
  }
}
