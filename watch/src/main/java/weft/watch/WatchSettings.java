// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.Map;
import weft.transport.JobVariables;
import weft.transport.job.Proc;

/// How long a [PeerWatch] waits for what.
///
/// @param lost the nanoseconds after which a host that does not answer is lost
/// @param grace the nanoseconds that a rank may take to end by itself once the job has failed
/// @param stall the nanoseconds after which a standstill is told, 0 for never
/// @param program what the user calls the program
/// @param launcher the process that has started the job and ends it when it is told to, if that is
///   on this host; 0 where there is none
record WatchSettings(long lost, long grace, long stall, String program, long launcher) {
  private static final double DEFAULT_LOST = 15;

  /// What `environment` says.
  ///
  /// @throws weft.WeftException when it says nonsense
  static WatchSettings of(Map<String, String> environment) {
    String program = environment.get(JobVariables.PROGRAM);
    return new WatchSettings(
        JobVariables.seconds(
            environment,
            JobVariables.LOST,
            DEFAULT_LOST,
            Keepalive.LEAST_SECONDS,
            "at least " + Keepalive.LEAST_SECONDS),
        JobVariables.grace(environment),
        JobVariables.stall(environment),
        program == null ? System.getProperty("sun.java.command", "a program") : program,
        launcher(environment.getOrDefault(JobVariables.LAUNCHER, "")));
  }

  /// The number is another process's on another host, which began at another time.
  private static long launcher(String text) {
    if (!text.matches("\\d{1,18} \\d{1,18}")) {
      return 0;
    }
    String[] parts = text.split(" ", -1);
    long pid = Long.parseLong(parts[0]);
    return Proc.started(pid) == Long.parseLong(parts[1]) ? pid : 0;
  }
}
