// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import weft.transport.TransportProvider;
import weft.transport.job.Shell;

/// The checks of `weft doctor` for transports and external programs.
final class ToolChecks {
  private ToolChecks() {}

  static List<Check> all() {
    return List.of(
        transports(),
        tools("binding", "Ranks cannot be bound (--bind); install util-linux.", "taskset"),
        MpiChecks.check(),
        UcxCheck.check(),
        AcceleratorCheck.check(),
        BlasCheck.check(),
        tools(
            "MPI compiler",
            "Only comparisons in weft bench need it; on Debian: apt install libopenmpi-dev.",
            "mpicc"),
        tools(
            "UCX benchmark",
            "Only comparisons in weft bench need it; on Debian: apt install ucx-utils.",
            "ucx_perftest"));
  }

  private static Check transports() {
    var names = new TreeSet<String>();
    names.add("threads");
    ServiceLoader.load(TransportProvider.class).forEach(provider -> names.add(provider.name()));
    var values = Map.<String, Object>of("names", List.copyOf(names));
    var check = Check.ok("transports", String.join(", ", names), values);
    return names.contains("shm")
        ? check
        : new Check(
            check.name(),
            Check.State.PROBLEM,
            check.found(),
            "The transport between processes is missing; put weft-shm on the class path.",
            values);
  }

  /// Checks that all `programs` are on the PATH.
  private static Check tools(String name, String advice, String... programs) {
    var found = new ArrayList<String>();
    var missing = new ArrayList<String>();
    for (String program : programs) {
      Path path = Shell.find(program);
      if (path == null) {
        missing.add(program);
      } else {
        found.add(path.toString());
      }
    }
    var values = Map.<String, Object>of("found", found, "missing", missing);
    return missing.isEmpty()
        ? Check.ok(name, String.join(", ", found), values)
        : new Check(
            name, Check.State.ABSENT, "no " + String.join(", no ", missing), advice, values);
  }
}
