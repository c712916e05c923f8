// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.CallCosts;
import weft.model.Computing;
import weft.model.CostChannel;
import weft.model.CostChannel.StepCosts;
import weft.model.Mapping;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TimeTable;
import weft.model.sheet.AlgorithmChoice;
import weft.model.sheet.CollectivePricer;
import weft.model.sheet.CollectiveQuestion;

/// Finds the parameters of a platform from measured times.
///
/// Each parameter has an operation whose price depends on it and on parameters that are known
/// already. The parameter is the one with which the model prices this operation as it was measured;
/// it is found by bisection. So what the rank does in each step is written down in one place, the
/// schedules, and the operations that were measured are priced exactly.
///
/// | parameter | operation between two ranks |
/// | --- | --- |
/// | `o(0)` of steps | barrier `central`, which has one step more than barrier `exchange` |
/// | the start of a call | barrier `exchange` |
/// | the busy part of `o(0)` | the sending of a message |
/// | reads of `m` bytes | broadcast `flat`, in registered memory if it does not travel in the message |
/// | writes for others | broadcast `flat` from arrays |
/// | own copies | such copies |
/// | reads, τ at once | allgather `flat` of τ ranks |
/// | `g(m)` | reduce `flat` |
/// | a place of a fold at another rank | allreduce `puts` |
/// | a further operand of a fold | reduce `flat` of more ranks |
/// | the board | what the table chooses for an allgather of 8 bytes |
/// | `o` and `L(m, τ)` of messages | requests there and back, and in a ring of τ ranks |
public final class PlatformFit {
  /// Smoothing by less than this is not worth a remark.
  private static final double TOLD = 0.05;

  private static final int STEPS = 60;
  private static final double MOST_MICROS = 1e7;

  /// The cost of a further operand of a fold, as a part of the first, where no more than two ranks
  /// were measured.
  private static final double OPERAND = 0.6;

  /// The bytes of a fold of more than two operands, which a cache holds.
  private static final long FOLD_BYTES = 64 << 10;

  private static final String FLAT = "flat";
  private static final String PUTS = "puts";
  private static final String SUM = "sum";
  private static final long BOARD_BYTES = 8;
  private static final long LARGEST = 1L << 40;

  private final Map<Subject, Figure> figures = new HashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private final long eager;

  private PlatformFit(List<Figure> measured, long eager) {
    measured.forEach(figure -> figures.put(figure.subject(), figure));
    this.eager = eager;
  }

  /// A platform of one host, named `name`.
  ///
  /// @throws ModelException if something that is needed was not measured
  public static Platform local(String name, List<Figure> measured) {
    return new PlatformFit(measured, Choices.builtIn().eager()).local(name);
  }

  /// A platform of several hosts: `local` with a channel between hosts, from what was measured
  /// between two of them.
  public static Platform network(Platform local, List<Figure> measured) {
    return new PlatformFit(measured, Choices.apart().eager()).network(local);
  }

  private double need(Subject subject) {
    Figure figure = figures.get(subject);
    if (figure == null) {
      throw new ModelException(
          "the time of \"%s\" was not measured, and the profile needs it".formatted(subject));
    }
    return figure.median();
  }

  private @Nullable Double time(Subject subject) {
    Figure figure = figures.get(subject);
    return figure == null ? null : figure.median();
  }

  private SortedSet<Long> sizes(String what, String algorithm, boolean isRegistered, int hosts) {
    SortedSet<Long> sizes = new TreeSet<>();
    for (Subject each : figures.keySet()) {
      if (each.what().equals(what)
          && each.algorithm().equals(algorithm)
          && each.isRegistered() == isRegistered
          && each.ranks() == 2
          && each.hosts() == hosts
          && each.bytes() > 0) {
        sizes.add(each.bytes());
      }
    }
    return sizes;
  }

  // One host.

