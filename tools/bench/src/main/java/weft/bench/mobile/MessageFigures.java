// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Figures;
import weft.bench.Report;
import weft.bench.Sample.Distance;
import weft.bench.carried.Pairs;
import weft.bench.pair.Party;
import weft.bench.pair.SliceSchedule;
import weft.bench.pair.SliceSchedule.Slice;

/// Compares messages to objects, and their migration, with bare messages of the same bytes, in
/// slices that alternate.
final class MessageFigures {
  /// The number of messages of each kind that are sent before the first slice, so that they are
  /// compiled.
  private static final int WARM_UP = 200_000;

  /// Fewer messages between hosts, because a network takes hundreds of times as long.
  private static final int WARM_UP_APART = 4_000;

  /// One figure and its limit.
  ///
  /// @param most whether the ratio of times may be at most `limit`; else that of rates at least
  private record Row(
      String what, ObjectWork bare, ObjectWork object, String unit, boolean most, double limit) {
    double figure(double nanos) {
      return unit.equals("M/s") ? 1e3 / nanos : unit.equals("us") ? nanos / 1e3 : nanos;
    }
  }

  private final MobileBenchOptions options;
  private final Report report;
  private final boolean apart = !Pairs.hosts().isEmpty();
  private final Figures figures = new Figures();

  MessageFigures(MobileBenchOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  private List<Row> rows() {
    return List.of(
        new Row(
            "half round trip of 2 words",
            ObjectWork.BARE_TRIP,
            ObjectWork.TRIP,
            "ns",
            true,
            apart ? 1.14 : 1.5),
        new Row(
            "messages to 1000 objects at random",
            ObjectWork.BARE_RATE,
            ObjectWork.RATE,
            "M/s",
            false,
            0.4),
        new Row(
            "1 MiB until it answers there",
            ObjectWork.BARE_STATE,
            ObjectWork.STATE,
            "us",
            true,
            1.3));
  }

  private static Figures.Key key(ObjectWork work) {
    return new Figures.Key("objects", work.name(), 0);
  }

  Figures run(Party pair) throws Exception {
    try (pair) {
      var schedule = new SliceSchedule(options.seed(), apart ? 300 : 25, figures);
      for (Row row : rows()) {
        var slices = new ArrayList<Slice>();
        for (ObjectWork work : List.of(row.bare, row.object)) {
          int messages = apart ? WARM_UP_APART : WARM_UP;
          pair.measureCount(work.ordinal(), 0, row.unit.equals("us") ? messages / 1000 : messages);
          slices.add(new Slice(key(work), work.ordinal(), 0));
        }
        schedule.addTogether(pair, slices);
      }
      schedule.run("messages to objects", 3, options.rounds());
    }
    report();
    return figures;
  }

  private void report() {
    var table = new ArrayList<List<Object>>();
    for (Row row : rows()) {
      for (Distance place : Distance.PLACES) {
        Figures.Key bare = key(row.bare);
        Figures.Key object = key(row.object);
        if (figures.count(object, place) == 0 || figures.count(bare, place) == 0) {
          continue;
        }
        double times = figures.ratio(object, bare, place);
        double ratio = row.most ? times : 1 / times;
        table.add(
            List.of(
                row.what + ", " + row.unit,
                place.where(),
                row.figure(figures.nanos(bare, place)),
                row.figure(figures.nanos(object, place)),
                ratio,
                figures.count(object, place)));
        report.limit(row.what + ": object / rsrN", place.where(), ratio, row.most, row.limit, "x");
      }
    }
    report.table(
        "messages",
        "Messages to objects beside rsrN of the bytes on the wire ("
            + (apart ? "two hosts, " : "")
            + options.transport()
            + ")",
        List.of("what", "", "rsrN", "object", "ratio", "n"),
        table);
    if (!apart) {
      // Whole bytes: no object has less than 8, and what a slice allocates once at its beginning
      // and end is no part of a message.
      double bytes = Math.floor(figures.allocated(key(ObjectWork.TRIP)));
      report.limit("bytes allocated per message", "", bytes, true, 0, "B");
    }
  }
}
