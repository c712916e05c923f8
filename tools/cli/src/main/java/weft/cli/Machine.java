// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import weft.transport.host.Share;
import weft.transport.job.Cgroups;
import weft.transport.job.CpuList;
import weft.transport.job.HostMemory;
import weft.transport.job.Proc;

/// The resources of this machine, or of its container, for a job.
///
/// It reads the kernel's files instead of asking the JVM: the launcher's JVM is limited, and the
/// management classes take 40 ms to load.
///
/// @param cpus the numbers of the processors that may be used
/// @param cores the number of cores to use: the processors, or the container's quota if less
/// @param memory bytes of memory of the machine, or the container's limit if less
/// @param limited whether the memory is a container's limit
public record Machine(List<Integer> cpus, int cores, long memory, boolean limited) {
  public Machine {
    cpus = List.copyOf(cpus);
  }

  /// Reads this machine.
  public static Machine here() {
    return read(Path.of("/"));
  }

  /// Reads the machine whose /proc and /sys are below `root`.
  static Machine read(Path root) {
    List<Integer> cpus =
        CpuList.parse(CpuList.of(root.resolve("proc/self/status"))).stream().boxed().toList();
    if (cpus.isEmpty()) {
      cpus = IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList();
    }
    long total = HostMemory.total(root);
    var cgroups = Cgroups.read(root);
    HostMemory memory = HostMemory.of(total > 0 ? total : askTheJvm(), cgroups);
    return new Machine(cpus, cgroups.processors(cpus.size()), memory.bytes(), memory.limited());
  }

  /// An equal share of this machine for each of `jvms`.
  public Share share(int jvms) {
    return Share.of(memory, cores, jvms);
  }

  /// The values as an object of a JSON file.
  public Map<String, Object> toMap() {
    var map = new LinkedHashMap<String, Object>();
    map.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    map.put("architecture", System.getProperty("os.arch"));
    map.put(
        "processorModel",
        Proc.field(Path.of("/proc/cpuinfo"), "model name").replaceFirst("^: *", ""));
    map.put("processors", cpus.size());
    map.put("cores", cores);
    map.put("memoryBytes", memory);
    map.put("memoryLimitedByContainer", limited);
    return map;
  }

  private static long askTheJvm() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getTotalMemorySize()
        : 4 * Runtime.getRuntime().maxMemory();
  }
}
