// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.Map;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.Proc;

/// The times that a [PeerWatch] waits.
///
/// @param lost the nanoseconds after which a host that does not answer is lost
/// @param grace the nanoseconds that a rank may take to end after the job has failed
/// @param stall the nanoseconds after which a standstill is reported, 0 for never
/// @param program the program's name in reports
/// @param launcher the process that started the job and ends it on request, if it is on this host;
///   else 0
/// @param launcherAt where a launcher on another host listens; empty if it does not
/// @param ports where ranks on several hosts listen for each other
record WatchSettings(
    long lost,
    long grace,
    long stall,
    String program,
    long launcher,
    String launcherAt,
    PortRange ports) {
  /// Reads the settings from `environment`.
  ///
  /// @throws weft.WeftException if a value is not valid
  static WatchSettings of(Map<String, String> environment) {
    String program = environment.get(JobVariables.PROGRAM);
    return new WatchSettings(
        JobVariables.lost(environment),
        JobVariables.grace(environment),
        JobVariables.stall(environment),
        program == null ? System.getProperty("sun.java.command", "a program") : program,
        launcher(environment.getOrDefault(JobVariables.LAUNCHER, "")),
        environment.getOrDefault(JobVariables.LAUNCHER_AT, ""),
        PortRange.of(environment));
  }

  /// Returns the launcher's process if it is on this host. On another host, a process of the same
  /// number would have begun at another time.
  private static long launcher(String text) {
    if (!text.matches("\\d{1,18} \\d{1,18}")) {
      return 0;
    }
    String[] parts = text.split(" ", -1);
    long pid = Long.parseLong(parts[0]);
    return Proc.started(pid) == Long.parseLong(parts[1]) ? pid : 0;
  }
}
