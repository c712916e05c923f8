// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// A host whose name leads back to this one, as Debian writes it into `/etc/hosts`.
final class LoopbackName {
  private LoopbackName() {}

  /// Tells the user if the name of a host, with or without a user, is such a one.
  static void print(String name) {
    String host = name.substring(name.indexOf('@') + 1);
    if (host.equals("localhost") || host.matches("[\\d.]+")) {
      return;
    }
    try {
      InetAddress address = InetAddress.getByName(host);
      if (address.isLoopbackAddress()) {
        System.err.println(
            "weft: the name "
                + host
                + " leads to "
                + address.getHostAddress()
                + ", at which only this host can be reached (/etc/hosts): ranks use the addresses of"
                + " its networks instead.");
      }
    } catch (UnknownHostException e) {
      // It may be a name of the user's ssh configuration alone.
    }
  }
}
