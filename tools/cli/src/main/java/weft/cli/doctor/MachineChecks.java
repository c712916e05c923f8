// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import weft.cli.Machine;
import weft.cli.RankCommand;
import weft.memory.Accelerators;
import weft.transport.Sizes;
import weft.transport.host.Share;
import weft.transport.job.Jobs;

/// The checks of `weft doctor` for the machine and its Java.
final class MachineChecks {
  private static final long LITTLE_SPACE = 256L << 20;

  private final Machine machine;

  MachineChecks(Machine machine) {
    this.machine = machine;
  }

  List<Check> all() {
    return List.of(
        java(Runtime.version()),
        cores(),
        memory(),
        sharedMemory(Jobs.sharedMemory()),
        temporary(),
        startCaches());
  }

  static Check java(Runtime.Version version) {
    String home = System.getProperty("java.home");
    return Check.ok(
            "Java", version + " in " + home, Map.of("version", version.toString(), "home", home))
        .adviceIf(
            ToolProvider.getSystemJavaCompiler() == null,
            "It has no compiler, so .java files cannot be run; set JAVA_HOME to a JDK 25.")
        .adviceIf(
            !Accelerators.takesArrays(version),
            "Its G1 may move an array that native code holds (JDK-8377811), which corrupts data, "
                + "also in java.util.zip. Weft passes native code no arrays in it, so large arrays "
                + "are copied and added more slowly. Use 25.0.3 or newer.");
  }

  private Check cores() {
    int cpus = machine.cpus().size();
    return Check.ok(
            "cores",
            machine.cores()
                + (machine.cores() < cpus
                    ? " (the container's quota; " + cpus + " processors)"
                    : ""),
            Map.of("cores", machine.cores(), "processors", cpus))
        .adviceIf(
            machine.cores() == 1,
            "Ranks take turns on one core: programs run, but measurements here mean little.");
  }

  private Check memory() {
    Share share = machine.share(machine.cores());
    return Check.ok(
            "memory",
            Sizes.show(machine.memory())
                + (machine.limited() ? " (the container's limit)" : "")
                + ", so "
                + Sizes.show(share.heap())
                + " of heap for each of "
                + machine.cores()
                + " ranks",
            Map.of(
                "bytes", machine.memory(),
                "limitedByContainer", machine.limited(),
                "heapPerRank", share.heap()))
        .adviceIf(
            share.heap() == Share.LEAST_HEAP,
            "That is the minimum for a rank; run fewer ranks, or give the container more memory.");
  }

  /// Checks the folder that holds the rings and registered heaps of a job, if there is room.
  static Check sharedMemory(Path folder) {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return Check.of(
          "shared memory",
          Check.State.ADVICE,
          folder + " is not there, or not writable",
          "Jobs put their rings and registered memory into the temporary folder instead, which "
              + "may be on a disk.");
    }
    return space("shared memory", folder)
        .adviceIf(
            free(folder) < LITTLE_SPACE,
            "Jobs whose rings and --heap memory do not fit use the temporary folder instead. "
                + "Start a container with more: docker run --shm-size=1g. Otherwise see what fills "
                + folder
                + ".");
  }

  private static Check temporary() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      return Check.of(
          "temporary folder",
          Check.State.PROBLEM,
          folder + " is not there, or not writable",
          "Jobs keep their sockets there; create it, or name another one with"
              + " JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR.");
    }
    return space("temporary folder", folder)
        .adviceIf(free(folder) < LITTLE_SPACE, "Free some space in it.");
  }

  private static Check space(String name, Path folder) {
    try {
      FileStore store = Files.getFileStore(folder);
      return Check.ok(
          name,
          folder
              + ", "
              + Sizes.show(store.getUsableSpace())
              + " of "
              + Sizes.show(store.getTotalSpace())
              + " free",
          Map.of(
              "folder", folder.toString(),
              "bytes", store.getTotalSpace(),
              "freeBytes", store.getUsableSpace()));
    } catch (IOException e) {
      return Check.of(
          name, Check.State.ADVICE, folder + " cannot be measured", e.getMessage() + ".");
    }
  }

  private static long free(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // The check itself reports it.
    }
  }

  private static Check startCaches() {
    Path cache = RankCommand.preparedCache();
    return cache != null
        ? Check.ok("start-up cache", cache.toString(), Map.of("file", cache.toString()))
        : Check.of(
            "start-up cache",
            Check.State.ABSENT,
            "none",
            "Ranks take about twice as long to start; ./weft creates the cache if its folder is "
                + "writable.");
  }
}
