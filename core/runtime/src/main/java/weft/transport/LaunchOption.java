// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// An option of `weft run` that a transport understands. Several may declare the same one.
///
/// @param name the option, such as `--hosts`; two different options must not have the same name
/// @param label the label of its value in help, such as `HOSTS`
/// @param variable the environment variable through which ranks and [TransportProvider#host] get it
/// @param description one sentence for help
public record LaunchOption(String name, String label, String variable, String description) {
  /// The hosts on which ranks start, for every transport that reaches others.
  public static final LaunchOption HOSTS =
      new LaunchOption(
          "--hosts",
          "HOSTS",
          JobVariables.HOSTS,
          "Start ranks on these hosts: alpha,beta or alpha:2,beta:4, or @FILE with a host in each"
              + " line. Over mpi if there is an mpirun, else over tcp, which needs ssh and a JDK"
              + " on each.");

  /// The ports at which a job listens for other hosts, for every transport that reaches others. A
  /// rank takes it too, whatever has started it.
  public static final LaunchOption PORTS =
      new LaunchOption(
          "--ports",
          "FIRST-LAST",
          JobVariables.PORTS,
          "Listen for other hosts at these ports only, for firewalls: 40000-40100.");
}
