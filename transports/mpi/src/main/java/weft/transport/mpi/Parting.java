// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import weft.transport.Waits;

/// The last messages of ranks over MPI. All ranks have reached the job's end. If the library needs
/// it, each rank sends an empty message to each other rank.
///
/// Each method returns false if the job failed meanwhile.
final class Parting {
  private static final int REQUEST = Long.BYTES;

  private final int ranks;
  private final Waits waits;
  private final BooleanSupplier hasFailed;

  /// Creates the last messages of `ranks` ranks; `hasFailed` returns whether the job has failed.
  Parting(int ranks, Waits waits, BooleanSupplier hasFailed) {
    this.ranks = ranks;
    this.waits = waits;
    this.hasFailed = hasFailed;
  }

  /// Waits for all ranks; `look` receives messages that are still in flight.
  boolean meetAll(long communicator, Runnable look) {
    MemorySegment request = Arena.global().allocate(REQUEST, REQUEST);
    Mpi.barrier(communicator, request.address());
    return await(request.address(), look);
  }

  /// Sends an empty message from each rank to each other, on a communicator that carries nothing
  /// else.
  ///
  /// When UCX ends, it asks each peer to which the process has sent messages whether these have
  /// arrived. A rank that has sent nothing asks no peer, and would have ended before others ask it.
  /// After this exchange, every rank has sent to every other.
  boolean greetAll(long communicator) {
    MemorySegment requests = Arena.global().allocate(2L * ranks * REQUEST, REQUEST);
    for (int peer = 0; peer < ranks; peer++) {
      long at = requests.address() + 2L * peer * REQUEST;
      Mpi.receive(0, 0, peer, 0, communicator, at);
      Mpi.send(0, 0, peer, 0, communicator, at + REQUEST);
    }
    for (int i = 0; i < 2 * ranks; i++) {
      if (!await(requests.address() + (long) i * REQUEST, () -> {})) {
        return false;
      }
    }
    return true;
  }

  private boolean await(long request, Runnable look) {
    var backoff = new Backoff(waits);
    while (!Mpi.test(request)) {
      if (hasFailed.getAsBoolean()) {
        return false;
      }
      look.run();
      backoff.rest();
    }
    return true;
  }
}
