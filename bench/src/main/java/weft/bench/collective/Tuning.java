// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import weft.bench.Report;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;

/// Finds the algorithm, the length of a chunk and the number of chunks that are the fastest here,
/// for each collective by ranks and size, and writes them as a table of choices.
///
/// Everything is tried in a few short slices; what is best then, in more and longer ones. What the
/// built-in table says stays where nothing is clearly faster. Both kinds of memory count alike.
final class Tuning {
  private static final List<Long> SIZES =
      List.of(8L, 1L << 10, 4L << 10, 16L << 10, 64L << 10, 256L << 10, 1L << 20, 4L << 20);
  private static final List<Long> LENGTHS =
      List.of(16L << 10, 32L << 10, 64L << 10, 128L << 10, 256L << 10, 1L << 20);
  private static final List<Integer> NUMBERS = List.of(4, 8);
  private static final int FINALISTS = 4;

  /// What has to be gained for the built-in choice to be left.
  private static final double GAIN = 0.95;

  private static final List<String> MEMORIES = List.of(Jobs.ARRAYS, Jobs.SEGMENTS);

  private final Options options;
  private final Report report;
  private final Choices builtIn = Choices.builtIn();
  private final Candidates candidates = new Candidates(builtIn);

  Tuning(Options options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// The largest data that is measured.
  static long largest() {
    return SIZES.getLast();
  }

  /// Measures everything and writes the table.
  void run(Jobs jobs, Path file) throws IOException {
    var rules = new ArrayList<Choices.Rule>();
    List<Integer> ranks = options.ranks().stream().filter(many -> many > 1).sorted().toList();
    var best = new ArrayList<Cell>();
    for (int many : ranks) {
      try (Team arrays = jobs.weft(Jobs.ARRAYS, many);
          Team segments = jobs.weft(Jobs.SEGMENTS, many)) {
        best.addAll(best(many, List.of(arrays, segments)));
      }
    }
    for (String name : options.collectives()) {
      for (int many : ranks) {
        boolean last = many == ranks.getLast();
        List<Cell> its =
            best.stream().filter(cell -> cell.name().equals(name) && cell.ranks() == many).toList();
        rules.addAll(rules(its, last ? Integer.MAX_VALUE : many));
      }
    }
    Choices.of(rules, builtIn.eager(), builtIn.board()).write(file);
    report.say("\nThe table of choices is in " + file + ".");
  }

  private List<Cell> best(int ranks, List<Team> teams) {
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
    alternate(3, 2, 5, first, all, teams);
    var finalists = new ArrayList<Cell>();
    for (Cell cell : cells) {
      List<Cell> some =
          tried(cell).stream()
              .sorted(Comparator.comparingDouble(one -> nanos(first, one)))
              .limit(FINALISTS)
              .toList();
      finalists.addAll(some);
      Cell builtInOne = builtInOne(cell);
      if (!some.contains(builtInOne)) {
        finalists.add(builtInOne);
      }
    }
    var second = new Samples();
    alternate(Math.max(5, options.rounds() / 2), 1, options.millis(), second, finalists, teams);
    var best = new ArrayList<Cell>();
    var rows = new ArrayList<List<Object>>();
    for (Cell cell : cells) {
      Cell winner =
          finalists.stream()
              .filter(one -> one.chosen().equals(cell))
              .min(Comparator.comparingDouble(one -> nanos(second, one)))
              .orElseThrow();
      Cell before = builtInOne(cell);
      double gain = nanos(second, winner) / nanos(second, before);
      best.add(gain < GAIN ? winner : before);
      rows.add(
          List.of(cell.name(), Cell.text(cell.bytes()), text(before), text(best.getLast()), gain));
    }
    report.table(
        "tuned" + ranks,
        ranks + " ranks: the built-in choice, the new one, and the best time / the built-in one's",
        List.of("collective", "bytes", "built in", "now", "best / built in"),
        rows);
    return best;
  }

  private static String text(Cell cell) {
    return cell.algorithm() + " " + Cell.text(cell.chunk()) + " x " + cell.chunks();
  }

  private List<Cell> tried(Cell cell) {
    List<Cell> all = new ArrayList<>(candidates.all(cell, LENGTHS, NUMBERS));
    Cell builtInOne = builtInOne(cell);
    if (!all.contains(builtInOne)) {
      all.add(builtInOne);
    }
    return all;
  }

  private Cell builtInOne(Cell cell) {
    return candidates.chosen(cell);
  }

  private void alternate(
      int rounds, int warmUps, int millis, Samples samples, List<Cell> cells, List<Team> teams) {
    new Alternation(rounds, warmUps, millis, options.seed(), samples)
        .run(
            "tuning",
            cells,
            teams.stream().map(team -> new Alternation.Party(team, cells)).toList());
  }

  /// The geometric mean over both kinds of memory.
  private static double nanos(Samples samples, Cell cell) {
    return Statistics.geometricMean(
        MEMORIES.stream().mapToDouble(memory -> samples.nanos(cell, memory)).toArray());
  }

  /// The rules for one collective and number of ranks: each size's winner is good for sizes up to
  /// the middle, geometrically, between it and the next.
  static List<Choices.Rule> rules(List<Cell> winners, int ranks) {
    var rules = new ArrayList<Choices.Rule>();
    for (int i = 0; i < winners.size(); i++) {
      Cell cell = winners.get(i);
      boolean last = i + 1 == winners.size();
      if (!last && isSame(cell, winners.get(i + 1))) {
        continue;
      }
      long most = last ? Long.MAX_VALUE : middle(cell.bytes(), winners.get(i + 1).bytes());
      var collective = Calls.collective(cell.name());
      Algorithms.Entry entry = Algorithms.get(collective, cell.algorithm());
      rules.add(new Choices.Rule(collective, ranks, most, entry, cell.chunk(), cell.chunks()));
    }
    return rules;
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
