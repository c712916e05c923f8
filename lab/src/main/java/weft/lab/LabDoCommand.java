// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.CommandException;

/// `weft lab do`: lets something happen in a running lab.
@Command(
    name = "do",
    customSynopsis = "weft lab do [OPTIONS] EVENT...",
    sortOptions = false,
    description = {
      "Lets something happen to a host of a running lab:",
      "",
      "  cut=h1              nothing gets through its link any more, and nobody is told",
      "  restore=h1          its link works again",
      "  kill=h1             it dies, and nobody is told",
      "  slow=h1/10mbit      its link has another rate; none for no limit",
      ""
    })
final class LabDoCommand implements Callable<Integer> {
  @Option(
      names = "--lab",
      paramLabel = "NAME",
      description = "Which lab, as weft lab list calls it; the only one unless given.")
  @Nullable String lab;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(hidden = true)
  List<String> events = new ArrayList<>();

  private final PrintStream out;

  LabDoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (events.isEmpty()) {
      throw CommandException.usage("weft lab do needs an EVENT, such as cut=h1.");
    }
    Lab found = LabCommand.find(lab);
    List<LabEvent> parsed =
        events.stream().map(event -> LabEvent.parse(event, found.size())).toList();
    for (LabEvent event : parsed) {
      if (event.action() == LabEvent.Action.TRAFFIC) {
        throw CommandException.usage(
            "Traffic ends with the process that started it: give it to weft lab run,"
                + " --at 0s:traffic=h0/h1.");
      }
      event.happen(found);
      out.println("weft: " + event + ".");
    }
    return 0;
  }
}
