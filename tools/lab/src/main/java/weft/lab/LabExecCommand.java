// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.Child;
import weft.cli.CommandException;

/// `weft lab exec`: runs a command or a shell on a host of a running lab.
@Command(
    name = "exec",
    customSynopsis = "weft lab exec [OPTIONS] HOST [COMMAND...]",
    sortOptions = false,
    description = {
      "Runs a command on a host of a running lab: h0, h1, ... or login, where jobs",
      "start. Without a command, runs a shell.",
      ""
    },
    footer = {"", "The exit code is that of the command."})
final class LabExecCommand implements Callable<Integer> {
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

  @Parameters(index = "0", arity = "0..1", hidden = true)
  @Nullable String host;

  @Parameters(index = "1..*", hidden = true)
  List<String> command = new ArrayList<>();

  @Override
  public Integer call() {
    if (host == null) {
      throw CommandException.usage("weft lab exec needs a HOST: h0, h1, ... or login.");
    }
    Lab found = LabCommand.find(lab);
    String shell = System.getenv("SHELL");
    List<String> words = !command.isEmpty() ? command : List.of(shell == null ? "sh" : shell);
    ProcessBuilder builder = found.on(host, words);
    return Child.run(builder.command(), Map.copyOf(found.environment()));
  }
}
