// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.calibrate.rank.SliceEffort;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Layout;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.measured.Statistics;
import weft.model.measured.Subject;
import weft.model.sheet.AlgorithmChoice;
import weft.model.sheet.CandidateChoices;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;

/// Finds the table of choices of this machine.
///
/// For up to as many ranks as there are cores the model prices all candidates, and only those are
/// measured whose price is within the model's error of the least. Ranks that share a core are not
/// in the model, so for more ranks all candidates are measured. A choice replaces the built-in one
/// if it is clearly faster. Beyond the numbers of ranks that were measured, the built-in table
/// decides.
final class Choosing {
  private static final List<Long> SIZES =
      List.of(1L << 10, 8L << 10, 64L << 10, 256L << 10, 1L << 20);

  /// The sizes for ranks that share cores, whose calls take long.
  private static final List<Long> FEW = List.of(1L << 10, 32L << 10, 1L << 20);

  /// The most bytes of all blocks of a rank that ranks which share cores measure.
  private static final long MOST_OVER = 2L << 20;

  /// Candidates up to this multiple of the least price are measured.
  private static final double ERROR = 1.3;

  /// The ratio of times below which a choice replaces the built-in one.
  private static final double GAIN = 0.95;

  /// The same for ranks that share cores, whose times scatter.
  private static final double GAIN_OVER = 0.85;

  private static final int FINALISTS = 3;
  private static final SliceEffort FIRST = new SliceEffort(2, 1, 200, 1);
  private static final SliceEffort SECOND = new SliceEffort(7, 3, 500, 1);

  private final MeasuringJobs jobs;
  private final List<String> options;
  private final CollectivePricer pricer;
  private final int cores;
  private final boolean isExhaustive;
  private final Choices builtIn = Choices.builtIn();
  private int priced;
  private int measured;

  /// @param options of `weft run`
  /// @param isExhaustive whether all candidates are measured, whatever the model says
  Choosing(
      MeasuringJobs jobs,
      List<String> options,
      Platform platform,
      int cores,
      boolean isExhaustive) {
    this.jobs = jobs;
    this.options = options;
    this.pricer = new CollectivePricer(platform);
    this.cores = cores;
    this.isExhaustive = isExhaustive;
  }

  /// A cell of the table: an operation with its bytes and memory.
  private record Cell(Collective collective, long bytes, boolean isRegistered) {}

  /// The lines of a table for these numbers of ranks, in rising order.
  List<String> lines(List<Integer> ranks) {
    List<Choices.Rule> rules = new ArrayList<>();
    Map<Integer, Map<Cell, Subject>> best = new LinkedHashMap<>();
    for (int many : ranks) {
      best.put(many, best(many));
    }
    for (Collective collective : Collective.values()) {
      for (int many : ranks) {
        rules.addAll(rules(collective, best.get(many), many));
      }
    }
    return Choices.of(rules, builtIn.eager(), builtIn.board()).lines();
  }

  /// How many candidates there were, and how many of them were measured.
  String counts() {
    return "%,d candidates, of which %,d were measured".formatted(priced, measured);
  }

  private CollectiveQuestion question(Cell cell, int ranks) {
    return new CollectiveQuestion(
        cell.collective, cell.bytes, Mapping.blocks(ranks, 1), 0, cell.isRegistered, "sum");
  }

  private static Subject subject(Cell cell, AlgorithmChoice choice, int ranks) {
    return new Subject(
        Subject.word(cell.collective),
        choice.entry().name(),
        choice.chunk(),
        cell.isRegistered,
        cell.bytes,
        ranks,
        1);
  }

  /// The winner of each cell, where that is not what the built-in table chooses.
  private Map<Cell, Subject> best(int ranks) {
    boolean isOver = ranks > cores || isExhaustive;
    Map<Cell, Set<Subject>> open = new LinkedHashMap<>();
    for (Collective collective : Collective.values()) {
      for (long bytes : sizes(ranks)) {
        for (boolean isRegistered : new boolean[] {false, true}) {
          Cell cell = new Cell(collective, bytes, isRegistered);
          boolean isTooMuch = isOver && isBlocks(collective) && bytes * ranks > MOST_OVER;
          if (collective != Collective.BARRIER && !isTooMuch) {
            candidates(cell, ranks, isOver, open);
          }
        }
      }
    }
    if (isOver) {
      narrow(open, ranks);
    }
    open.values().removeIf(some -> some.size() < 2);
    Map<Subject, Double> times = measure("choosing for " + ranks + " ranks", ranks, SECOND, open);
    Map<Cell, Subject> best = new LinkedHashMap<>();
    open.forEach((cell, some) -> {
      Subject usual = usual(cell, ranks);
      Subject fastest =
          some.stream().min(Comparator.comparingDouble(it -> time(times, it))).orElseThrow();
      if (time(times, fastest) < (ranks > cores ? GAIN_OVER : GAIN) * time(times, usual)) {
        best.put(cell, fastest);
      }
    });
    return best;
  }

