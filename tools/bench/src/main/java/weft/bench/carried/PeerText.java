// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import weft.RsrN;
import weft.World;

/// Exchanges bytes between two ranks: the addresses by which they meet without Weft.
final class PeerText {
  private final World world;
  private final RsrN message;
  private byte[] got = {};

  /// Registers the handler.
  PeerText(World world) {
    this.world = world;
    this.message = world.rsrN("address", (source, frame) -> got = frame.toByteArray());
  }

  /// Gives `own` to the other rank, and returns what that one has given. Collective.
  byte[] swap(byte[] own) {
    message.send(world.rank() ^ 1, own);
    world.quiesce();
    return got;
  }
}
