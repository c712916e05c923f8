// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import weft.cli.CommandException;
import weft.cli.JsonFile;
import weft.cli.Leftovers;
import weft.cli.Machine;
import weft.cli.Main;

/// `weft doctor`: checks this machine, and looks for files that jobs left behind; or checks several
/// hosts, and the ways between them.
@Command(
    name = "doctor",
    customSynopsis = "weft doctor [OPTIONS]",
    sortOptions = false,
    description = {
      "Checks this machine and the installation, and finds files that jobs left behind.",
      "With --hosts or --pairs: checks hosts, and whether each reaches each other.",
      ""
    },
    footer = {"", "The exit code is 0 if all is there that Weft needs, else 1."})
public final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the checks to this " + "file.")
  @Nullable Path json;

  @Option(names = "--clean", description = "Remove the files of jobs whose launcher was killed.")
  boolean clean;

  @Option(
      names = "--hosts",
      paramLabel = "HOSTS",
      description = "Check these hosts by ssh, and each pair both ways: alpha,beta or @FILE.")
  @Nullable String hosts;

  @Option(
      names = "--pairs",
      description =
          "Be one of several processes that srun or another launcher has started, and check their"
              + " hosts.")
  boolean pairs;

  @Option(
      names = "--ports",
      paramLabel = "FIRST-LAST",
      description = "With --hosts or --pairs: try these ports, as weft run --ports uses them.")
  String ports = "";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  private final PrintStream out;
  private final Machine machine;

  public DoctorCommand(PrintStream out, Machine machine) {
    this.out = out;
    this.machine = machine;
  }

  @Override
  public Integer call() {
    if (hosts != null || pairs) {
      if (json != null || clean || (hosts != null && pairs)) {
        throw CommandException.usage("--hosts, --pairs, --json and --clean do not go together.");
      }
      var check = new HostsCheck(System.getenv(), out);
      return hosts != null ? check.bySsh(hosts, ports) : check.asRank(ports);
    }
    if (!ports.isEmpty()) {
      throw CommandException.usage("--ports needs --hosts or --pairs.");
    }
    if (json != null) {
      JsonFile.checkTarget(json);
    }
    var checks = new ArrayList<Check>(new MachineChecks(machine).all());
    checks.addAll(ToolChecks.all());
    checks.add(Leftovers.check(clean));
    Main.commands().forEach(it -> checks.addAll(it.checks(clean)));
    print(checks);
    boolean ok = checks.stream().noneMatch(check -> check.state() == Check.State.PROBLEM);
    out.println();
    out.println(ok ? "All that Weft needs is there." : "Something that Weft needs is missing.");
    if (json != null) {
      var content = new LinkedHashMap<String, Object>();
      content.put("weft", Main.versionNumber());
      content.put("ok", ok);
      content.put("machine", machine.toMap());
      content.put("checks", checks.stream().map(Check::toMap).toList());
      JsonFile.write(json, content);
    }
    return ok ? 0 : 1;
  }

  private void print(List<Check> checks) {
    int width = checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
    for (Check check : checks) {
      out.printf(
          Locale.ROOT,
          "%-7s  %-" + width + "s  %s%n",
          check.state().word(),
          check.name(),
          check.found());
      if (!check.advice().isEmpty()) {
        out.println(" ".repeat(9 + width + 2) + check.advice());
      }
    }
  }
}
