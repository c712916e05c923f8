// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// The kernel's table of TCP sockets (`/proc/net/tcp` and `tcp6`, proc(5)): which connections have
/// bytes that the other host has not acknowledged, and how often the kernel has asked in vain.
final class SocketTable {
  private static final List<Path> FILES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final int HEX = 16;

  // The columns of a line.
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int QUEUES = 4;
  private static final int RETRANSMISSIONS = 6;
  private static final int PROBES = 8;

  private SocketTable() {}

  /// Both ends of a connection.
  record Ends(InetSocketAddress local, InetSocketAddress remote) {}

  /// Reads the connections of this network that have unacknowledged bytes. The value is how often
  /// the kernel has sent the oldest of them again, or asked whether a closed window is open, since
  /// the other host has answered last.
  ///
  /// @throws IOException if the kernel does not show them
  static Map<Ends, Integer> pending() throws IOException {
    var pending = new HashMap<Ends, Integer>();
    for (Path file : FILES) {
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        String line = lines.readLine(); // the heading
        for (line = lines.readLine(); line != null; line = lines.readLine()) {
          add(line.strip().split(" +"), pending);
        }
      } catch (NoSuchFileException e) {
        // This kernel has no IPv6.
      }
    }
    return pending;
  }

  /// Adds the socket of a line if it has unacknowledged bytes.
  private static void add(String[] columns, Map<Ends, Integer> pending) throws IOException {
    if (columns.length <= PROBES || columns[QUEUES].startsWith("00000000:")) {
      return;
    }
    int retransmissions = Integer.parseUnsignedInt(columns[RETRANSMISSIONS], HEX);
    int probes = Integer.parseInt(columns[PROBES]);
    var ends = new Ends(address(columns[LOCAL]), address(columns[REMOTE]));
    pending.put(ends, Math.max(retransmissions, probes));
  }

  /// An address is four bytes, or four times four, each in the order of this processor, and a port.
  static InetSocketAddress address(String text) throws IOException {
    int colon = text.indexOf(':');
    byte[] bytes = HexFormat.of().parseHex(text, 0, colon);
    if (java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN) {
      for (int word = 0; word < bytes.length; word += Integer.BYTES) {
        swap(bytes, word, word + 3);
        swap(bytes, word + 1, word + 2);
      }
    }
    int port = Integer.parseInt(text.substring(colon + 1), HEX);
    return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
  }

  private static void swap(byte[] bytes, int one, int other) {
    byte kept = bytes[one];
    bytes[one] = bytes[other];
    bytes[other] = kept;
  }
}
