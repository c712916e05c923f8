// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import weft.JobFailedException;
import weft.WeftException;
import weft.cli.ClassPaths;
import weft.cli.CommandException;
import weft.transport.ForeignLauncher;
import weft.transport.Hosts;
import weft.transport.JobVariables;
import weft.transport.TransportProvider;
import weft.transport.host.PortRange;
import weft.transport.job.UserSecret;
import weft.watch.RemoteJob;
import weft.watch.probe.HostProbe;
import weft.watch.probe.HostsRefusedException;

/// The part of `weft doctor` for several hosts: what each has, and whether each reaches each other.
/// Its ranks are [HostProbe]s, which send no messages.
final class HostsCheck {
  /// More than any list of hosts has.
  private static final int MOST_HOSTS = 1 << 16;

  /// Seconds that ranks wait for each other: those that Slurm starts come at once.
  private static final String SECONDS_TO_MEET = "20";

  private final Map<String, String> around;
  private final PrintStream out;

  /// @param around the environment of this process
  HostsCheck(Map<String, String> around, PrintStream out) {
    this.around = around;
    this.out = out;
  }

  /// Starts a rank on each host of `list` by `ssh`. Hosts that cannot be used are left out, and
  /// named.
  ///
  /// @return the exit code: 0 if all is well
  int bySsh(String list, String ports) {
    var names = new ArrayList<String>();
    try {
      names.addAll(new LinkedHashSet<>(Hosts.parse(list, MOST_HOSTS).names()));
    } catch (WeftException e) {
      throw CommandException.usage("--hosts " + list + " is not possible: " + e.getMessage() + ".");
    }
    boolean isGood = true;
    while (!names.isEmpty()) {
      try {
        int code = RemoteJob.run("tcp", commands(names), environment(names, ports));
        return isGood ? code : Math.max(1, code);
      } catch (HostsRefusedException e) {
        isGood = false;
        String.valueOf(e.getMessage())
            .lines()
            .map(it -> it.replaceFirst("^weft: ", ""))
            .forEach(it -> out.println("fault    " + it + "."));
        names.removeAll(e.hosts());
      }
    }
    return 1;
  }

  private static Map<String, String> environment(List<String> names, String ports) {
    var environment = new HashMap<String, String>();
    var ones = Collections.nCopies(names.size(), 1);
    environment.put(JobVariables.HOSTS, new Hosts(names, ones).toString());
    environment.put(JobVariables.PROGRAM, "weft doctor");
    if (!ports.isEmpty()) {
      environment.put(JobVariables.PORTS, ports);
    }
    PortRange _ = checked(environment);
    return environment;
  }

  private static PortRange checked(Map<String, String> environment) {
    try {
      return PortRange.of(environment);
    } catch (WeftException e) {
      throw CommandException.usage("This cannot be: " + e.getMessage() + ".");
    }
  }

  private static List<List<String>> commands(List<String> names) {
    var classPath =
        ClassPaths.withRequired(ClassPaths.of(List.of(TransportProvider.class, HostProbe.class)));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m"));
    command.addAll(List.of("-cp", ClassPaths.join(classPath), HostProbe.class.getName()));
    command.addAll(names);
    return Collections.nCopies(names.size(), command);
  }

  /// Is one rank of those that `srun` has started, or the variables of a rank describe.
  ///
  /// @return the exit code: 0 if all is well
  int asRank(String ports) {
    try {
      ForeignLauncher launcher = ForeignLauncher.of(around, ForeignLauncher.TCP);
      if (launcher == null) {
        throw CommandException.usage(
            "--pairs is for processes that something else starts, each a rank: srun -N 4 weft"
                + " doctor --pairs, or the variables of a rank. weft doctor --hosts alpha,beta"
                + " starts them itself.");
      }
      Map<String, String> environment = launcher.complete(around);
      if (environment.getOrDefault(JobVariables.TOKEN, "").isEmpty()) {
        String job = launcher.job(around);
        if (!job.isEmpty()) {
          environment.put(JobVariables.TOKEN, UserSecret.token(around, job));
        }
      }
      environment.putIfAbsent(JobVariables.JOIN, SECONDS_TO_MEET);
      if (!ports.isEmpty()) {
        environment.put(JobVariables.PORTS, ports);
      }
      PortRange _ = checked(environment);
      return HostProbe.runRank(environment, out) ? 0 : 1;
    } catch (JobFailedException e) {
      return 1; // It was reported.
    }
  }
}
