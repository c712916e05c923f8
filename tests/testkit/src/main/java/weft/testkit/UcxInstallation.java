// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The UCX library of this machine, for tests that need one.
public final class UcxInstallation {
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib",
          "/usr/local/lib");

  private UcxInstallation() {}

  /// The reason why tests cannot use UCX, as a sentence for a skipped test; empty if they can.
  public static Optional<String> missing() {
    for (String folder : FOLDERS) {
      if (Files.exists(Path.of(folder, "libucp.so.0"))) {
        return Optional.empty();
      }
    }
    return Optional.of("libucp.so.0 is not installed: Debian has it in the package libucx0");
  }
}
