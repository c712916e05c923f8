// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import java.io.IOException;
import weft.memory.Doorbell;

/// Wakes ranks of this host that sleep: a datagram on the loopback interface. It needs no
/// connection, and one that is lost was not needed, because others wait to be read then. A datagram
/// of a stranger wakes a rank for nothing.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public interface NetworkBell extends Doorbell {
  /// The port that the others of this host ring.
  int port() throws IOException;

  /// Sets the port of the bell of `rank`.
  void setPort(int rank, int port);
}
