// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import weft.bench.Report;
import weft.calibrate.Calibration;
import weft.model.Platform;
import weft.model.measured.Figure;
import weft.model.measured.PlatformFit;
import weft.model.measured.PointFit;
import weft.model.measured.Subject;
import weft.model.points.PointModel;
import weft.model.profile.BuiltInProfile;

/// What the models predict between hosts: messages of other sizes, and collective operations of one
/// rank on each host.
final class HostsPart {
  private static final long LMO_BYTES = 64 << 10;
  private static final int FEWEST_FOR_LMO = 3;
  private static final int SLICE_MILLIS = 4;

  private final ModelBench bench;
  private final Report report;
  private final long seed;
  private final int rounds;

  HostsPart(ModelBench bench, Report report, long seed, int rounds) {
    this.bench = bench;
    this.report = report;
    this.seed = seed;
    this.rounds = rounds;
  }

  /// Measures and predicts over these hosts.
  void run(String transport, List<String> hosts) {
    int count = hosts.size();
    Set<Subject> pair = new LinkedHashSet<>(Calibration.network());
    HeldOut.farMessages().forEach(it -> pair.add(it.on(2, 2)));
    List<Figure> two =
        Calibration.measure(
            seed, rounds, SLICE_MILLIS, transport, hosts.subList(0, 2), List.copyOf(pair));
    List<Figure> calibrating =
        two.stream().filter(it -> Calibration.network().contains(it.subject())).toList();
    Platform platform = PlatformFit.network(BuiltInProfile.ONE_HOST.platform(), calibrating);
    List<Subject> subjects = new ArrayList<>(HeldOut.collectives(count, count));
    boolean isLmo = count >= FEWEST_FOR_LMO;
    if (isLmo) {
      subjects.addAll(PointFit.lmoSubjects(count, LMO_BYTES));
    }
    List<Figure> all = Calibration.measure(seed, rounds, SLICE_MILLIS, transport, hosts, subjects);
    Map<String, PointModel> models =
        ModelBench.models(platform.channel(Platform.NETWORK), calibrating);
    if (isLmo) {
      models.put("LMO", PointFit.lmo(count, LMO_BYTES, all));
    }
    String where = ", " + count + " hosts";
    List<Figure> messages =
        two.stream()
            .filter(it -> it.subject().what().equals(Subject.MESSAGE) && !calibrating.contains(it))
            .toList();
    bench.messages(where, "hosts", models, messages);
    List<ModelBench.Cell> cells =
        all.stream()
            .filter(it -> it.subject().isCollective())
            .map(it -> new ModelBench.Cell(it, PlatformFit.price(it.subject(), platform)))
            .toList();
    bench.collectives(where, "hosts", cells);
    bench.choices(where, "hosts", cells);
    report.say("");
    platform.remarks().forEach(report::say);
  }
}
