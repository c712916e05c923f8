// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.Map;
import weft.transport.JobVariables;

/// How long a [PeerWatch] waits for what.
///
/// @param lost the nanoseconds after which a host that does not answer is lost
/// @param grace the nanoseconds that a rank may take to end by itself once the job has failed
/// @param stall the nanoseconds after which a standstill is told, 0 for never
/// @param program what the user calls the program
record WatchSettings(long lost, long grace, long stall, String program) {
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
        program == null ? System.getProperty("sun.java.command", "a program") : program);
  }
}
