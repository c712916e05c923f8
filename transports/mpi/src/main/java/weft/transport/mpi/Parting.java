// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import weft.transport.Waits;

/// The last messages of ranks over MPI. All have reached the job's end, and where the library needs
/// it, each rank sends a word to each.
///
/// Each method returns false when the job has failed meanwhile.
final class Parting {
  private static final int REQUEST = Long.BYTES;

  private final int ranks;
  private final Waits waits;
  private final BooleanSupplier hasFailed;

  /// The parting of `ranks` ranks, unless `hasFailed`.
  Parting(int ranks, Waits waits, BooleanSupplier hasFailed) {
    this.ranks = ranks;
    this.waits = waits;
    this.hasFailed = hasFailed;
  }

  /// Waits for all; `look` lets what is still under way arrive.
  boolean meetAll(long communicator, Runnable look) {
    MemorySegment request = Arena.global().allocate(REQUEST, REQUEST);
    Mpi.barrier(communicator, request.address());
    return await(request.address(), look);
  }

  /// An empty message from each to each, on a communicator on which no other is received.
  ///
  /// At its end UCX asks those to whom a process has sent something whether it has come there. Who
  /// has sent nothing has nothing to ask, and is gone before others ask it; now all have.
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