  private Platform local(String name) {
    double exchange = need(Subject.of("barrier", "exchange", false, 0));
    double central = need(Subject.of("barrier", "central", false, 0));
    double step = Math.clamp(central - exchange, exchange / 10, exchange);
    CallCosts calls = new CallCosts(Math.max(0, exchange - step), Double.NaN);
    double busy = Math.min(step, need(sending(1)));
    Stage stage = new Stage(calls, busy, row(0, step), counts());
    Map<Long, double[]> moves = new TreeMap<>();
    Map<Long, double[]> writes = new TreeMap<>();
    Map<Long, double[]> own = new TreeMap<>();
    for (long bytes : sizes("broadcast", FLAT, false, 1)) {
      boolean isPlaced = bytes > eager;
      double[] copies = copies(bytes, stage.counts);
      double[] move = new double[stage.counts.size()];
      Subject one = Subject.of("broadcast", FLAT, isPlaced, bytes);
      fill(move, 0, solve(one, x -> stage.platform(bytes, filled(move, 0, x), copies, copies), 0));
      double[] write = copies.clone();
      if (isPlaced) {
        // From arrays, the root copies the data into memory that others may read.
        Subject arrays = Subject.of("broadcast", FLAT, false, bytes);
        double time =
            solve(arrays, x -> stage.platform(bytes, move, filled(write, 0, x), copies), 0);
        for (int column = 0; column < write.length; column++) {
          write[column] = Math.max(write[column], time);
        }
      }
      for (int column = 1; column < stage.counts.size(); column++) {
        int at = column;
        Subject all =
            Subject.of("allgather", FLAT, isPlaced, bytes).on(stage.counts.get(column), 1);
        double x =
            solve(
                all,
                it -> stage.platform(bytes, filled(move, at, it), write, copies),
                move[at - 1]);
        fill(move, at, x);
      }
      moves.put(bytes, move);
      writes.put(bytes, write);
      own.put(bytes, copies);
    }
    StepCosts steps =
        new StepCosts(
            busy,
            stage.steps,
            table(moves, stage.counts, "reads"),
            table(writes, stage.counts, "writes"),
            table(own, stage.counts, "own"));
    CostChannel channel = messages("memory", 2, 1, stage.counts, steps);
    Platform whole = new Platform(name, List.of(channel), Computing.UNKNOWN, calls, List.of());
    return withBoard(withComputing(whole));
  }

  /// The measured times of copies of as many ranks at once as `counts` has.
  private double[] copies(long bytes, List<Integer> counts) {
    double[] times = new double[counts.size()];
    double last = 0;
    for (int i = counts.size() - 1; i >= 0; i--) {
      Double measured =
          time(
              Subject.of(Subject.COPY, Subject.PLAIN, false, bytes)
                  .on(Math.max(2, counts.get(i)), 1));
      last = measured == null ? last : measured;
      times[i] = last;
    }
    return times;
  }

  /// The sending of the least message.
  private Subject sending(int hosts) {
    SortedSet<Long> sizes = sizes(Subject.SENDING, Subject.PLAIN, false, hosts);
    long least = sizes.isEmpty() ? 0 : sizes.first();
    return Subject.of(Subject.SENDING, Subject.PLAIN, false, least).on(2, hosts);
  }

  /// The ranks that moved at once: 1, 2 and what else was measured.
  private List<Integer> counts() {
    SortedSet<Integer> counts = new TreeSet<>(List.of(1));
    for (Subject each : figures.keySet()) {
      if (each.what().equals("allgather") && each.algorithm().equals(FLAT) && each.hosts() == 1) {
        counts.add(each.ranks());
      }
    }
    return List.copyOf(counts);
  }

  /// `times` with `x` from the column `from` on.
  private static double[] filled(double[] times, int from, double x) {
    double[] copy = times.clone();
    fill(copy, from, x);
    return copy;
  }

  private static void fill(double[] times, int from, double x) {
    for (int i = from; i < times.length; i++) {
      times[i] = x;
    }
  }

  /// What is known while the tables of movements are found.
  private record Stage(CallCosts calls, double busy, TimeTable steps, List<Integer> counts) {
    /// A platform whose movements are known for one size alone.
    Platform platform(long bytes, double[] reads, double[] writes, double[] copies) {
      TimeTable read = table(bytes, reads);
      var known = new StepCosts(busy, steps, read, table(bytes, writes), table(bytes, copies));
      return new Platform(
          "fit",
          List.of(new CostChannel("memory", steps, read, 2, known)),
          new Computing(Map.of(SUM, row(0, 0)), 1),
          calls,
          List.of());
    }

    private TimeTable table(long bytes, double[] times) {
      int[] columns = counts.stream().mapToInt(Integer::intValue).toArray();
      return new TimeTable(new long[] {bytes}, columns, new double[][] {times});
    }
  }

  private static TimeTable row(long bytes, double time) {
    return new TimeTable(new long[] {bytes}, new int[] {1}, new double[][] {{time}});
  }

  private TimeTable table(Map<Long, double[]> rows, List<Integer> counts, String what) {
    TimeTable raw =
        new TimeTable(
            rows.keySet().stream().mapToLong(Long::longValue).toArray(),
            counts.stream().mapToInt(Integer::intValue).toArray(),
            rows.values().toArray(double[][]::new));
    TimeTable smooth = raw.smoothed();
    double difference = raw.difference(smooth);
    if (difference > TOLD) {
      remarks.add(
          "The table %s was smoothed by up to %.0f %%, because times fell with bytes or movements."
              .formatted(what, 100 * difference));
    }
    return smooth;
  }

