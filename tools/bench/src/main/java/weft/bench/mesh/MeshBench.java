// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.model.measured.Statistics;

/// `weft bench mesh`: the Delaunay tets of random points, beside TetGen, Qhull and CGAL. Each round
/// runs all programs once, in a random order, each in a new process. Seconds are those of all
/// threads, from points in memory to tets, with the ordering of the points. For Weft they include
/// the JVM's compilers and collector. Ratios are of runs of one round. Then a cube is filled
/// ([RefinementBench]).
public final class MeshBench {
  private static final String COMMAND = "weft bench mesh";
  private static final String WEFT = "Weft";
  private static final int LARGE = 1_000_000;

  private final MeshBenchOptions options;
  private final Report report;
  private final List<List<Object>> rows = new ArrayList<>();
  private final List<Map<String, Object>> samples = new ArrayList<>();

  private MeshBench(MeshBenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// See the help.
  public static void main(String[] args) {
    Mains.run(
        COMMAND,
        () -> {
          MeshBenchOptions options = Mains.options(COMMAND, "", MeshBenchOptions::of, args);
          if (options != null) {
            new MeshBench(options, Mains.report("none", options.rounds(), options.seed())).run();
          }
        });
  }

  private void run() throws IOException, InterruptedException {
    int most = options.points().stream().mapToInt(Integer::intValue).max().orElseThrow();
    List<MeshPeer> peers = MeshPeer.all(report, options.peers(), most);
    Path folder = BenchMachine.temporary();
    for (int points : options.points()) {
      measure(MeshFiles.write(folder, points), peers);
    }
    report.table(
        "mesh",
        "Delaunay tets of random points, medians",
        List.of(
            "program",
            "points",
            "tets",
            "CPU seconds",
            "Weft / it",
            "bytes/tet",
            "allocated/point"),
        rows);
    new RefinementBench(options, report, samples).run(folder);
    Mains.end(report, options.json(), samples);
  }

  private void measure(MeshFiles files, List<MeshPeer> all)
      throws IOException, InterruptedException {
    var runs = new LinkedHashMap<String, List<MeshPeer.Run>>();
    List<MeshPeer> peers = all.stream().filter(it -> it.takes(files.points())).toList();
    peers.forEach(peer -> runs.put(peer.title(), new ArrayList<>()));
    var random = new Random(options.seed());
    for (int round = 0; round < options.rounds(); round++) {
      var order = new ArrayList<>(peers);
      Collections.shuffle(order, random);
      for (MeshPeer peer : order) {
        MeshPeer.Run run = peer.run(files);
        runs.getOrDefault(peer.title(), new ArrayList<>()).add(run);
        samples.add(
            Map.of(
                "program", peer.title(),
                "points", files.points(),
                "round", round,
                "seconds", run.seconds()));
      }
    }
    runs.forEach((name, list) -> row(name, files.points(), list, runs.getOrDefault(WEFT, list)));
  }

  private void row(String name, int points, List<MeshPeer.Run> runs, List<MeshPeer.Run> weft) {
    double[] ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = weft.get(i).seconds() / runs.get(i).seconds();
    }
    double ratio = Statistics.median(ratios);
    MeshPeer.Run first = runs.get(0);
    double bytes = Statistics.median(runs.stream().mapToDouble(MeshPeer.Run::bytes).toArray());
    double allocated =
        Statistics.median(runs.stream().mapToDouble(MeshPeer.Run::allocated).toArray());
    rows.add(
        List.of(
            name,
            points,
            first.tets(),
            Statistics.median(runs.stream().mapToDouble(MeshPeer.Run::seconds).toArray()),
            ratio,
            bytes / first.tets(),
            allocated));
    if (first.tets() != weft.get(0).tets()) {
      report.say(
          "%s has %d tets of %d points, and Weft has %d: one of them is wrong."
              .formatted(name, first.tets(), points, weft.get(0).tets()));
    }
    if (points >= LARGE) {
      switch (name) {
        case WEFT -> {
          report.limit("live bytes of a tet", "", bytes / first.tets(), true, 64, "B");
          report.limit("allocated for a point that is inserted", "", allocated, true, 0.01, "B");
        }
        case "TetGen" -> report.limit("CPU time of Weft over TetGen", "", ratio, true, 0.75, "");
        case "CGAL" -> report.limit("CPU time of Weft over CGAL -O3", "", ratio, true, 1, "");
        default -> {}
      }
    }
  }
}
