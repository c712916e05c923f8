// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whose processor this is, as far as that decides how data goes fastest.
final class Processor {
  /// Whether it is one of AMD's.
  static final boolean IS_AMD = isAmd(Path.of("/proc/cpuinfo"));

  private Processor() {}

  /// Whether the first processor of a list as Linux writes it is one of AMD's; not, where there is
  /// no such list.
  static boolean isAmd(Path list) {
    try (var reader = Files.newBufferedReader(list)) {
      // The first lines alone: the list of a large machine is long.
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("vendor_id")) {
          return line.endsWith("AuthenticAMD");
        }
      }
    } catch (IOException e) {
      // Then nothing says so.
    }
    return false;
  }
}
