// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import java.io.IOException;
import weft.memory.CarriedRings;
import weft.memory.RingOutbox;

/// The network of one rank while its job starts.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public interface RankNetwork {
  /// The bell by which ranks of this host wake each other.
  NetworkBell bell();

  /// Exchanges the addresses of all ranks. This is a collective call.
  void meet(NetworkSite site) throws IOException;

  /// The carrier of `rings`. The array gets the outboxes of all ranks afterwards.
  NetworkCarrier carrier(NetworkSite site, CarriedRings rings, RingOutbox[] outboxes)
      throws IOException;
}
