// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;

/// The interface of this host by which another one reaches it.
///
/// @param name its name
/// @param address its address
record HostAddress(String name, InetAddress address) {
  /// The first interface that leads out.
  ///
  /// @throws IOException if there is none
  static HostAddress find() throws IOException {
    for (NetworkInterface it : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(it.getInetAddresses())) {
        if (it.isUp() && !it.isLoopback() && address instanceof Inet4Address) {
          return new HostAddress(it.getName(), address);
        }
      }
    }
    throw new IOException("this host has no interface that leads to another one");
  }
}
