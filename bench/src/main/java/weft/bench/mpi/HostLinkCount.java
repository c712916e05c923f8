// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What this process's host has sent over its network interfaces so far, as the kernel counts it.
///
/// @param bytes with the headers
/// @param packets as the interface sees them: a large one may be cut further down
record HostLinkCount(long bytes, long packets) {
  /// The place of what was sent in a line, behind the interface's name.
  private static final int SENT_BYTES = 8;

  private static final int SENT_PACKETS = 9;

  /// Of all interfaces but the loopback.
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
