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
/// All payloads are checked. One kind is measured after the other: where the pairs of all kinds are
/// there at the same time they take the cores from each other, also while they wait for commands.
public final class PeersBench {
  private static final String COMMAND = "weft bench peers";
  private static final long IDLE_MILLIS = 200;

  /// What is asked for in each round.
  private static final List<String> FIGURES =
      List.of("wordTrips", "words", "arrayTrips", "barrier", "allreduce");

  /// Until compiled code runs, the slices of a kind do not count.
  private static final int WARM_UPS = 40;

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
    var results = new LinkedHashMap<PeerKind, Map<String, double[]>>();
    for (PeerKind kind : options.kinds()) {
      try {
        String classPath = PeerSources.compile(kind, BenchMachine.temporary());
        try (PeerProcesses pair = PeerProcesses.start(kind, classPath)) {
          results.put(kind, slices(pair, options));
        }
      } catch (BenchException e) {
        report.say(kind.name() + " is left out: " + e.getMessage());
      }
    }
    return results;
  }

  private static Map<String, double[]> slices(PeerProcesses pair, PeersOptions options)
      throws IOException, InterruptedException {
    var counts = new LinkedHashMap<String, Long>();
    var results = new LinkedHashMap<String, double[]>();
    for (String figure : FIGURES) {
      counts.put(figure, warm(pair, figure, options.millis()));
      results.put(figure, new double[options.rounds()]);
    }
    results.put("idle", new double[options.rounds()]);
    for (int round = 0; round < options.rounds(); round++) {
      for (String figure : FIGURES) {
        long count = counts.getOrDefault(figure, 0L);
        results.get(figure)[round] =
            count == 0 ? Double.NaN : (double) pair.ask(figure, count) / count;
      }
      results.get("idle")[round] = pair.ask("idle", IDLE_MILLIS) / (IDLE_MILLIS * 1e6);
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
