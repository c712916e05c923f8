// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host of this process, and the addresses of that host.
public final class LocalHost {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NETWORK = Path.of("/proc/self/ns/net");

  private static final String UNKNOWN = "unknown";

  private LocalHost() {}

  /// The name of this host, from the kernel: a name lookup in the network can take seconds.
  public static String hostName() {
    return line(HOST_NAME);
  }

  /// A string that is equal exactly for processes that share a loopback interface. It names the
  /// network namespace and the boot of the kernel.
  public static String networkId() {
    String network;
    try {
      network = Files.readSymbolicLink(NETWORK).toString();
    } catch (IOException | UnsupportedOperationException e) {
      network = "net";
    }
    return hostName() + " " + network + " " + line(BOOT);
  }

  /// A string that is equal exactly for processes on one machine, whatever parts of it they see.
  static String machine() {
    String boot = line(BOOT);
    return boot.equals(UNKNOWN) ? hostName() : boot;
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /// The addresses at which other hosts may reach this one, those of IPv4 first.
  public static List<InterfaceAddress> addresses() throws SocketException {
    var addresses = new ArrayList<InterfaceAddress>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (each.isUp() && !each.isLoopback()) {
        for (InterfaceAddress address : each.getInterfaceAddresses()) {
          if (!address.getAddress().isLinkLocalAddress()) {
            addresses.add(address);
          }
        }
      }
    }
    addresses.sort(Comparator.comparingInt(it -> it.getAddress() instanceof Inet4Address ? 0 : 1));
    return addresses;
  }

  /// Sorts the `endpoints` of another host in the order in which the host of `own` should try them.
  /// Addresses on a common network come first. An address that this host has as well, such as that
  /// of a container's bridge, is left out.
  public static List<InetSocketAddress> sorted(
      List<InetSocketAddress> endpoints, List<InterfaceAddress> own) {
    var near = new ArrayList<InetSocketAddress>();
    var far = new ArrayList<InetSocketAddress>();
    for (InetSocketAddress endpoint : endpoints) {
      boolean mine = false;
      boolean shared = false;
      for (InterfaceAddress address : own) {
        mine |= address.getAddress().equals(endpoint.getAddress());
        shared |= isOn(address, endpoint.getAddress());
      }
      if (!mine) {
        (shared ? near : far).add(endpoint);
      }
    }
    near.addAll(far);
    return near;
  }

  /// Returns the first of `own` addresses whose network has `other`, or null.
  static @Nullable InetAddress onNetworkOf(InetAddress other, List<InterfaceAddress> own) {
    for (InterfaceAddress each : own) {
      if (isOn(each, other)) {
        return each.getAddress();
      }
    }
    return null;
  }

  private static boolean isOn(InterfaceAddress own, InetAddress other) {
    return isOn(own.getAddress(), own.getNetworkPrefixLength(), other);
  }

  /// Returns whether `other` is on the network of `own`, whose addresses have their first `prefix`
  /// bits in common.
  public static boolean isOn(InetAddress own, int prefix, InetAddress other) {
    byte[] one = own.getAddress();
    byte[] two = other.getAddress();
    if (one.length != two.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      if (((one[bit >> 3] ^ two[bit >> 3]) >> (7 - (bit & 7)) & 1) != 0) {
        return false;
      }
    }
    return true;
  }
}