  /// A channel whose messages are those that were measured: `o` is the time of the least one, and
  /// `L(m, τ)` what each of `copies` movements of a greater one adds, or of one in a ring of τ
  /// ranks.
  private CostChannel messages(
      String name, int copies, int hosts, List<Integer> counts, StepCosts steps) {
    SortedSet<Long> sizes = sizes(Subject.MESSAGE, Subject.PLAIN, false, hosts);
    if (sizes.size() < 2) {
      throw new ModelException("fewer than two sizes of messages were measured");
    }
    double overhead = message(Subject.MESSAGE, sizes.first(), 2, hosts);
    Map<Long, double[]> rows = new TreeMap<>();
    for (long bytes : sizes.tailSet(sizes.first() + 1)) {
      double[] row = new double[counts.size()];
      double last = (message(Subject.MESSAGE, bytes, 2, hosts) - overhead) / copies;
      for (int i = 0; i < row.length; i++) {
        Double ring =
            i == 0
                ? null
                : time(
                    Subject.of(Subject.RING, Subject.PLAIN, false, bytes).on(counts.get(i), hosts));
        last = ring == null ? last : Math.max(last, (ring - overhead) / copies);
        row[i] = Math.max(0, last);
      }
      rows.put(bytes, row);
    }
    return new CostChannel(name, row(0, overhead), table(rows, counts, "transfer"), copies, steps);
  }

  private double message(String what, long bytes, int ranks, int hosts) {
    return need(Subject.of(what, Subject.PLAIN, false, bytes).on(ranks, hosts));
  }

  private Platform withComputing(Platform platform) {
    Map<Long, double[]> sums = new TreeMap<>();
    for (long bytes : sizes("reduce", FLAT, true, 1)) {
      double time =
          solve(
              Subject.of("reduce", FLAT, true, bytes),
              x -> with(platform, new Computing(Map.of(SUM, row(bytes, x)), 1)),
              0);
      sums.put(bytes, new double[] {time});
    }
    Map<String, TimeTable> combining = new TreeMap<>();
    if (sums.size() > 1) {
      combining.put(SUM, table(sums, List.of(1), "combine sum"));
    }
    Map<String, Double> rates = new TreeMap<>();
    for (Figure figure : figures.values()) {
      long bytes = figure.subject().bytes();
      double n = Math.floor(Math.sqrt(bytes / 8.0));
      switch (figure.subject().what()) {
        case Subject.PRODUCT -> rates.put(Computing.PRODUCT, 2 * n * n * n / figure.median());
        case Subject.STENCIL -> rates.put(Computing.STENCIL, n * n / figure.median());
        default -> {}
      }
    }
    TimeTable results = places(platform, combining, true);
    TimeTable stages = places(platform, combining, false);
    double operand = operand(platform, combining);
    return with(platform, new Computing(combining, operand, results, stages, rates));
  }

  /// What places of folds at other ranks cost, in their results or stages; null if it was not
  /// measured.
  private @Nullable TimeTable places(
      Platform platform, Map<String, TimeTable> combining, boolean isResult) {
    Map<Long, double[]> places = new TreeMap<>();
    for (long bytes : sizes("allreduce", PUTS, isResult, 1)) {
      // Each of the two ranks folds a half, and writes it to its own place and the other's.
      long half = bytes / 2;
      double time =
          solve(
              puts(bytes, isResult),
              x -> {
                TimeTable place = row(half, x);
                return with(platform, new Computing(combining, OPERAND, place, place, Map.of()));
              },
              0);
      places.put(half, new double[] {time});
    }
    return places.isEmpty() ? null : table(places, List.of(1), isResult ? "results" : "stages");
  }

  /// What a further operand of a fold costs, from the most ranks that were measured.
  private double operand(Platform platform, Map<String, TimeTable> combining) {
    return figures.keySet().stream()
        .filter(each -> each.equals(fold(each.ranks())))
        .max(Comparator.comparingInt(Subject::ranks))
        .map(fold -> solve(fold, x -> with(platform, new Computing(combining, x)), 0))
        .orElse(OPERAND);
  }

  /// The allreduce of `bytes` bytes that shows what a place of a fold at another rank costs: in one
  /// chunk.
  ///
  /// @param isRegistered whether the place is in the result
  public static Subject puts(long bytes, boolean isRegistered) {
    return new Subject("allreduce", PUTS, bytes, isRegistered, bytes, 2, 1);
  }

  /// The reduction of `ranks` ranks, three at least, that shows what a further operand costs.
  public static Subject fold(int ranks) {
    return Subject.of("reduce", FLAT, true, FOLD_BYTES).on(Math.max(3, ranks), 1);
  }

  private static Platform with(Platform platform, Computing computing) {
    return new Platform(
        platform.name(), platform.channels(), computing, platform.calls(), platform.remarks());
  }

