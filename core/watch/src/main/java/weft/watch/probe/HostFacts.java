// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import weft.files.OpenFileLimit;
import weft.transport.job.HostMemory;
import weft.transport.job.Jobs;
import weft.watch.LocalHost;

/// What one host has for a job.
///
/// @param name its name
/// @param network equal exactly for processes of one host
/// @param java the version of Java
/// @param cores the processors that a process there may use
/// @param memory bytes of memory; 0 if unknown
/// @param sharedFree bytes that are free in `/dev/shm`; -1 if it is missing, or not writable
/// @param openFiles how many files a process may have open at once
/// @param addresses those by which others reach it, in the order of [LocalHost#addresses]
/// @param devices the interface of each address, with its MTU
record HostFacts(
    String name,
    String network,
    String java,
    int cores,
    long memory,
    long sharedFree,
    long openFiles,
    List<String> addresses,
    List<String> devices) {
  private static final String LINE = "\n";
  private static final int FIXED = 7;

  HostFacts {
    addresses = List.copyOf(addresses);
    devices = List.copyOf(devices);
  }

  /// Those of the host of this process.
  static HostFacts own(String name) throws IOException {
    var addresses = new ArrayList<String>();
    var devices = new ArrayList<String>();
    for (InterfaceAddress each : LocalHost.addresses()) {
      NetworkInterface device = NetworkInterface.getByInetAddress(each.getAddress());
      addresses.add(each.getAddress().getHostAddress().replaceFirst("%.*", ""));
      devices.add(device == null ? "?" : device.getName() + ", MTU " + device.getMTU());
    }
    return new HostFacts(
        name.isEmpty() ? LocalHost.hostName() : name,
        LocalHost.networkId(),
        System.getProperty("java.version", "?"),
        Runtime.getRuntime().availableProcessors(),
        HostMemory.here().bytes(),
        freeIn(Jobs.sharedMemory()),
        OpenFileLimit.limit(),
        addresses,
        devices);
  }

  private static long freeIn(Path folder) {
    try {
      FileStore store = Files.getFileStore(folder);
      return Files.isWritable(folder) ? store.getUsableSpace() : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  String text() {
    var text = new StringJoiner(LINE).add(name).add(network).add(java).add("" + cores);
    text.add("" + memory).add("" + sharedFree).add("" + openFiles);
    for (int i = 0; i < addresses.size(); i++) {
      text.add(addresses.get(i) + " " + devices.get(i));
    }
    return text.toString();
  }

  static HostFacts parse(String text) {
    String[] lines = text.split(LINE, -1);
    var addresses = new ArrayList<String>();
    var devices = new ArrayList<String>();
    for (int i = FIXED; i < lines.length; i++) {
      String[] words = lines[i].split(" ", 2);
      addresses.add(words[0]);
      devices.add(words[1]);
    }
    return new HostFacts(
        lines[0],
        lines[1],
        lines[2],
        Integer.parseInt(lines[3]),
        Long.parseLong(lines[4]),
        Long.parseLong(lines[5]),
        Long.parseLong(lines[6]),
        addresses,
        devices);
  }

  /// Where another process on this host's network finds `port` of this host, in the order in which
  /// the ranks of a job try.
  List<InetSocketAddress> endpoints(int port) throws IOException {
    var all = new ArrayList<InetSocketAddress>();
    for (String each : addresses) {
      all.add(new InetSocketAddress(InetAddress.getByName(each), port));
    }
    return LocalHost.sorted(all, LocalHost.addresses());
  }
}
