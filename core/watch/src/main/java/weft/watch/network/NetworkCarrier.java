// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import weft.memory.Carrier;
import weft.memory.RingOutbox;
import weft.transport.Bulk;

/// Carries the rings of one rank over a network. Only the rank's thread calls the methods, except
/// [#wake].
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public interface NetworkCarrier extends Carrier {
  /// The outbox for `target`, whose records are carried.
  RingOutbox outbox(int target);

  /// The mover of large payloads.
  Bulk bulk();

  /// The number of polls in vain after which a waiting rank yields: those of some microseconds.
  int spins();

  /// Sends all that is written, as far as the network takes it.
  void send();

  /// Takes what has arrived.
  void receive();

  /// Whether nothing is left to be sent.
  boolean isQuiet();

  /// Sleeps until something arrives or can be sent, until [#wake], or for `nanos` at most, rounded
  /// to whole milliseconds and at least one.
  void sleep(long nanos);

  /// Wakes this rank from another thread.
  void wake();

  /// Releases the network.
  ///
  /// @param isOrderly whether all ranks have reached the job's end; otherwise no rank may wait for
  ///   another
  void close(boolean isOrderly);
}
