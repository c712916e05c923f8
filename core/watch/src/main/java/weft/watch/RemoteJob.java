// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.job.SlurmAllocation;
import weft.watch.launch.FarJob;
import weft.watch.launch.SrunJob;

/// Starts a job whose ranks are on the hosts that [JobVariables#HOSTS] names, over `ssh`; or on
/// those that Slurm has given this process, by `srun`; or else on this machine. It is for a
/// transport that needs only an [AllGather]. Hosts need an `sshd` and a JDK: Weft's jars and the
/// program's are brought along. See docs/design/0100.
public final class RemoteJob {
  private RemoteJob() {}

  /// Starts one rank of `transport` for each of `commands`, and waits for all ranks. On other hosts
  /// the folder is the same as here, if it exists there, or else the home.
  ///
  /// @param environment variables to add to each rank's environment
  /// @return the exit code of the first rank that failed, or 0
  /// @throws weft.WeftException if the job cannot be started; with a sentence for each host that
  ///   cannot be used
  public static int run(
      String transport, List<List<String>> commands, Map<String, String> environment) {
    var settings = new HashMap<>(System.getenv());
    settings.putAll(environment);
    String hosts = settings.getOrDefault(JobVariables.HOSTS, "");
    if (!hosts.isEmpty()) {
      return FarJob.run(transport, Hosts.parse(hosts, commands.size()), commands, environment);
    }
    SlurmAllocation allocation = SlurmAllocation.ofJob(settings);
    return allocation == null
        ? LocalJob.run(transport, commands, environment)
        : SrunJob.run(allocation, transport, commands, environment);
  }
}
