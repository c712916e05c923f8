// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.List;
import java.util.Map;

/// A transport whose ranks are processes, found by [java.util.ServiceLoader] on class path and
/// module path alike.
public interface TransportProvider {
  /// The name that `--transport` takes.
  String name();

  /// Joins, as one rank, the job that started this process, described by `environment` (see
  /// [JobVariables]). Returns when every rank has joined.
  ///
  /// @throws weft.WeftException if joining fails, or another rank failed meanwhile
  Transport join(Map<String, String> environment);

  /// Starts `size` ranks, each as a process that runs `command` with the job's variables in its
  /// environment. It forwards their output in whole lines, and waits for all of them. If one fails,
  /// all are ended, and the report is printed once.
  ///
  /// @param commands the command line of each rank
  /// @param environment variables to add to each rank's environment
  /// @return the exit code: 0 if every rank succeeded, else that of the rank that failed first
  int host(List<List<String>> commands, Map<String, String> environment);

  /// The options of `weft run` for this transport, besides those for all jobs.
  default List<LaunchOption> options() {
    return List.of();
  }

  /// Whether this machine has what starts ranks over it. If several transports declare an option
  /// that the user gives, the first of these that is installed is taken, in the order of their
  /// names.
  default boolean isInstalled(Map<String, String> environment) {
    return true;
  }

  /// Checks whether `ranks` ranks can be started with these variables, before anything is started.
  ///
  /// @throws weft.WeftException naming the option that is wrong
  default void check(int ranks, Map<String, String> environment) {}

  /// The maximum number of `ranks` that share the memory and the processors of one machine,
  /// according to `environment`. The default is all ranks.
  default int mostTogether(int ranks, Map<String, String> environment) {
    return ranks;
  }

  /// Whether ranks may be started on other machines, which see other files.
  default boolean isSpread(Map<String, String> environment) {
    return false;
  }

  /// Whether [#host] brings the program along to other machines. Else it must be there.
  default boolean bringsProgram(Map<String, String> environment) {
    return false;
  }

  /// Whether [#host] itself gives each JVM its share of the machine on which it is started, as
  /// [JobVariables#JAVA_HEAP] requests. Else the command lines have the options for it.
  default boolean sizesJvms(Map<String, String> environment) {
    return false;
  }

  /// Whether [#host] itself binds ranks to processors if [JobVariables#BIND] requests it.
  default boolean bindsRanks(Map<String, String> environment) {
    return false;
  }
}
