// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;

/// What Slurm has given a batch job, or the shell of an allocation: `8(x4),2` slots mean eight on
/// each of four hosts, and two on the fifth. `mpirun` and `srun` start ranks there.
///
/// @param places the number of slots
/// @param most the largest number of them on one host; 0 if unknown
/// @param hosts the number of hosts; 0 if unknown
public record SlurmAllocation(int places, int most, int hosts) {
  private static final String VARIABLE = "SLURM_TASKS_PER_NODE";
  private static final String EACH = "SLURM_CPUS_PER_TASK";
  private static final Pattern HOSTS = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");

  /// What `environment` says of an allocation; unknown if it says nothing, or this in another way.
  public static SlurmAllocation of(Map<String, String> environment) {
    int places = 0;
    int most = 0;
    int hosts = 0;
    for (String part : environment.getOrDefault(VARIABLE, "").split(",", -1)) {
      Matcher matcher = HOSTS.matcher(part);
      if (!matcher.matches()) {
        return new SlurmAllocation(0, 0, 0);
      }
      int each = Integer.parseInt(matcher.group(1));
      String count = matcher.group(2);
      int alike = count == null ? 1 : Integer.parseInt(count);
      places += each * alike;
      hosts += alike;
      most = Math.max(most, each);
    }
    return new SlurmAllocation(places, most, hosts);
  }

  /// The allocation in which this process can start ranks by `srun`, or null: there is none, this
  /// process is itself one of several tasks of a step, or `srun` is not installed.
  public static @Nullable SlurmAllocation ofJob(Map<String, String> environment) {
    boolean isJob = !environment.getOrDefault("SLURM_JOB_ID", "").isEmpty();
    if (!isJob || ForeignLauncher.of(environment, ForeignLauncher.TCP) != null) {
      return null;
    }
    SlurmAllocation found = of(environment);
    return found.places > 0 && Shell.find("srun") != null ? found : null;
  }

  /// The largest number of `ranks` on one host. Hosts are filled in order, and again if ranks
  /// outnumber all slots.
  public int mostOnOneHost(int ranks) {
    return most == 0 ? ranks : Math.min(ranks, most * Math.ceilDiv(ranks, places));
  }

  /// The words that start `ranks` tasks in this allocation.
  public List<String> srun(int ranks, Map<String, String> settings) {
    var words = new ArrayList<>(List.of("srun", "--ntasks=" + ranks));
    // The variables of the ranks; the transport is TCP whatever kind of MPI is usual here.
    words.addAll(List.of("--export=ALL", "--mpi=none"));
    if (ranks < places) {
      // Another step may run beside this one, and have the slots of a host.
      words.addAll(List.of("--exact", "--nodes=1-" + Math.min(ranks, hosts)));
    }
    if (ranks > 1) {
      words.add("--input=0");
    }
    String each = settings.getOrDefault(EACH, "");
    if (!each.isEmpty()) {
      words.add("--cpus-per-task=" + each); // Since Slurm 22.05 a step does not inherit it.
    }
    if ("1".equals(settings.get(JobVariables.BIND))) {
      words.add("--cpu-bind=cores");
    }
    if (JobVariables.isSet(settings, JobVariables.TAG_OUTPUT)) {
      words.add("--label");
    }
    return words;
  }
}
