// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Identifies the clock that this process reads, and its host. Processes of one boot of one machine
/// share the monotonic clock, unless they are in different time namespaces, and are on one host,
/// unless they are in different network namespaces.
public final class Identity {
  private Identity() {}

  /// A number that is equal for processes that share a clock.
  public static long clock() {
    return of("time");
  }

  /// A number that is equal for processes on one host.
  public static long host() {
    return of("net");
  }

  private static long of(String namespace) {
    long hash = 1;
    try {
      hash = mix(hash, Files.readString(Path.of("/proc/sys/kernel/random/boot_id")));
      hash = mix(hash, Files.readSymbolicLink(Path.of("/proc/self/ns", namespace)).toString());
    } catch (IOException | UnsupportedOperationException e) {
      hash = mix(hash, "no /proc");
    }
    return hash;
  }

  private static long mix(long hash, String text) {
    long mixed = hash;
    for (int i = 0; i < text.length(); i++) {
      mixed = (mixed ^ text.charAt(i)) * 0x100000001b3L;
    }
    return mixed;
  }
}
