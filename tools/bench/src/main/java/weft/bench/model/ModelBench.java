// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.calibrate.Calibration;
import weft.model.Platform;
import weft.model.measured.Figure;
import weft.model.measured.PlatformFit;
import weft.model.measured.PointFit;
import weft.model.measured.Statistics;
import weft.model.measured.Subject;
import weft.model.points.PointModel;
import weft.options.Options;

/// `weft bench model`: what the models predict for sizes and operations that did not calibrate
/// them, beside what was measured in the same minutes.
public final class ModelBench {
  private static final String COMMAND = "weft bench model";
  private static final long SMALL = 4096;
  private static final int TOLD = 12;

  /// Beyond this error a cell is listed.
  private static final double FAR_OFF = 1.6;

  private final Settings settings;
  private final Report report;
  private final List<Map<String, Object>> raw = new ArrayList<>();

  private ModelBench(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /// The options of the benchmark.
  private record Settings(boolean quick, int rounds, long seed, @Nullable Path json) {
    static Settings of(Options given) {
      boolean quick = CommonOptions.quick(given);
      var settings =
          new Settings(
              quick,
              CommonOptions.rounds(given, 40, 9),
              CommonOptions.seed(given),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  /// A measured time and a predicted one.
  private record Cell(Figure measured, double predicted) {
    double error() {
      return Math.max(measured.median(), predicted)
          / Math.max(1e-9, Math.min(measured.median(), predicted));
    }
  }

  /// Runs the benchmark.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) {
    Settings settings = Mains.options(COMMAND, "", Settings::of, args);
    if (settings == null) {
      return;
    }
    Report report = Mains.report("shm", settings.rounds(), settings.seed());
    var bench = new ModelBench(settings, report);
    bench.measure();
    Mains.end(report, settings.json(), bench.raw);
  }

  private void measure() {
    Set<Subject> subjects = new LinkedHashSet<>(Calibration.pair(settings.quick()));
    subjects.addAll(HeldOut.messages());
    List<Subject> collectives = HeldOut.collectives();
    subjects.addAll(collectives);
    report.say(
        "%,d things are measured, in a new random order in each of %d rounds; a part of them"
                .formatted(subjects.size(), settings.rounds())
            + " calibrates the models, which predict the rest.");
    Map<String, List<Figure>> sets =
        Calibration.measure(
            settings.seed(), settings.rounds(), settings.quick() ? 1 : 2, List.copyOf(subjects));
    sets.forEach(this::set);
  }

  private void set(String distance, List<Figure> figures) {
    String where = distance.isEmpty() ? "" : ", processors " + distance;
    List<Subject> known = Calibration.pair(settings.quick());
    List<Figure> calibrating = figures.stream().filter(it -> known.contains(it.subject())).toList();
    Platform platform = PlatformFit.local("this machine", calibrating);
    messages(where, distance, platform, calibrating, figures);
    List<Cell> cells = new ArrayList<>();
    for (Figure figure : figures) {
      if (figure.subject().isCollective() && !known.contains(figure.subject())) {
        cells.add(new Cell(figure, PlatformFit.price(figure.subject(), platform)));
      }
    }
    collectives(where, distance, cells);
    choices(where, distance, cells);
  }

  private void keep(String model, String distance, Cell cell) {
    var row = new LinkedHashMap<String, Object>();
    row.put("model", model);
    row.put("distance", distance);
    row.put("subject", cell.measured.subject().toString());
    row.put("measured", cell.measured.median());
    row.put("low", cell.measured.low());
    row.put("high", cell.measured.high());
    row.put("predicted", cell.predicted);
    raw.add(row);
  }

  private void messages(
      String where,
      String distance,
      Platform platform,
      List<Figure> calibrating,
      List<Figure> figures) {
    Map<String, PointModel> models = new LinkedHashMap<>();
    models.put("τ-Lop", (source, target, bytes) -> platform.channel(Platform.LOCAL).time(bytes, 1));
    models.put("Hockney", PointFit.hockney(calibrating));
    models.put("LogGP", PointFit.logGp(calibrating));
    models.put("HLogGP", PointFit.hLogGp(calibrating));
    List<Figure> messages =
        figures.stream()
            .filter(it -> it.subject().what().equals(Subject.MESSAGE) && !calibrating.contains(it))
            .sorted(Comparator.comparingLong(it -> it.subject().bytes()))
            .toList();
    var rows = new ArrayList<List<Object>>();
    for (Figure figure : messages) {
      var row = new ArrayList<Object>();
      row.add(Report.size(figure.subject().bytes()));
      row.add(figure.median());
      models.values().forEach(it -> row.add(it.message(0, 1, figure.subject().bytes())));
      rows.add(row);
    }
    var columns = new ArrayList<>(List.of("bytes", "measured"));
    columns.addAll(models.keySet());
    report.table(
        "messages" + distance,
        "Messages of sizes that did not calibrate, in microseconds" + where,
        columns,
        rows);
    var errors = new ArrayList<List<Object>>();
    models.forEach((name, model) -> {
      List<Cell> cells =
          messages.stream()
              .map(it -> new Cell(it, model.message(0, 1, it.subject().bytes())))
              .toList();
      cells.forEach(cell -> keep(name, distance, cell));
      double small = mean(cells, 0, SMALL - 1);
      double large = mean(cells, SMALL, Long.MAX_VALUE);
      errors.add(List.of(name, small, large, most(cells)));
      if (name.equals("τ-Lop")) {
        report.limit("messages below 4 KB, mean error", distance, small, true, 1.3, "x");
        report.limit("messages from 4 KB up, mean error", distance, large, true, 1.15, "x");
      }
    });
    report.table(
        "errors" + distance,
        "Mean proportional error max(R,E)/min(R,E)" + where,
        List.of("model", "below 4 KB", "from 4 KB up", "most"),
        errors);
  }

  private static double mean(List<Cell> cells, long least, long most) {
    return Statistics.geometricMean(
        cells.stream()
            .filter(it ->
                it.measured.subject().bytes() >= least && it.measured.subject().bytes() <= most)
            .mapToDouble(Cell::error)
            .toArray());
  }

  private static double most(List<Cell> cells) {
    return cells.stream().mapToDouble(Cell::error).max().orElse(Double.NaN);
  }

  private void collectives(String where, String distance, List<Cell> cells) {
    cells.forEach(cell -> keep("τ-Lop", distance, cell));
    Map<String, List<Cell>> byName = new LinkedHashMap<>();
    cells.forEach(cell ->
        byName.computeIfAbsent(cell.measured.subject().what(), it -> new ArrayList<>()).add(cell));
    var rows = new ArrayList<List<Object>>();
    byName.forEach((name, its) ->
        rows.add(
            List.of(
                name,
                its.size(),
                mean(its, 0, SMALL - 1),
                mean(its, SMALL, Long.MAX_VALUE),
                Statistics.quantile(0.9, its.stream().mapToDouble(Cell::error).toArray()),
                most(its))));
    report.table(
        "collectives" + distance,
        "Collective operations, two ranks, all algorithms: proportional error of τ-Lop" + where,
        List.of("operation", "cells", "below 4 KB", "from 4 KB up", "9 of 10 within", "most"),
        rows);
    report.limit(
        "collectives, mean error", distance, mean(cells, 0, Long.MAX_VALUE), true, 1.3, "x");
    List<Cell> far =
        cells.stream()
            .filter(it -> it.error() > FAR_OFF)
            .sorted(Comparator.comparingDouble(Cell::error).reversed())
            .toList();
    report.say(
        "%n%d of %d cells are beyond %s ×%s"
            .formatted(far.size(), cells.size(), FAR_OFF, far.isEmpty() ? "." : ":"));
    for (Cell cell : far.subList(0, Math.min(TOLD, far.size()))) {
      report.say(
          "  %s: measured %s, predicted %s"
              .formatted(
                  cell.measured.subject(),
                  Report.text(cell.measured.median()),
                  Report.text(cell.predicted)));
    }
  }

  /// How often the model's first algorithm is among the best, where it matters.
  private void choices(String where, String distance, List<Cell> cells) {
    Map<String, List<Cell>> groups = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Subject it = cell.measured.subject();
      groups
          .computeIfAbsent(
              it.what() + " " + it.bytes() + " " + it.isRegistered(), key -> new ArrayList<>())
          .add(cell);
    }
    int deciding = 0;
    int right = 0;
    var lost = new ArrayList<Double>();
    for (List<Cell> group : groups.values()) {
      double best = group.stream().mapToDouble(it -> it.measured.median()).min().orElse(0);
      Cell first =
          Objects.requireNonNull(
              group.stream().min(Comparator.comparingDouble(Cell::predicted)).orElse(null));
      double loss = first.measured.median() / best;
      lost.add(loss);
      double second =
          group.stream()
              .mapToDouble(it -> it.measured.median())
              .sorted()
              .skip(1)
              .findFirst()
              .orElse(0);
      if (second > 1.1 * best) {
        deciding++;
        right += loss <= 1.1 ? 1 : 0;
      }
    }
    report.say(
        ("%nThe model's first algorithm takes %s × the time of the best in the geometric mean%s. Where"
                + " the best two differ by more than a tenth, it is within a tenth of the best in %d"
                + " of %d cases.")
            .formatted(
                Report.text(
                    Statistics.geometricMean(
                        lost.stream().mapToDouble(Double::doubleValue).toArray())),
                where,
                right,
                deciding));
    if (deciding > 0) {
      report.limit(
          "the model's first is within 10 %", distance, (double) right / deciding, false, 0.9, "");
    }
  }
}
