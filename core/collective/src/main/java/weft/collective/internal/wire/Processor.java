// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The CPU vendor, on which the fastest way to move data depends.
final class Processor {
  /// Whether it is an AMD processor.
  static final boolean IS_AMD = isAmd(Path.of("/proc/cpuinfo"));

  private Processor() {}

  /// Whether the first processor in a list as Linux writes it is AMD's; false if there is no list.
  static boolean isAmd(Path list) {
    try (var reader = Files.newBufferedReader(list)) {
      // Only the first lines are needed; the list of a large machine is long.
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("vendor_id")) {
          return line.endsWith("AuthenticAMD");
        }
      }
    } catch (IOException e) {
      // The vendor is unknown.
    }
    return false;
  }
}
