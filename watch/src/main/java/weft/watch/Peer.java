// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// Where one rank is, as all ranks know it.
///
/// @param rank the rank
/// @param pid its process
/// @param hostName what people call its host
/// @param place what its host is to the machine: equal for ranks that share a loopback interface
/// @param address an address of its host; empty where all ranks are on one
record Peer(int rank, long pid, String hostName, String place, String address) {
  /// Whether both are on one host.
  boolean isWith(Peer other) {
    return place.equals(other.place);
  }

  /// The same, with an address of its host.
  Peer at(String address) {
    return new Peer(rank, pid, hostName, place, address);
  }

  /// Its host, for people.
  String host() {
    return "host " + hostName + (address.isEmpty() ? "" : " (" + address + ")");
  }

  /// Its process, for people.
  String process() {
    return "pid " + pid + " on " + host();
  }
}
