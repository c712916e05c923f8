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
import weft.cli.KnownNames;
import weft.cli.Main;

/// `weft lab`: several hosts on one machine. Its larger sub-commands are separate classes.
@Command(
    name = "lab",
    customSynopsis = "weft lab COMMAND [OPTIONS]",
    sortOptions = false,
    description = {
      "Several hosts on this machine, each with its own network, name and shared",
      "memory, joined by links that can be slow, cut, or lost.",
      "",
      "  weft lab run --hosts 4 --rate 100mbit -- wave2d --steps 100",
      "                       a program on four hosts, one rank on each",
      "  weft lab run --hosts 2 --at 5s:cut=h1 -- mpirun --host h0,h1 ./a.out",
      "                       any command that starts processes on hosts",
      "",
      "Commands:",
      "  run      make hosts, run a program or a command, remove the hosts",
      "  exec     run a command on a host of a running lab",
      "  do       cut or restore a link, kill a host, ... in a running lab",
      "  list     list the running labs",
      "  check    check whether this machine has all that a lab needs",
      "  clean    remove labs whose process was killed",
      ""
    },
    footer = {"", "weft lab run --help, exec --help and do --help show more."})
final class LabCommand implements Callable<Integer> {
  private static final List<String> COMMANDS =
      List.of("run", "exec", "do", "list", "check", "clean");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(index = "0", arity = "0..1", hidden = true)
  @Nullable String command;

  @Parameters(index = "1..*", hidden = true)
  List<String> arguments = new ArrayList<>();

  private final Main main;
  private final PrintStream out;
  private final PrintStream err;

  LabCommand(Main main, PrintStream out, PrintStream err) {
    this.main = main;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (command == null) {
      return main.run("lab", "--help");
    }
    return switch (command) {
      case "run" -> main.execute("lab run", new LabRunCommand(err), arguments);
      case "exec" -> main.execute("lab exec", new LabExecCommand(), arguments);
      case "do" -> main.execute("lab do", new LabDoCommand(out), arguments);
      case "list", "check", "clean" ->
          Main.HELP.containsAll(arguments) && !arguments.isEmpty()
              ? main.run("lab", "--help")
              : alone(command);
      default ->
          throw CommandException.usage(
              "There is no command lab "
                  + command
                  + "."
                  + KnownNames.suggestion(command, COMMANDS)
                  + " There are: "
                  + String.join(", ", COMMANDS)
                  + ".");
    };
  }

  /// Runs a command without arguments.
  private int alone(String name) {
    return switch (name) {
      case "list" -> list();
      case "check" -> check();
      default -> clean();
    };
  }

  private int list() {
    takeNothing();
    List<String> names = Lab.running();
    if (names.isEmpty()) {
      out.println("No lab runs.");
    } else {
      String format = "%-20s  %5s  %7s%n";
      out.printf(format, "LAB", "HOSTS", "PID");
      for (String name : names) {
        try {
          out.printf(format, name, Lab.of(name).size(), name.substring(0, name.indexOf('.')));
        } catch (CommandException e) {
          // It has just ended.
        }
      }
    }
    return 0;
  }

  private int check() {
    takeNothing();
    boolean can = true;
    for (LabNeeds.Need need : LabNeeds.look()) {
      String state = need.isThere() ? "ok" : need.isNeeded() ? "missing" : "absent";
      out.printf("%-8s %-19s %s%n", state, need.name(), need.sentence());
      can &= need.isThere() || !need.isNeeded();
    }
    out.println();
    out.println(can ? "A lab is possible here." : "A lab is not possible here.");
    return can ? 0 : CommandException.USAGE;
  }

  private int clean() {
    takeNothing();
    String obstacle = LabNeeds.quickObstacle();
    if (obstacle != null) {
      throw CommandException.usage(obstacle);
    }
    int labs = Lab.clean();
    out.println(
        switch (labs) {
          case 0 -> "Nothing was left behind.";
          case 1 -> "Removed one lab.";
          default -> "Removed " + labs + " labs.";
        });
    return 0;
  }

  private void takeNothing() {
    if (!arguments.isEmpty()) {
      throw CommandException.usage(
          "weft lab " + command + " takes no arguments, but got " + arguments + ".");
    }
  }

  /// The running lab `name`. Without a name, it is the lab in which this runs, or else the only
  /// one.
  static Lab find(@Nullable String name) {
    String chosen = name != null ? name : System.getenv("WEFT_LAB");
    if (chosen != null) {
      return Lab.of(chosen);
    }
    List<String> names = Lab.running();
    if (names.size() != 1) {
      throw CommandException.usage(
          names.isEmpty()
              ? "No lab runs; weft lab run starts one."
              : "Several labs run; name one with --lab: " + String.join(", ", names) + ".");
    }
    return Lab.of(names.getFirst());
  }
}
