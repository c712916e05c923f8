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

/// `weft lab do`: applies events to a running lab.
@Command(
    name = "do",
    customSynopsis = "weft lab do [OPTIONS] EVENT...",
    sortOptions = false,
    description = {
      "Applies an event to a host of a running lab:",
      "",
      "  cut=h1              its link passes nothing, without notice",
      "  restore=h1          its link works again",
      "  kill=h1             the host dies, without notice",
      "  slow=h1/10mbit      its link has another rate; none for no limit",
      ""
    })
final class LabDoCommand implements Callable<Integer> {
  @Option(
      names = "--lab",
      paramLabel = "NAME",
      description = "The lab, as named by weft lab list; by default the only one.")
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
            "Traffic ends with the process that started it; use weft lab run,"
                + " --at 0s:traffic=h0/h1.");
      }
      event.happen(found);
      out.println("weft: " + event + ".");
    }
    return 0;
  }
}
