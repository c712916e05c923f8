// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Report;
import weft.bench.carried.Pairs;

/// Tables 11 and 12 of the DMCS paper (section 7): the network sort with objects that stay, and
/// that move after every step. The program is `weft run netsort`, which checks every step; a run
/// that fails its check fails the benchmark.
final class SortTables {
  /// A row of the paper, on Linux, in seconds. It also has the messages between ranks for each
  /// object and step, as the program's specification computes them.
  private record Paper(
      int ranks, double stays, double moves, double messagesStaying, double messagesMoving) {}

  private static final List<Paper> PAPER =
      List.of(
          new Paper(2, 4.010, 21.209, 0.5, 1.35),
          new Paper(4, 5.716, 19.161, 0.75, 2.8),
          new Paper(8, 65.756, 22.989, 0.875, 4.1));

  private static final double MOST_RATIO = 5;
  private static final double MOST_MESSAGES = 1.1;

  private static final Pattern TIME =
      Pattern.compile("([0-9.]+) s, ([0-9.]+) messages between ranks");

  private record Run(double seconds, double messages) {}

  private final MobileBenchOptions options;
  private final Report report;
  private final List<String> hosts = Pairs.hosts();

  SortTables(MobileBenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  void run() throws IOException, InterruptedException {
    Optional<Path> weft = BenchMachine.weft();
    if (weft.isEmpty()) {
      report.say("Tables 11 and 12 are left out: the weft command was not found.");
      return;
    }
    var rows = new ArrayList<List<Object>>();
    for (Paper paper : PAPER) {
      if (!hosts.isEmpty() && hosts.size() < paper.ranks) {
        report.say(
            "Sorting on "
                + paper.ranks
                + " ranks is left out: there are "
                + hosts.size()
                + " hosts.");
        continue;
      }
      Run stays = sort(weft.get(), paper.ranks, "--stay");
      Run moves = sort(weft.get(), paper.ranks, "--mobile");
      rows.add(
          List.of(
              paper.ranks,
              paper.stays,
              paper.moves,
              paper.moves / paper.stays,
              stays.seconds,
              moves.seconds,
              moves.seconds / stays.seconds,
              stays.messages,
              moves.messages));
      limits(paper, stays, moves);
    }
    report.table(
        "sort",
        "Tables 11 and 12 of the DMCS paper: seconds of the network sort. Ours: 512 objects in 512"
            + " steps, and messages between ranks for each object and step ("
            + (hosts.isEmpty() ? "" : "a host for each rank, ")
            + options.transport()
            + "). The paper's: Linux, number of keys unknown",
        List.of(
            "ranks",
            "paper stays, s",
            "paper moves, s",
            "paper ratio",
            "stays, s",
            "moves, s",
            "ratio",
            "messages staying",
            "messages moving"),
        rows);
  }

  private void limits(Paper paper, Run stays, Run moves) {
    String where = paper.ranks + " ranks";
    if (!hosts.isEmpty()) {
      report.limit(
          "netsort, moving / staying", where, moves.seconds / stays.seconds, true, MOST_RATIO, "x");
    }
    report.limit(
        "messages of netsort --stay / computed",
        where,
        stays.messages / paper.messagesStaying,
        true,
        MOST_MESSAGES,
        "x");
    report.limit(
        "messages of netsort --mobile / computed",
        where,
        moves.messages / paper.messagesMoving,
        true,
        MOST_MESSAGES,
        "x");
  }

  private Run sort(Path weft, int ranks, String how) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(weft.toString(), "run", "-n", "" + ranks));
    command.addAll(List.of("--transport", options.transport()));
    if (!hosts.isEmpty()) {
      command.addAll(List.of("--hosts", String.join(",", hosts.subList(0, ranks))));
    }
    command.addAll(List.of("netsort", how));
    Path log = BenchMachine.temporaryFile(BenchMachine.temporary());
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    String text = Files.readString(log);
    BenchMachine.deleteTemporary(log);
    Matcher matcher = TIME.matcher(text);
    if (code != 0 || !matcher.find()) {
      throw new BenchException(
          "%s ended with %d; it wrote: %s"
              .formatted(String.join(" ", command), code, text.strip()));
    }
    return new Run(Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2)));
  }
}