  private Platform withBoard(Platform platform) {
    Double measured = time(Subject.of("allgather", Subject.TABLE, false, BOARD_BYTES));
    CollectiveQuestion question =
        new CollectiveQuestion(Collective.ALLGATHER, BOARD_BYTES, Mapping.blocks(2, 1));
    double board = Double.NaN;
    if (measured != null && CollectivePricer.usesBoard(question, Choices.builtIn())) {
      Platform without = with(platform, new CallCosts(platform.calls().start(), 0));
      board =
          Math.max(measured / 10, measured - new CollectivePricer(without).board(question).time());
    }
    Platform whole = with(platform, new CallCosts(platform.calls().start(), board));
    return new Platform(whole.name(), whole.channels(), whole.computing(), whole.calls(), remarks);
  }

  private static Platform with(Platform platform, CallCosts calls) {
    return new Platform(
        platform.name(), platform.channels(), platform.computing(), calls, platform.remarks());
  }

  // Several hosts.

  private Platform network(Platform local) {
    double exchange = need(Subject.of("barrier", "exchange", false, 0).on(2, 2));
    double central = need(Subject.of("barrier", "central", false, 0).on(2, 2));
    double step = Math.clamp(central - exchange, exchange / 10, exchange);
    double busy = Math.min(step, need(sending(2)));
    TimeTable steps = row(0, step);
    StepCosts near = local.channel(Platform.LOCAL).steps();
    TimeTable own = near == null ? row(0, 0) : near.own();
    Map<Long, double[]> reads = new TreeMap<>();
    for (long bytes : sizes("broadcast", FLAT, false, 2)) {
      double one =
          solve(
              Subject.of("broadcast", FLAT, false, bytes).on(2, 2),
              x -> {
                TimeTable read = row(bytes, x);
                return withNetwork(
                    local,
                    new CostChannel(
                        "network", steps, read, 1, new StepCosts(busy, steps, read, own, own)));
              },
              0);
      reads.put(bytes, new double[] {one});
    }
    remarks.addAll(local.remarks());
    StepCosts inSteps =
        new StepCosts(busy, steps, shared(table(reads, List.of(1), "reads")), own, own);
    CostChannel messages = messages("network", 1, 2, List.of(1), inSteps);
    CostChannel network =
        new CostChannel("network", messages.overhead(), shared(messages.transfer()), 1, inSteps);
    remarks.add(
        "Movements at once between the same hosts were not measured: they share its bandwidth.");
    Platform whole = withNetwork(local, network);
    return new Platform(whole.name(), whole.channels(), whole.computing(), whole.calls(), remarks);
  }

  /// A table with a column for two movements at once, which share the bandwidth.
  private static TimeTable shared(TimeTable one) {
    long[] sizes = one.sizes();
    double least = one.time(0, 0);
    double[][] times = new double[sizes.length][];
    for (int i = 0; i < sizes.length; i++) {
      double time = one.time(i, 0);
      times[i] = new double[] {time, 2 * time - least};
    }
    return new TimeTable(sizes, new int[] {1, 2}, times);
  }

  private static Platform withNetwork(Platform local, CostChannel network) {
    return local.with(List.of(local.channel(Platform.LOCAL), network));
  }

  // Bisection.

  /// The parameter from `least` up with which `subject` is priced as it was measured. If even the
  /// least is priced higher, that.
  private double solve(Subject subject, DoubleFunction<Platform> platform, double least) {
    double measured = need(subject);
    double low = least;
    double high = Math.max(2 * least, 1e-3);
    while (high < MOST_MICROS && price(subject, platform.apply(high)) < measured) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      if (price(subject, platform.apply(middle)) < measured) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /// The price of a collective operation on a platform, as a calibration measures it.
  ///
  /// @throws ModelException if the subject is no collective operation
  public static double price(Subject subject, Platform platform) {
    CollectivePricer pricer = new CollectivePricer(platform);
    Choices table = subject.hosts() == 1 ? Choices.builtIn() : Choices.apart();
    CollectiveQuestion question = question(subject);
    if (subject.algorithm().equals(Subject.TABLE)) {
      return pricer.time(question, table);
    }
    long chunk = subject.chunk() == 0 ? Choices.DEFAULT_CHUNK : subject.chunk();
    return pricer.time(
        question,
        new AlgorithmChoice(
            Algorithms.get(subject.collective(), subject.algorithm()),
            chunk,
            Choices.DEFAULT_CHUNKS,
            table.eager()));
  }

  /// The question whose price is the time of a subject.
  public static CollectiveQuestion question(Subject subject) {
    if (!subject.isCollective() || subject.bytes() > LARGEST) {
      throw new ModelException("\"" + subject + "\" is no collective operation");
    }
    return new CollectiveQuestion(
        subject.collective(),
        subject.bytes(),
        Mapping.blocks(subject.ranks(), subject.hosts()),
        0,
        subject.isRegistered(),
        SUM);
  }
}
