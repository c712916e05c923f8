// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.nio.file.Path;
import java.util.BitSet;

/// Lists of processors as the kernel writes them: `0-3,8`.
public final class CpuList {
  private CpuList() {}

  /// The list of the processors that this process may use; empty if the kernel does not say.
  public static String own() {
    return of(Path.of("/proc/self/status"));
  }

  /// The list in a file like `/proc/self/status`; empty if there is none.
  public static String of(Path status) {
    return Proc.field(status, "Cpus_allowed_list:");
  }

  /// The numbers of the processors in a list.
  public static BitSet parse(String list) {
    var processors = new BitSet();
    for (String range : list.split(",", -1)) {
      if (!range.isBlank()) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
        processors.set(first, last + 1);
      }
    }
    return processors;
  }
}