  /// Whether the bytes of an operation are those of one of many blocks.
  private static boolean isBlocks(Collective collective) {
    return switch (collective) {
      case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  private List<Long> sizes(int ranks) {
    return ranks > cores ? FEW : SIZES;
  }

  private Subject usual(Cell cell, int ranks) {
    return subject(cell, AlgorithmChoice.of(builtIn, question(cell, ranks)), ranks);
  }

  /// Adds the candidates of a cell: all, or those whose price is near the least.
  private void candidates(Cell cell, int ranks, boolean isAll, Map<Cell, Set<Subject>> open) {
    CollectiveQuestion question = question(cell, ranks);
    Map<Subject, Double> prices = new LinkedHashMap<>();
    for (AlgorithmChoice choice : CandidateChoices.of(question, builtIn.eager())) {
      prices.put(subject(cell, choice, ranks), isAll ? 0 : pricer.time(question, choice));
    }
    priced += prices.size();
    double least = prices.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
    Set<Subject> near = new LinkedHashSet<>(Set.of(usual(cell, ranks)));
    prices.forEach((subject, price) -> {
      if (price <= ERROR * least) {
        near.add(subject);
      }
    });
    open.put(cell, near);
  }

  /// Keeps the fastest candidates of a first, short measurement, if any seems clearly faster than
  /// the usual one.
  private void narrow(Map<Cell, Set<Subject>> open, int ranks) {
    Map<Subject, Double> times = measure("trying for " + ranks + " ranks", ranks, FIRST, open);
    open.forEach((cell, some) -> {
      Subject usual = usual(cell, ranks);
      Set<Subject> few = new LinkedHashSet<>(Set.of(usual));
      some.stream()
          .filter(it -> time(times, it) < GAIN * time(times, usual))
          .sorted(Comparator.comparingDouble(it -> time(times, it)))
          .limit(FINALISTS)
          .forEach(few::add);
      some.retainAll(few);
    });
  }

  private static double time(Map<Subject, Double> times, Subject subject) {
    return times.getOrDefault(subject, Double.POSITIVE_INFINITY);
  }

  private Map<Subject, Double> measure(
      String what, int ranks, SliceEffort effort, Map<Cell, Set<Subject>> open) {
    List<Subject> subjects = open.values().stream().flatMap(Set::stream).distinct().toList();
    measured += subjects.size();
    Map<Subject, Double> times = new LinkedHashMap<>();
    if (subjects.isEmpty()) {
      return times;
    }
    Map<Subject, List<Double>> samples = new LinkedHashMap<>();
    jobs.run(what, options, ranks, effort, subjects)
        .forEach(
            it -> samples.computeIfAbsent(it.subject(), s -> new ArrayList<>()).add(it.micros()));
    samples.forEach((subject, all) ->
        times.put(
            subject, Statistics.median(all.stream().mapToDouble(Double::doubleValue).toArray())));
    return times;
  }

  /// The rules of an operation for up to `ranks` ranks: each size's winner applies up to the middle
  /// between this size and the next.
  private List<Choices.Rule> rules(
      Collective collective, @Nullable Map<Cell, Subject> best, int ranks) {
    List<Choices.Rule> rules = new ArrayList<>();
    if (best == null || best.keySet().stream().noneMatch(it -> it.collective == collective)) {
      return rules;
    }
    List<Long> sizes = sizes(ranks);
    for (int i = 0; i < sizes.size(); i++) {
      boolean isLast = i + 1 == sizes.size();
      long until = isLast ? Long.MAX_VALUE : middle(sizes.get(i), sizes.get(i + 1));
      for (boolean isRegistered : new boolean[] {false, true}) {
        Cell cell = new Cell(collective, sizes.get(i), isRegistered);
        rules.add(rule(cell, best.get(cell), ranks, until));
      }
    }
    return rules;
  }

  private Choices.Rule rule(Cell cell, @Nullable Subject winner, int ranks, long until) {
    AlgorithmChoice usual = AlgorithmChoice.of(builtIn, question(cell, ranks));
    return new Choices.Rule(
        cell.collective,
        ranks,
        until,
        winner == null ? usual.entry() : Algorithms.get(cell.collective, winner.algorithm()),
        winner == null || winner.chunk() == 0 ? usual.chunk() : winner.chunk(),
        winner == null ? usual.chunks() : Choices.DEFAULT_CHUNKS,
        cell.isRegistered ? Layout.REGISTERED : Layout.ARRAYS);
  }

  /// The power of two between two sizes.
  static long middle(long a, long b) {
    return Long.highestOneBit((long) Math.sqrt((double) a * b));
  }
}
