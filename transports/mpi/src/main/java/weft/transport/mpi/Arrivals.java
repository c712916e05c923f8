// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import weft.memory.CarriedRings;
import weft.memory.Words;

/// What arrives at a rank: messages of any source, received into preallocated places in the order
/// in which they come, and moved from there into the rings (DMCS, sections 5.3.1 and 5.4).
///
/// The receives are posted before anything comes, so a message that fits goes straight to its
/// place; credits bound how much of one source can be under way.
final class Arrivals {
  private static final int PLACES = 16;

  /// The most messages that one poll receives.
  private static final int BATCH = 64;

  private final CarriedRings rings;
  private final Departures departures;
  private final long communicator;
  private final long ringMask;
  private final long[] positions;
  private final MemorySegment places = Arena.global().allocate((long) PLACES * Departures.MOST, 64);
  private final MemorySegment requests =
      Arena.global().allocate((long) PLACES * Mpi.ABI.requestBytes(), 8);
  private int next;

  Arrivals(CarriedRings rings, Departures departures, long communicator) {
    this.rings = rings;
    this.departures = departures;
    this.communicator = communicator;
    this.ringMask = rings.ringBytes() - 1;
    this.positions = new long[rings.ranks()];
    for (int place = 0; place < PLACES; place++) {
      post(place);
    }
  }

  private void post(int place) {
    Mpi.receive(
        places.address() + (long) place * Departures.MOST,
        Departures.MOST,
        Mpi.ABI.anySource(),
        Mpi.ABI.anyTag(),
        communicator,
        request(place));
  }

  private long request(int place) {
    return requests.address() + (long) place * Mpi.ABI.requestBytes();
  }

  /// Takes in what has arrived.
  void receive() {
    for (int i = 0; i < BATCH && Mpi.test(request(next)); i++) {
      take(next);
      post(next);
      next = next + 1 & (PLACES - 1);
    }
  }

  private void take(int place) {
    long at = (long) place * Departures.MOST;
    int source = Mpi.source();
    int tag = Mpi.tag();
    if (tag == Departures.CONSUMED) {
      departures.consumedBy(source, Words.get(places, at));
      return;
    }
    int bytes = Mpi.count();
    long position = positions[source];
    long offset = position & ringMask;
    if (offset + bytes > ringMask + 1) {
      throw new MpiException(
          "a message of rank " + source + " does not fit its ring: are all ranks of one version?");
    }
    MemorySegment.copy(places, at, rings.control(), rings.incoming(source) + offset, bytes);
    positions[source] =
        tag == Departures.RECORDS_AND_WRAP ? (position | ringMask) + 1 : position + bytes;
    rings.arrived(source);
  }

  /// Takes back the receives; nothing arrives any more.
  void close() {
    for (int place = 0; place < PLACES; place++) {
      Mpi.cancel(request(place));
      while (!Mpi.test(request(place))) {
        Thread.onSpinWait();
      }
    }
  }
}
