// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;

/// `weft bench peers`: two JVMs of one machine that talk by Weft, Aeron, sockets, RMI and Pekko.
/// All payloads are checked. The slices of all kinds take turns, so that what the machine does
/// meanwhile strikes all alike.
public final class PeersBench {
  private static final String COMMAND = "weft bench peers";
  private static final long IDLE_MILLIS = 200;

  /// What is asked for in each round.
  private static final List<String> FIGURES =
      List.of("wordTrips", "words", "arrayTrips", "barrier", "allreduce");

  /// Until compiled code runs, the slices of a kind do not count.
  private static final int WARM_UPS = 6;

  private PeersBench() {}

  /// See [PeersOptions#HELP].
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String... args) throws Exception {
    PeersOptions options;
    try {
      options = PeersOptions.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println(COMMAND + ": " + e.getMessage());
      System.exit(2);
      throw e;
    }
    if (options == null) {
      System.out.print(PeersOptions.HELP);
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

  /// The slices of all kinds, in nanoseconds for one operation; of those that could run.
  static Map<PeerKind, Map<String, double[]>> measure(Report report, PeersOptions options)
      throws IOException, InterruptedException {
    var pairs = new LinkedHashMap<PeerKind, PeerProcesses>();
    try {
      for (PeerKind kind : options.kinds()) {
        try {
          String classPath = PeerSources.compile(kind, BenchMachine.temporary());
          pairs.put(kind, PeerProcesses.start(kind, classPath));
        } catch (BenchException e) {
          report.say(kind.name() + " is left out: " + e.getMessage());
        }
      }
      return slices(pairs, options);
    } finally {
      for (PeerProcesses pair : pairs.values()) {
        pair.close();
      }
    }
  }

  private static Map<PeerKind, Map<String, double[]>> slices(
      Map<PeerKind, PeerProcesses> pairs, PeersOptions options)
      throws IOException, InterruptedException {
    var results = new LinkedHashMap<PeerKind, Map<String, double[]>>();
    var counts = new LinkedHashMap<PeerKind, Map<String, Long>>();
    for (PeerKind kind : pairs.keySet()) {
      results.put(kind, new LinkedHashMap<>());
      counts.put(kind, new LinkedHashMap<>());
      for (String figure : FIGURES) {
        counts.get(kind).put(figure, warm(pairs.get(kind), figure, options.millis()));
        results.get(kind).put(figure, new double[options.rounds()]);
      }
      results.get(kind).put("idle", new double[options.rounds()]);
    }
    for (int round = 0; round < options.rounds(); round++) {
      for (String figure : FIGURES) {
        for (Map.Entry<PeerKind, PeerProcesses> pair : pairs.entrySet()) {
          long count = counts.get(pair.getKey()).get(figure);
          results.get(pair.getKey()).get(figure)[round] =
              count == 0 ? Double.NaN : (double) pair.getValue().ask(figure, count) / count;
        }
      }
      for (Map.Entry<PeerKind, PeerProcesses> pair : pairs.entrySet()) {
        results.get(pair.getKey()).get("idle")[round] =
            pair.getValue().ask("idle", IDLE_MILLIS) / (IDLE_MILLIS * 1e6);
      }
    }
    return results;
  }

  /// How many operations a slice has; 0 where the kind has no such operation.
  private static long warm(PeerProcesses pair, String figure, int millis)
      throws IOException, InterruptedException {
    long count = 8;
    for (int ups = 0; ups < WARM_UPS; ) {
      long nanos = pair.ask(figure, count);
      if (nanos < 0) {
        return 0;
      }
      long wanted = (long) (count * (millis * 1e6) / Math.max(1, nanos));
      if (nanos >= millis * 500_000L) {
        ups++;
      }
      count = Math.clamp(wanted, 1, 8 * count);
    }
    return count;
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
              median(figures.get("wordTrips")) / 2,
              1e3 / median(figures.get("words")),
              median(figures.get("arrayTrips")) / 2 * 1e-3,
              median(figures.get("barrier")),
              median(figures.get("allreduce")),
              median(figures.get("idle")) * 100,
              kind.flags().isEmpty() ? "-" : String.valueOf(kind.flags().size()),
              PeerSources.lines(kind)));
    }
    report.table(
        "peers",
        "Two processes (medians; 8 bytes one way in ns and millions a second, 1 MiB one way in us)",
        List.of(
            "by",
            "8 B ns",
            "8 B M/s",
            "1 MiB us",
            "barrier ns",
            "allreduce ns",
            "waiting % of a core",
            "flags",
            "lines"),
        rows);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
