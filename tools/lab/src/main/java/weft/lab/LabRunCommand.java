// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.cli.Bytes;
import weft.cli.Catalogue;
import weft.cli.CommandException;
import weft.cli.KnownNames;
import weft.cli.Main;
import weft.transport.job.Shell;

/// `weft lab run`: creates hosts, runs a program or a command on them, and removes them.
@Command(
    name = "run",
    customSynopsis = "weft lab run [OPTIONS] -- PROGRAM [ARGS...] | COMMAND [ARGS...]",
    sortOptions = false,
    description = {
      "Creates hosts h0, h1, ... and removes them at the end.",
      "",
      "PROGRAM is what weft run takes: it runs over MPI, one rank on each host, or",
      "on bare hosts over TCP.",
      "Options of weft run may precede it, and must then include -n.",
      "COMMAND is anything else. It runs on a separate host, login, and gets in",
      "its environment WEFT_LAB_HOSTS (addresses with commas), WEFT_LAB_AGENT (a",
      "script that replaces ssh), and settings that make mpirun and mpiexec use it.",
      "Without either, runs a shell.",
      ""
    },
    footer = {
      "",
      "The exit code is that of the program; 1 if --expect-traffic was not met; 2 if",
      "the command line is wrong or no lab is possible here (see weft lab check)."
    })
final class LabRunCommand implements Callable<Integer> {
  @Option(names = "--hosts", paramLabel = "N", description = "The number of hosts; 2 by default.")
  int hosts = 2;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "The rate of each link, such as 100mbit or 1gbit; by default that of the " + "machine.")
  String rate = "none";

  @Option(
      names = "--rates",
      paramLabel = "HOST=RATE",
      split = ",",
      description = "The rates of the links of some hosts: h2=10mbit,h3=1gbit.")
  List<String> rates = new ArrayList<>();

  private static final String TRANSPORT = "--transport";

  @Option(
      names = "--bare",
      description =
          "Hosts with an sshd and files of their own, and without Weft: a program then runs by"
              + " ssh, over TCP.")
  boolean bare;

  @Option(
      names = "--at",
      paramLabel = "TIME:EVENT",
      description =
          "Events and their times, with commas: 2s:cut=h1, 3s:restore=h1, 5s:kill=h2,"
              + " 1.5s:slow=h3/10mbit, 0s:traffic=h0/h1.")
  @Nullable String at;

  @Option(
      names = "--expect-traffic",
      paramLabel = "SIZE",
      converter = Bytes.class,
      description = "Fail unless hosts sent each other this many bytes, and each host sent some.")
  @Nullable Long expected;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(hidden = true)
  List<String> command = new ArrayList<>();

  private final PrintStream err;

  LabRunCommand(PrintStream err) {
    this.err = err;
  }

  @Override
  public Integer call() {
    List<Rate> links = links();
    List<LabEvent> events = at == null ? List.of() : LabEvent.timetable(at, hosts);
    var session = new LabSession(err);
    try {
      Lab lab = session.open(links, bare);
      List<String> words = words(lab);
      int code = session.run(words, events);
      if (session.isClosed()) {
        return code; // A signal ends this process.
      }
      report(lab);
      return code != 0 ? code : assess(lab);
    } finally {
      session.close();
    }
  }

  /// The rate of each link.
  private List<Rate> links() {
    if (hosts < 1 || hosts > Lab.MOST_HOSTS) {
      throw CommandException.usage("--hosts must be 1 to " + Lab.MOST_HOSTS + ".");
    }
    var links = new ArrayList<>(Collections.nCopies(hosts, Rate.parse(rate)));
    for (String pair : rates) {
      if (!pair.contains("=")) {
        throw CommandException.usage("--rates " + pair + ": write HOST=RATE, such as h2=10mbit.");
      }
      // A rate is parsed as an event at the beginning.
      LabEvent event = LabEvent.parse("slow=" + pair.replaceFirst("=", "/"), hosts);
      links.set(event.host(), event.rate());
    }
    return links;
  }

  /// The words of the command on the login host; for a program, those of `weft run`.
  private List<String> words(Lab lab) {
    if (command.isEmpty()) {
      String shell = System.getenv("SHELL");
      return List.of(shell == null ? "sh" : shell);
    }
    String first = command.getFirst();
    if (first.startsWith("-")) {
      return weftRun(lab, List.of());
    }
    if (isProgram(first)) {
      return weftRun(lab, List.of("-n", String.valueOf(hosts)));
    }
    if (Shell.find(first) == null) {
      throw CommandException.usage(
          "There is neither a program nor a command "
              + first
              + "."
              + KnownNames.suggestion(first, programs())
              + " Built in: "
              + String.join(", ", programs())
              + ".");
    }
    return command;
  }

  private static boolean isProgram(String word) {
    return word.endsWith(".java") || word.endsWith(".jar") || programs().contains(word);
  }

  private static List<String> programs() {
    return List.copyOf(
        Catalogue.read(Catalogue.PROGRAMS, LabRunCommand.class.getClassLoader())
            .entries()
            .keySet());
  }

  /// The words of this command that run `command` on the hosts: over the transport that it names,
  /// or else over MPI, or by ssh on bare ones.
  private List<String> weftRun(Lab lab, List<String> options) {
    var words = new ArrayList<>(Main.again());
    words.addAll(List.of("run", "--hosts", lab.addressList()));
    if (!command.contains(TRANSPORT)) {
      words.addAll(List.of(TRANSPORT, bare ? "tcp" : "mpi"));
    }
    words.addAll(options);
    words.addAll(command);
    return words;
  }

  /// Reports the traffic of each link.
  private void report(Lab lab) {
    err.println("weft: Traffic of the links, in bytes and packets:");
    row("host", "sent", "packets", "received", "packets");
    List<LinkCount> counts = lab.counts();
    for (int i = 0; i < counts.size(); i++) {
      row(lab.host(i), counts.get(i));
    }
    row("login", lab.loginCount());
  }

  private void row(String host, LinkCount count) {
    row(
        host,
        String.valueOf(count.bytesSent()),
        String.valueOf(count.packetsSent()),
        String.valueOf(count.bytesReceived()),
        String.valueOf(count.packetsReceived()));
  }

  private void row(Object... cells) {
    err.println(String.format(Locale.ROOT, "  %-6s %14s %10s %14s %10s", cells));
  }

  /// The exit code of a successful command, after checking the traffic.
  private int assess(Lab lab) {
    if (expected == null) {
      return 0;
    }
    List<LinkCount> counts = lab.counts();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i).bytesSent() == 0) {
        err.println("weft: " + lab.host(i) + " has sent nothing, but traffic was expected.");
        return 1;
      }
    }
    long sent = lab.bytesBetweenHosts();
    if (sent < expected) {
      err.println(
          "weft: Hosts have sent each other "
              + sent
              + " bytes, but at least "
              + expected
              + " were expected. Does the transport use shared memory instead of the links?");
      return 1;
    }
    return 0;
  }
}
