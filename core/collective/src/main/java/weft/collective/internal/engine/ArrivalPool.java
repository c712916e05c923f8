// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;

/// The unused arrivals of one rank.
final class ArrivalPool {
  private @Nullable Arrival free;
  private int taken;

  Arrival take(int kind, int ticket, long place, long bytes, int buffer, long agreed) {
    Arrival arrival = free;
    if (arrival == null) {
      arrival = new Arrival();
    } else {
      free = arrival.next;
      arrival.next = null;
    }
    taken++;
    arrival.kind = kind;
    arrival.ticket = ticket;
    arrival.place = place;
    arrival.bytes = bytes;
    arrival.buffer = buffer;
    arrival.agreed = agreed;
    return arrival;
  }

  void give(Arrival arrival) {
    taken--;
    arrival.next = free;
    free = arrival;
  }

  /// The number in use.
  int taken() {
    return taken;
  }
}
