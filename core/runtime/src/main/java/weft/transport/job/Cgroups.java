// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The limits that control groups (versions 1 and 2) set this process; a parent group may set the
/// tighter one.
///
/// @param memoryLimit bytes, [Long#MAX_VALUE] for none
/// @param cpuLimit the limit of processor time, in processors; infinite for none
public record Cgroups(long memoryLimit, double cpuLimit) {
  /// The limits of this process, with /proc and /sys below `root`.
  public static Cgroups read(Path root) {
    long memory = Long.MAX_VALUE;
    double cpus = Double.POSITIVE_INFINITY;
    Path mount = root.resolve("sys/fs/cgroup");
    for (String line : lines(root.resolve("proc/self/cgroup"))) {
      String[] parts = line.split(":", 3); // number, controllers, path
      if (parts.length < 3) {
        continue;
      }
      List<String> controllers = List.of(parts[1].split(",", -1));
      if (parts[0].equals("0")) {
        for (Path group : upwards(mount, parts[2])) {
          memory = Math.min(memory, bytes(group.resolve("memory.max")));
          cpus = Math.min(cpus, quota(first(group.resolve("cpu.max"))));
        }
      } else if (controllers.contains("memory")) {
        for (Path group : upwards(mount.resolve("memory"), parts[2])) {
          memory = Math.min(memory, bytes(group.resolve("memory.limit_in_bytes")));
        }
      } else if (controllers.contains("cpu")) {
        for (Path group : upwards(mount.resolve("cpu"), parts[2])) {
          String quota = first(group.resolve("cpu.cfs_quota_us"));
          cpus = Math.min(cpus, quota(quota + " " + first(group.resolve("cpu.cfs_period_us"))));
        }
      }
    }
    return new Cgroups(memory, cpus);
  }

  /// The number of `all` processors that the quota allows, at least one.
  public int processors(int all) {
    return (int) Math.max(1, Math.min(all, Math.ceil(cpuLimit)));
  }

  /// The group's folder and its parents, up to the mount. A container often sees its own group
  /// mounted at the top, and the path does not exist there; then only the top has limits.
  private static List<Path> upwards(Path mount, String group) {
    var folders = new ArrayList<Path>();
    Path folder = mount.resolve(group.substring(Math.min(1, group.length()))).normalize();
    while (folder != null && folder.startsWith(mount)) {
      folders.add(folder);
      folder = folder.getParent();
    }
    return folders;
  }

  private static long bytes(Path file) {
    String text = first(file);
    return text.isEmpty() || text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
  }

  /// "quota period", where `max` or −1 means no quota.
  private static double quota(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty() || parts[0].equals("max")) {
      return Double.POSITIVE_INFINITY;
    }
    double quota = Double.parseDouble(parts[0]);
    return quota <= 0 ? Double.POSITIVE_INFINITY : quota / Double.parseDouble(parts[1]);
  }

  private static String first(Path file) {
    List<String> lines = lines(file);
    return lines.isEmpty() ? "" : lines.getFirst().trim();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of(); // The file does not exist: no limit.
    }
  }
}
