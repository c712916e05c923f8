// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.SliceRounds;
import weft.model.measured.Statistics;

/// `weft bench peers`: two JVMs of one machine that talk by Weft, Aeron, sockets, RMI and MPJ
/// Express. All payloads are checked.
public final class PeersBench {
  private static final String COMMAND = "weft bench peers";
  private static final long SEED = 26;

  private PeersBench() {}

  /// See [PeersOptions].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String... args) throws Exception {
    PeersOptions options = Mains.options(COMMAND, PeersOptions.ABOUT, PeersOptions::of, args);
    if (options == null) {
      return;
    }
    var report = new Report(System.out);
    report.fact("processor", BenchMachine.processor());
    report.fact("cores", BenchMachine.cores());
    report.fact("java", System.getProperty("java.vm.version"));
    report.fact("rounds", options.rounds());
    report.say(
        BenchMachine.processor()
            + ", "
            + BenchMachine.cores()
            + " cores, Java "
            + System.getProperty("java.version"));
    table(report, measure(report, options));
    if (options.json() != null) {
      report.write(options.json());
    }
  }

  /// The slices of all kinds, in nanoseconds for one operation; of those that could run. Kinds take
  /// turns in each round, in a new random order, and the others are stopped meanwhile.
  static Map<PeerKind, Map<String, double[]>> measure(Report report, PeersOptions options)
      throws Exception {
    var pairs = new LinkedHashMap<PeerKind, PeerSlices>();
    try {
      for (PeerKind kind : options.kinds()) {
        try {
          String classPath = PeerSources.compile(kind, BenchMachine.temporary());
          PeerProcesses pair = PeerProcesses.start(kind, classPath);
          var slices = new PeerSlices(pair, options);
          pairs.put(kind, slices);
          slices.warmUp();
        } catch (BenchException e) {
          report.say(kind.name() + " is left out: " + e.getMessage());
          close(pairs.remove(kind));
        }
      }
      for (PeerSlices slices : pairs.values()) {
        slices.stop();
      }
      var rounds = new SliceRounds(SEED);
      for (PeerKind kind : List.copyOf(pairs.keySet())) {
        rounds.add(round -> measure(report, pairs, kind, round));
      }
      rounds.run("peers", 0, options.rounds());
    } finally {
      for (PeerSlices slices : pairs.values()) {
        close(slices);
      }
    }
    var results = new LinkedHashMap<PeerKind, Map<String, double[]>>();
    pairs.forEach((kind, slices) -> results.put(kind, slices.results()));
    return results;
  }

  /// A pair that fails is left out from then on.
  private static void measure(
      Report report, Map<PeerKind, PeerSlices> pairs, PeerKind kind, int round)
      throws IOException, InterruptedException {
    PeerSlices slices = pairs.get(kind);
    if (slices == null) {
      return;
    }
    try {
      slices.measure(round);
    } catch (BenchException e) {
      report.say(kind.name() + " is left out: " + e.getMessage());
      close(pairs.remove(kind));
    }
  }

  private static void close(@Nullable PeerSlices slices) throws IOException {
    if (slices != null) {
      slices.close();
    }
  }

  private static void table(Report report, Map<PeerKind, Map<String, double[]>> results)
      throws IOException {
    var rows = new ArrayList<List<Object>>();
    for (Map.Entry<PeerKind, Map<String, double[]>> result : results.entrySet()) {
      PeerKind kind = result.getKey();
      Map<String, double[]> figures = result.getValue();
      rows.add(
          List.of(
              kind.name(),
              median(figures, "wordTrips") / 2,
              high(figures, "wordTrips") / 2,
              1e3 / median(figures, "words"),
              median(figures, "arrayTrips") / 2 * 1e-3,
              median(figures, "barrier"),
              median(figures, "allreduce"),
              high(figures, "allreduce"),
              median(figures, "idle") * 100,
              kind.flags().isEmpty() ? "-" : String.valueOf(kind.flags().size()),
              PeerSources.lines(kind)));
    }
    report.table(
        "peers",
        "Two processes (medians and 99th percentiles of all slices; 8 bytes one way in ns and millions a second, 1 MiB one way in us)",
        List.of(
            "by",
            "8 B ns",
            "8 B 99 %",
            "8 B M/s",
            "1 MiB us",
            "barrier ns",
            "allreduce ns",
            "allreduce 99 %",
            "waiting % of a core",
            "flags",
            "lines"),
        rows);
  }

  private static double high(Map<String, double[]> figures, String name) {
    return Statistics.quantile(0.99, Objects.requireNonNull(figures.get(name)));
  }

  private static double median(Map<String, double[]> figures, String name) {
    return Statistics.median(Objects.requireNonNull(figures.get(name)));
  }
}
