// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The bytes and packets that this host has sent over its network interfaces so far, as counted by
/// the kernel.
///
/// @param bytes bytes including headers
/// @param packets packets as the interface counts them: a large one may be segmented later
record HostLinkCount(long bytes, long packets) {
  /// The index of the sent bytes in a line, after the interface's name.
  private static final int SENT_BYTES = 8;

  private static final int SENT_PACKETS = 9;

  /// The sums over all interfaces except the loopback.
  static HostLinkCount now() {
    try {
      return parse(Files.readAllLines(Path.of("/proc/self/net/dev")));
    } catch (IOException e) {
      return new HostLinkCount(0, 0);
    }
  }

  static HostLinkCount parse(List<String> lines) {
    long bytes = 0;
    long packets = 0;
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon < 0 || line.substring(0, colon).strip().equals("lo")) {
        continue;
      }
      String[] words = line.substring(colon + 1).strip().split("\\s+");
      bytes += Long.parseLong(words[SENT_BYTES]);
      packets += Long.parseLong(words[SENT_PACKETS]);
    }
    return new HostLinkCount(bytes, packets);
  }

  HostLinkCount minus(HostLinkCount before) {
    return new HostLinkCount(bytes - before.bytes, packets - before.packets);
  }
}
