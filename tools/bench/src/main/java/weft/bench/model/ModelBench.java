// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import weft.model.CostChannel;
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

  /// Algorithms whose times differ by less are equally good.
  private static final double CLOSE = 1.1;

  private final Settings settings;
  private final Report report;
  private final List<Map<String, Object>> raw = new ArrayList<>();

  private ModelBench(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /// The options of the benchmark.
  private record Settings(
      boolean quick,
      List<String> hosts,
      String transport,
      int rounds,
      long seed,
      @Nullable Path json) {
    private static List<String> hosts(String text) {
      if (!text.contains(",")) {
        throw new IllegalArgumentException(
            "--hosts names two hosts at least, such as --hosts a,b, not \"" + text + "\"");
      }
      return List.of(text.split(","));
    }

    static Settings of(Options given) {
      boolean quick = CommonOptions.quick(given);
      @Nullable List<String> hosts =
          given.<List<String>>optional(
              "hosts A,B,…",
              Settings::hosts,
              "what the models predict between these hosts, instead of on this one");
      String transport =
          given.one(
              "transport T",
              List.of("tcp", "mpi", "ucx"),
              "what connects the hosts: tcp, mpi or ucx");
      var settings =
          new Settings(
              quick,
              hosts == null ? List.of() : hosts,
              transport,
              CommonOptions.rounds(given, 40, 9),
              CommonOptions.seed(given),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  /// A measured time and a predicted one.
  record Cell(Figure measured, double predicted) {
    double error() {
      return Math.max(measured.median(), predicted)
          / Math.max(1e-9, Math.min(measured.median(), predicted));
    }
  }

  /// Runs the benchmark.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    Settings settings = Mains.options(COMMAND, "", Settings::of, args);
    if (settings == null) {
      return;
    }
    Report report = Mains.report("shm", settings.rounds(), settings.seed());
    var bench = new ModelBench(settings, report);
    if (settings.hosts().size() > 1) {
      new HostsPart(bench, report, settings.seed(), settings.rounds())
          .run(settings.transport(), settings.hosts());
    } else {
      bench.measure();
    }
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
    for (Map.Entry<String, List<Figure>> each : sets.entrySet()) {
      set(each.getKey(), each.getValue(), each.getKey().equals(sets.keySet().iterator().next()));
    }
  }

  private void set(String distance, List<Figure> figures, boolean isUsual) {
    String where = distance.isEmpty() ? "" : ", processors " + distance;
    List<Subject> known = Calibration.pair(settings.quick());
    List<Figure> calibrating = figures.stream().filter(it -> known.contains(it.subject())).toList();
    Platform platform = PlatformFit.local("this machine", calibrating);
    messages(
        where,
        distance,
        models(platform.channel(Platform.LOCAL), calibrating),
        figures.stream()
            .filter(it -> it.subject().what().equals(Subject.MESSAGE) && !calibrating.contains(it))
            .toList());
    List<Cell> cells = new ArrayList<>();
    for (Figure figure : figures) {
      if (figure.subject().isCollective() && !known.contains(figure.subject())) {
        cells.add(new Cell(figure, PlatformFit.price(figure.subject(), platform)));
      }
    }
    collectives(where, distance, cells);
    choices(where, distance, cells);
    if (isUsual) {
      programs(platform, calibrating);
    }
  }

  /// Whole programs, which are not measured by distance: on the usual one.
  private void programs(Platform platform, List<Figure> calibrating) {
    List<Platform> platforms =
        List.of(
            platform,
            Programs.platform("Hockney", PointFit.hockney(calibrating)),
            Programs.platform("LogGP", PointFit.logGp(calibrating)),
            Programs.platform("HLogGP", PointFit.hLogGp(calibrating)));
    var rows = new ArrayList<List<Object>>();
    double[] errors = new double[platforms.size()];
    Arrays.fill(errors, 1);
    List<Programs.Row> programs = Programs.rows(settings.quick(), platforms);
    for (Programs.Row program : programs) {
      var row = new ArrayList<Object>();
      row.add(program.program());
      row.add(program.measured());
      row.add(program.computation());
      row.addAll(program.predicted());
      rows.add(row);
      for (int i = 0; i < errors.length; i++) {
        double predicted = program.predicted().get(i);
        errors[i] *=
            Math.max(predicted, program.measured()) / Math.min(predicted, program.measured());
      }
    }
    var mean = new ArrayList<Object>(List.of("mean error", "", ""));
    for (double error : errors) {
      mean.add(Math.pow(error, 1.0 / programs.size()));
    }
    rows.add(mean);
    report.table(
        "programs",
        "Whole programs on two ranks, in microseconds",
        List.of("program", "measured", "computing", "τ-Lop", "Hockney", "LogGP", "HLogGP"),
        rows);
    report.limit(
        "programs, mean error", "", Math.pow(errors[0], 1.0 / programs.size()), true, 1.3, "x");
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

  /// The models of single messages, from the same measurements.
  static Map<String, PointModel> models(CostChannel channel, List<Figure> calibrating) {
    Map<String, PointModel> models = new LinkedHashMap<>();
    models.put("τ-Lop", (source, target, bytes) -> channel.time(bytes, 1));
    models.put("Hockney", PointFit.hockney(calibrating));
    models.put("LogGP", PointFit.logGp(calibrating));
    models.put("HLogGP", PointFit.hLogGp(calibrating));
    return models;
  }

  /// Messages that did not calibrate the models, beside what these predict.
  void messages(
      String where, String distance, Map<String, PointModel> models, List<Figure> figures) {
    List<Figure> messages =
        figures.stream().sorted(Comparator.comparingLong(it -> it.subject().bytes())).toList();
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

  /// Collective operations, beside what τ-Lop predicts.
  void collectives(String where, String distance, List<Cell> cells) {
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
        "Collective operations, all algorithms: proportional error of τ-Lop" + where,
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
      report.say("  " + text(cell));
    }
  }

  private static String text(Cell cell) {
    return "%s: measured %s, predicted %s"
        .formatted(
            cell.measured.subject(),
            Report.text(cell.measured.median()),
            Report.text(cell.predicted));
  }

  /// How often the model's first algorithm is among the best, where it matters.
  void choices(String where, String distance, List<Cell> cells) {
    Map<String, List<Cell>> groups = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Subject it = cell.measured.subject();
      groups
          .computeIfAbsent(
              it.what() + " " + it.bytes() + " " + it.isRegistered(), key -> new ArrayList<>())
          .add(cell);
    }
    int deciding = 0;
    var lost = new ArrayList<Double>();
    var wrong = new ArrayList<String>();
    for (List<Cell> group : groups.values()) {
      group.sort(Comparator.comparingDouble(it -> it.measured.median()));
      Cell best = group.getFirst();
      Cell second = group.get(Math.min(1, group.size() - 1));
      Cell first =
          Objects.requireNonNull(
              group.stream().min(Comparator.comparingDouble(Cell::predicted)).orElse(null));
      double loss = first.measured.median() / best.measured.median();
      lost.add(loss);
      if (second.measured.median() > CLOSE * best.measured.median()) {
        deciding++;
        if (loss > CLOSE) {
          wrong.add(text(best) + "; the model's first is " + text(first));
        }
      }
    }
    int right = deciding - wrong.size();
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
    wrong.forEach(it -> report.say("  " + it));
    if (deciding > 0) {
      report.limit(
          "the model's first is within 10 %", distance, (double) right / deciding, false, 0.9, "");
    }
  }
}
