// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// The location of one rank, known to all ranks.
///
/// @param rank the rank
/// @param pid the id of its process
/// @param hostName the name of its host
/// @param networkId an identifier of its host: equal for ranks that share a loopback interface
/// @param address an address of its host; empty if all ranks are on one host
record Peer(int rank, long pid, String hostName, String networkId, String address) {
  /// Returns whether both ranks are on one host.
  boolean isWith(Peer other) {
    return networkId.equals(other.networkId);
  }

  /// Returns a copy with an address of its host.
  Peer at(String address) {
    return new Peer(rank, pid, hostName, networkId, address);
  }

  /// Describes its host in messages.
  String host() {
    return "host " + hostName + (address.isEmpty() ? "" : " (" + address + ")");
  }

  /// Describes its process in messages.
  String process() {
    return "pid " + pid + " on " + host();
  }
}
