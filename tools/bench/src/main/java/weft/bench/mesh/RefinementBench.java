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
import weft.bench.Report;
import weft.model.measured.Statistics;

/// Filling the unit cube, beside TetGen, Gmsh and CGAL: each round runs all programs once, in a
/// random order, each in a new process. Ratios are of the thread that computes: a JVM's compilers
/// and collector have others.
final class RefinementBench {
  /// With so many tets the time of a tet is held against TetGen's.
  private static final long LARGE = 500_000;

  private final MeshBenchOptions options;
  private final Report report;
  private final List<Map<String, Object>> samples;

  RefinementBench(MeshBenchOptions options, Report report, List<Map<String, Object>> samples) {
    this.options = options;
    this.report = report;
    this.samples = samples;
  }

  void run(Path folder) throws IOException, InterruptedException {
    List<RefinementPeer> peers =
        RefinementPeer.all(report, options.peers(), folder, options.volume());
    var runs = new LinkedHashMap<String, List<RefinementPeer.Run>>();
    peers.forEach(peer -> runs.put(peer.title(), new ArrayList<>()));
    var random = new Random(options.seed());
    for (int round = 0; round < options.rounds(); round++) {
      var order = new ArrayList<>(peers);
      Collections.shuffle(order, random);
      for (RefinementPeer peer : order) {
        RefinementPeer.Run run = peer.run(folder);
        runs.getOrDefault(peer.title(), new ArrayList<>()).add(run);
        samples.add(
            Map.of(
                "program", peer.title(),
                "volume", options.volume(),
                "round", round,
                "seconds", run.seconds()));
      }
    }
    List<List<Object>> rows = new ArrayList<>();
    List<RefinementPeer.Run> weft = runs.getOrDefault(RefinementPeer.WEFT, List.of());
    runs.forEach((name, list) -> rows.add(row(name, list, weft)));
    report.table(
        "refinement",
        "The unit cube, circumradius over shortest edge up to 2, volumes up to "
            + options.volume()
            + ", medians",
        List.of("program", "tets", "CPU seconds", "thread", "thread, µs/tet", "Weft / it", "angle"),
        rows);
  }

  private List<Object> row(
      String name, List<RefinementPeer.Run> runs, List<RefinementPeer.Run> weft) {
    double[] ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = threadPerTet(weft.get(i)) / threadPerTet(runs.get(i));
    }
    double ratio = Statistics.median(ratios);
    RefinementPeer.Run first = runs.getFirst();
    if (name.equals("TetGen") && first.tets() >= LARGE) {
      report.limit("CPU time of Weft's thread for a tet over TetGen's", "", ratio, true, 0.6, "");
    }
    return List.of(
        name,
        first.tets(),
        Statistics.median(runs.stream().mapToDouble(RefinementPeer.Run::seconds).toArray()),
        Statistics.median(runs.stream().mapToDouble(RefinementPeer.Run::thread).toArray()),
        Statistics.median(runs.stream().mapToDouble(each -> 1e6 * threadPerTet(each)).toArray()),
        ratio,
        first.angle());
  }

  private static double threadPerTet(RefinementPeer.Run run) {
    return run.thread() / run.tets();
  }
}
