// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import weft.bench.Report;
import weft.bench.collective.rank.TimedCalls;
import weft.model.measured.Statistics;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Layout;
import weft.files.OutputFile;

/// Finds the fastest algorithm, chunk length and number of chunks on this machine, for each
/// collective by ranks and size. It writes them as a table of choices.
///
/// All candidates are tried in a few short slices, and the best of them in more and longer slices.
/// The built-in choice stays if nothing is clearly faster. Both kinds of memory count equally. If
/// another choice is clearly faster for one kind, that kind gets its own rule.
final class Tuning {
  private static final List<Long> SIZES =
      List.of(8L, 1L << 10, 4L << 10, 16L << 10, 64L << 10, 256L << 10, 1L << 20, 4L << 20);
  private static final List<Long> LENGTHS =
      List.of(16L << 10, 32L << 10, 64L << 10, 128L << 10, 256L << 10, 1L << 20);
  private static final List<Integer> NUMBERS = List.of(4, 8);
  private static final int FINALISTS = 4;

  /// The time ratio below which a choice replaces the built-in one.
  private static final double GAIN = 0.95;

  private static final List<String> MEMORIES = List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS);

  /// The best cells for one size: for data in any memory, in arrays, and in segments of the
  /// registered heap.
  record Winners(Cell any, Cell arrays, Cell registered) {}

  private final CollectiveOptions options;
  private final Report report;
  private final Choices builtIn = Choices.builtIn();
  private final Candidates candidates = new Candidates(builtIn);

  Tuning(CollectiveOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// The largest measured data, in bytes.
  static long largest() {
    return SIZES.getLast();
  }

  /// Measures everything and writes the table.
  void run(TeamJobs jobs, Path file) throws Exception {
    var rules = new ArrayList<Choices.Rule>();
    List<Integer> ranks = options.ranks().stream().filter(many -> many > 1).sorted().toList();
    var best = new ArrayList<Winners>();
    for (int many : ranks) {
      try (Team arrays = jobs.weft(TeamJobs.ARRAYS, many);
          Team segments = jobs.weft(TeamJobs.SEGMENTS, many)) {
        best.addAll(best(many, List.of(arrays, segments)));
      }
    }
    for (String name : options.collectives()) {
      for (int many : ranks) {
        boolean last = many == ranks.getLast();
        List<Winners> its =
            best.stream()
                .filter(one -> one.any.name().equals(name) && one.any.ranks() == many)
                .toList();
        rules.addAll(rules(its, last ? Integer.MAX_VALUE : many));
      }
    }
    List<String> lines = Choices.of(rules, builtIn.eager(), builtIn.board()).lines();
    OutputFile.write(file, String.join("\n", lines) + "\n");
    report.say("\nThe table of choices is in " + file + ".");
  }

  private List<Winners> best(int ranks, List<Team> teams) throws Exception {
    var cells = new ArrayList<Cell>();
    for (String name : options.collectives()) {
      for (long bytes : name.equals("barrier") ? List.of(0L) : SIZES) {
        cells.add(Cell.of(ranks, name, bytes));
      }
    }
    var first = new Samples();
    var all = new ArrayList<Cell>();
    cells.forEach(cell -> all.addAll(tried(cell)));
    report.say("\n" + ranks + " ranks: " + all.size() + " candidates");
    alternate(3, 5, first, all, teams);
    var finalists = new ArrayList<Cell>();
    for (Cell cell : cells) {
      var some = new LinkedHashSet<Cell>(builtInOnes(cell));
      for (ToDoubleFunction<Cell> time : times(first)) {
        tried(cell).stream()
            .sorted(Comparator.comparingDouble(time))
            .limit(FINALISTS)
            .forEach(some::add);
      }
      finalists.addAll(some);
    }
    var second = new Samples();
    alternate(Math.max(5, options.rounds() / 2), options.millis(), second, finalists, teams);
    var best = new ArrayList<Winners>();
    var rows = new ArrayList<List<Object>>();
    for (Cell cell : cells) {
      List<Cell> its = finalists.stream().filter(one -> one.chosen().equals(cell)).toList();
      List<Cell> before = builtInOnes(cell);
      List<ToDoubleFunction<Cell>> times = times(second);
      Cell any = winner(its, before.get(0), before.get(0), times.get(0));
      boolean hasData = cell.bytes() > 0;
      var winners =
          new Winners(
              any,
              hasData ? winner(its, before.get(1), any, times.get(1)) : any,
              hasData ? winner(its, before.get(2), any, times.get(2)) : any);
      best.add(winners);
      rows.add(
          List.of(
              cell.name(),
              Cell.text(cell.bytes()),
              text(before.get(0)),
              text(any),
              times.get(0).applyAsDouble(any) / times.get(0).applyAsDouble(before.get(0)),
              winners.arrays.equals(any) ? "" : text(winners.arrays),
              winners.registered.equals(any) ? "" : text(winners.registered)));
    }
    report.table(
        "tuned" + ranks,
        ranks + " ranks: the built-in choice, the new one, the time / the built-in one's",
        List.of("collective", "bytes", "built in", "now", "/ built in", "arrays", "segments"),
        rows);
    return best;
  }

  /// The fastest of `all`, unless `kept`, or else `other`, is about as fast.
  private static Cell winner(List<Cell> all, Cell kept, Cell other, ToDoubleFunction<Cell> time) {
    Cell fastest = all.stream().min(Comparator.comparingDouble(time)).orElseThrow();
    double least = time.applyAsDouble(fastest);
    if (least >= GAIN * time.applyAsDouble(other)) {
      return other;
    }
    return least >= GAIN * time.applyAsDouble(kept) ? kept : fastest;
  }

  /// The times that decide: of both kinds of memory together, and of each.
  private static List<ToDoubleFunction<Cell>> times(Samples samples) {
    return List.of(
        cell -> nanos(samples, cell),
        cell -> samples.nanos(cell, TeamJobs.ARRAYS),
        cell -> samples.nanos(cell, TeamJobs.SEGMENTS));
  }

  private static String text(Cell cell) {
    return cell.algorithm() + " " + Cell.text(cell.chunk()) + " x " + cell.chunks();
  }

  private List<Cell> tried(Cell cell) {
    if (cell.bytes() == 0) {
      return candidates.algorithms(cell); // nothing is cut into chunks
    }
    var all = new LinkedHashSet<Cell>(candidates.all(cell, LENGTHS, NUMBERS));
    all.addAll(builtInOnes(cell));
    return List.copyOf(all);
  }

  /// The built-in choices for any data, for arrays, and for segments.
  private List<Cell> builtInOnes(Cell cell) {
    return List.of(
        candidates.chosen(cell, Layout.ANY),
        candidates.chosen(cell, Layout.ARRAYS),
        candidates.chosen(cell, Layout.REGISTERED));
  }

  private void alternate(
      int rounds, int millis, Samples samples, List<Cell> cells, List<Team> teams)
      throws Exception {
    new Alternation(rounds, millis, options.seed(), samples)
        .run(
            "tuning",
            cells,
            teams.stream().map(team -> new Alternation.Party(team, cells)).toList(),
            options.unbound() ? round -> {} : Placement.before(teams));
  }

  /// The geometric mean over both kinds of memory.
  private static double nanos(Samples samples, Cell cell) {
    return Statistics.geometricMean(
        MEMORIES.stream().mapToDouble(memory -> samples.nanos(cell, memory)).toArray());
  }

  /// The rules for one collective and number of ranks: each size's winner applies up to the
  /// geometric mean of this size and the next.
  static List<Choices.Rule> rules(List<Winners> winners, int ranks) {
    var rules = new ArrayList<Choices.Rule>();
    for (int i = 0; i < winners.size(); i++) {
      Winners here = winners.get(i);
      boolean last = i + 1 == winners.size();
      if (!last && isSame(here, winners.get(i + 1))) {
        continue;
      }
      long most = last ? Long.MAX_VALUE : middle(here.any.bytes(), winners.get(i + 1).any.bytes());
      // Rules for one kind of memory precede the rule for any.
      if (!isSame(here.arrays, here.any)) {
        rules.add(rule(here.arrays, ranks, most, Layout.ARRAYS));
      }
      if (!isSame(here.registered, here.any)) {
        rules.add(rule(here.registered, ranks, most, Layout.REGISTERED));
      }
      rules.add(rule(here.any, ranks, most, Layout.ANY));
    }
    return rules;
  }

  private static Choices.Rule rule(Cell cell, int ranks, long most, Layout layout) {
    Collective collective = TimedCalls.collective(cell.name());
    Algorithms.Entry entry = Algorithms.get(collective, cell.algorithm());
    return new Choices.Rule(collective, ranks, most, entry, cell.chunk(), cell.chunks(), layout);
  }

  private static boolean isSame(Winners a, Winners b) {
    return isSame(a.any, b.any) && isSame(a.arrays, b.arrays) && isSame(a.registered, b.registered);
  }

  private static boolean isSame(Cell a, Cell b) {
    return Objects.equals(a.algorithm(), b.algorithm())
        && a.chunk() == b.chunk()
        && a.chunks() == b.chunks();
  }

  /// The power of two between two sizes.
  static long middle(long a, long b) {
    return Long.highestOneBit((long) Math.sqrt((double) a * b));
  }
}
