// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import weft.watch.LocalHost;

/// The devices that UCX may use, as the value of its variable `UCX_NET_DEVICES`. Left alone it
/// takes the fastest ones, and these may be `docker0`, whose address each host has for itself.
final class UcxDevices {
  private static final String LINE = "\n";
  private static final Path INTERFACES = Path.of("/sys/class/net");
  private static final Path RDMA = Path.of("/sys/class/infiniband");

  private UcxDevices() {}

  /// An interface with one of its addresses.
  record Port(String name, InetAddress address, int prefix) {
    /// Whether `other` is on the same network.
    boolean reaches(Port other) {
      return !address.equals(other.address) && LocalHost.isOn(address, prefix, other.address);
    }

    private String text() {
      return name + " " + address.getHostAddress().replaceFirst("%.*", "") + " " + prefix;
    }

    private static Port parse(String line) throws IOException {
      String[] parts = line.split(" ");
      return new Port(parts[0], InetAddress.getByName(parts[1]), Integer.parseInt(parts[2]));
    }
  }

  /// The addresses at which other hosts may reach this one, with their interfaces.
  static List<Port> own() throws SocketException {
    var ports = new ArrayList<Port>();
    for (InterfaceAddress each : LocalHost.addresses()) {
      NetworkInterface its = NetworkInterface.getByInetAddress(each.getAddress());
      if (its != null) {
        ports.add(new Port(its.getName(), each.getAddress(), each.getNetworkPrefixLength()));
      }
    }
    return ports;
  }

  static String text(List<Port> ports) {
    return String.join(LINE, ports.stream().map(Port::text).toList());
  }

  static List<Port> parse(String lines) throws IOException {
    var ports = new ArrayList<Port>();
    for (String line : lines.split(LINE)) {
      if (!line.isEmpty()) {
        ports.add(Port.parse(line));
      }
    }
    return ports;
  }

  /// The names of the interfaces of this host that lead to `others`, the other hosts. An address
  /// that another host has too leads nowhere. If each host is on a network of this one, only the
  /// interfaces on such networks count; otherwise there are routes, and all do.
  static Set<String> common(List<Port> own, List<List<Port>> others) {
    var all = new LinkedHashSet<String>();
    var near = new LinkedHashSet<String>();
    var toAll = new LinkedHashSet<String>();
    var reached = new LinkedHashSet<Integer>();
    for (Port mine : own) {
      boolean isDouble =
          others.stream()
              .flatMap(List::stream)
              .anyMatch(its -> its.address().equals(mine.address()));
      if (isDouble) {
        continue;
      }
      all.add(mine.name());
      int count = 0;
      for (int host = 0; host < others.size(); host++) {
        if (others.get(host).stream().anyMatch(mine::reaches)) {
          count++;
          reached.add(host);
        }
      }
      if (count == others.size()) {
        toAll.add(mine.name());
      }
      if (count > 0) {
        near.add(mine.name());
      }
    }
    return !toAll.isEmpty() ? toAll : reached.size() == others.size() ? near : all;
  }

  /// The loopback interface of this host.
  static String loopback() throws SocketException {
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (each.isLoopback()) {
        return each.getName();
      }
    }
    return "lo";
  }

  /// The value for UCX: the interfaces, the RDMA devices behind them (RoCE), and the ports of
  /// InfiniBand, which has a network of its own.
  static String value(Set<String> interfaces) {
    return value(interfaces, INTERFACES, RDMA);
  }

  static String value(Set<String> interfaces, Path ofInterfaces, Path ofRdma) {
    var devices = new LinkedHashSet<>(interfaces);
    for (String name : interfaces) {
      Path folder = ofInterfaces.resolve(name);
      int port = number(folder.resolve("dev_port")) + 1;
      for (String device : list(folder.resolve("device/infiniband"))) {
        devices.add(device + ":" + port);
      }
    }
    for (String device : list(ofRdma)) {
      for (String port : list(ofRdma.resolve(device).resolve("ports"))) {
        Path layer = ofRdma.resolve(device).resolve("ports").resolve(port).resolve("link_layer");
        if (line(layer).equals("InfiniBand")) {
          devices.add(device + ":" + port);
        }
      }
    }
    return String.join(",", devices);
  }

  private static List<String> list(Path folder) {
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(it -> names.add(it.getFileName().toString()));
    } catch (IOException e) {
      return List.of(); // This host has none.
    }
    Collections.sort(names);
    return names;
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private static int number(Path file) {
    String line = line(file);
    return line.matches("\\d{1,4}") ? Integer.parseInt(line) : 0;
  }
}
