// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.nio.file.Path;

/// The memory of this machine, or of the container in which this process runs.
///
/// @param bytes the bytes that processes here may use together; 0 if unknown
/// @param limited whether a control group sets a lower limit than the machine's memory
public record HostMemory(long bytes, boolean limited) {
  private static final class Here {
    static final HostMemory MEMORY = read(Path.of("/"));
  }

  /// The memory of this machine; read once.
  public static HostMemory here() {
    return Here.MEMORY;
  }

  /// The memory of the machine whose /proc and /sys are below `root`.
  public static HostMemory read(Path root) {
    return of(total(root), Cgroups.read(root));
  }

  /// The memory of a machine of `total` bytes, 0 if unknown, under these limits.
  public static HostMemory of(long total, Cgroups cgroups) {
    long limit = cgroups.memoryLimit();
    if (total <= 0) {
      return limit == Long.MAX_VALUE ? new HostMemory(0, false) : new HostMemory(limit, true);
    }
    return new HostMemory(Math.min(total, limit), limit < total);
  }

  /// The machine's bytes by /proc, or 0.
  public static long total(Path root) {
    String text = Proc.field(root.resolve("proc/meminfo"), "MemTotal:");
    return text.endsWith(" kB") ? Long.parseLong(text.substring(0, text.length() - 3)) << 10 : 0;
  }
}
