// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.SliceRounds;
import weft.model.measured.Statistics;

/// `weft bench wait`: what a wait costs, by the gap between messages and by what else runs. Nothing
/// is left out. Rejected alternatives: docs/design/0120-a-wait-learns-from-its-yields.md.
public final class WaitBench {
  private static final String COMMAND = "weft bench wait";

  /// Trips before the first slice, for the compilers.
  private static final int WARM_UPS = 20;

  private static final int TRIPS = 5_000;

  /// The length of the slice before each counted one, in which a pair learns how long it waits.
  private static final long WARM_UP_MICROS = 20_000;

  private static final int LEAST = 3;
  private static final int MOST = 100_000;

  /// A cell of the table.
  record Cell(WaitLoad load, long gap, PeerKind kind) {}

  /// The figures of one slice: nanoseconds, and the numbers of all messages together.
  record Slice(
      int count, long median, long high, long processor, long all, long yields, long sleeps) {
    static Slice of(int count, String answer) {
      String[] figures = answer.strip().split(" ");
      var all = new long[figures.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = Long.parseLong(figures[i]);
      }
      return new Slice(count, all[0], all[1], all[2], all[3], all[4], all[5]);
    }
  }

  private final Report report;
  private final WaitOptions options;
  private final Map<PeerKind, String> classPaths = new LinkedHashMap<>();
  private final Map<Cell, List<Slice>> slices = new LinkedHashMap<>();

  private WaitBench(Report report, WaitOptions options) {
    this.report = report;
    this.options = options;
  }

  /// See [WaitOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String... args) throws Exception {
    WaitOptions options = Mains.options(COMMAND, WaitOptions.ABOUT, WaitOptions::of, args);
    if (options == null) {
      return;
    }
    Report report = Mains.report("shm", options.rounds(), options.seed());
    table(report, options, measure(report, options));
    if (options.json() != null) {
      report.write(options.json());
    }
  }

  /// The slices of all cells that could be measured.
  static Map<Cell, List<Slice>> measure(Report report, WaitOptions options) throws Exception {
    var bench = new WaitBench(report, options);
    for (PeerKind kind : options.kinds()) {
      try {
        bench.classPaths.put(kind, PeerSources.compile(kind, BenchMachine.temporary()));
      } catch (BenchException e) {
        report.say(kind.name() + " is left out: " + e.getMessage());
      }
    }
    var rounds = new SliceRounds(options.seed());
    for (WaitLoad load : options.loads()) {
      for (PeerKind kind : bench.classPaths.keySet()) {
        rounds.add(round -> bench.measure(load, kind));
      }
    }
    rounds.run("wait", 0, options.rounds());
    return bench.slices;
  }

  /// Measures all gaps with new pairs, so that what one has learnt does not help another.
  private void measure(WaitLoad load, PeerKind kind) throws Exception {
    var pairs = new ArrayList<PeerProcesses>();
    try {
      for (int i = 0; i < load.pairs(); i++) {
        pairs.add(PeerProcesses.start(kind, classPaths.getOrDefault(kind, "")));
      }
      for (PeerProcesses pair : pairs) {
        for (int i = 0; i < WARM_UPS; i++) {
          pair.ask("wordTrips", TRIPS);
        }
      }
      try (var _ = load.start()) {
        for (long gap : options.gaps()) {
          int count = Math.clamp(options.millis() * 1_000L / gap, LEAST, MOST);
          ask(pairs, gap, Math.clamp(WARM_UP_MICROS / gap, 1, 100));
          Slice slice = ask(pairs, gap, count);
          slices.computeIfAbsent(new Cell(load, gap, kind), cell -> new ArrayList<>()).add(slice);
        }
      }
    } catch (BenchException e) {
      report.say(kind.name() + ", " + load.label() + ", is left out: " + e.getMessage());
    } finally {
      close(pairs);
    }
  }

  /// The figures of the first pair; all do the same.
  private static Slice ask(List<PeerProcesses> pairs, long gap, int count) throws Exception {
    String command = "gaps " + 1_000 * gap + " " + count;
    for (PeerProcesses pair : pairs) {
      pair.begin(command);
    }
    String first = "";
    for (PeerProcesses pair : pairs) {
      String answer = pair.answers(command).getLast();
      first = first.isEmpty() ? answer : first;
    }
    return Slice.of(count, first);
  }

  private static void close(List<PeerProcesses> pairs) throws IOException {
    for (PeerProcesses pair : pairs) {
      pair.close();
    }
  }

  private static void table(Report report, WaitOptions options, Map<Cell, List<Slice>> slices) {
    var rows = new ArrayList<List<Object>>();
    for (WaitLoad load : options.loads()) {
      for (long gap : options.gaps()) {
        for (PeerKind kind : options.kinds()) {
          List<Slice> some = slices.get(new Cell(load, gap, kind));
          if (some != null) {
            rows.add(row(load, gap, kind, some));
          }
        }
      }
    }
    report.table(
        "wait",
        "A process that waits for words: microseconds from before each send until the word was"
            + " there, its processor time in percent of a core, and yields and sleeps per word"
            + " (medians of "
            + options.rounds()
            + " pairs; nothing is left out)",
        List.of(
            "beside, gap, by", "median us", "99 % us", "% of a core", "yields", "sleeps", "words"),
        rows);
  }

  private static List<Object> row(WaitLoad load, long gap, PeerKind kind, List<Slice> some) {
    return List.of(
        load.label() + ", " + gap(gap) + ", " + kind.name(),
        median(some, slice -> slice.median() / 1e3),
        median(some, slice -> slice.high() / 1e3),
        median(some, slice -> 100.0 * slice.processor() / slice.all()),
        median(some, slice -> perWord(slice.yields(), slice)),
        median(some, slice -> perWord(slice.sleeps(), slice)),
        some.stream().mapToInt(Slice::count).sum());
  }

  /// NaN if the library does not count them.
  private static double perWord(long number, Slice slice) {
    return number < 0 ? Double.NaN : (double) number / slice.count();
  }

  private static String gap(long micros) {
    return micros >= 1_000_000
        ? micros / 1_000_000 + " s"
        : micros >= 1_000 ? micros / 1_000 + " ms" : micros + " us";
  }

  private static double median(List<Slice> some, ToDoubleFunction<Slice> figure) {
    return Statistics.median(some.stream().mapToDouble(figure).toArray());
  }
}
