// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Figures.Key;
import weft.bench.Sample.Distance;

/// Where the time of a call goes: into the substrate (what Weft adds), or into the transport (the
/// ring). As in Tables 2, 4 and 6 of the DMCS paper (section 6.2), which stand beside.
///
/// By difference: the same records written by requests, and by Outbox alone. And by sampling a
/// stream of rsr1.
final class SplitFigures {
  /// Microseconds: substrate, message layer, total, for rsr0 to rsr4.
  private static final double[][] TABLE_2 = {
    {1, 7, 10}, {1, 10, 13}, {1, 11, 14}, {1, 9, 12}, {1, 10, 12}
  };

  private static final double[][] TABLE_4 = {
    {2, 67, 73}, {2, 64, 69}, {2, 70, 75}, {2, 69, 740}, {2, 63, 68}
  };

  private static final double[][] TABLE_6 = {
    {2.103, 34.024, 67.963},
    {2.465, 35.590, 74.554},
    {4.126, 38.565, 60.837},
    {2.480, 24.968, 67.191},
    {2.483, 22.706, 70.022}
  };

  private SplitFigures() {}

  static Figures run(Options options, Report report) throws Exception {
    var figures = new Figures();
    var parties = new Parties(options);
    try (Party pair = parties.pair(1);
        Party alone = parties.ring()) {
      var schedule = new Schedule(options, figures);
      for (int words = 0; words <= 4; words++) {
        add(schedule, figures, pair, Kind.of("RSR", words, "_COST"), options);
        add(schedule, figures, alone, Kind.of("RING", words, "_COST"), options);
      }
      schedule.run("time in the substrate", options.quick() ? 8 : 12, options.rounds());
      table(pair.name(), alone.name(), figures, report);
      paper(report);
      sample(pair, options, report);
    }
    return figures;
  }

  /// The follower's figure, what taking the messages took, becomes a key of its own.
  private static void add(
      Schedule schedule, Figures figures, Party pair, Kind kind, Options options) {
    schedule.add(round -> {
      Sample sample = pair.measure(kind.ordinal(), 0, options.millis());
      if (round != Schedule.WARM_UP) {
        figures.add(sent(pair.name(), kind), round, sample);
        figures.add(
            taken(pair.name(), kind),
            round,
            sample.withNanos(sample.extra() / (double) sample.count()));
      }
    });
  }

  private static Key sent(String pair, Kind kind) {
    return new Key(pair, kind.name() + ": send", 0);
  }

  private static Key taken(String pair, Kind kind) {
    return new Key(pair, kind.name() + ": take", 0);
  }

  private static void table(String pair, String alone, Figures figures, Report report) {
    var rows = new ArrayList<List<Object>>();
    for (Distance place : List.of(Distance.NEAR, Distance.FAR)) {
      for (int words = 0; words <= 4; words++) {
        Kind rsr = Kind.of("RSR", words, "_COST");
        Kind ring = Kind.of("RING", words, "_COST");
        if (figures.count(sent(pair, rsr), place) == 0) {
          continue;
        }
        double send = figures.nanos(sent(pair, rsr), place);
        double sendRing = figures.nanos(sent(alone, ring), place);
        double take = figures.nanos(taken(pair, rsr), place);
        double takeRing = figures.nanos(taken(alone, ring), place);
        rows.add(
            List.of(
                place.name().toLowerCase(java.util.Locale.ROOT) + ", rsr" + words,
                send - sendRing,
                sendRing,
                send,
                take - takeRing,
                takeRing,
                take));
      }
    }
    report.table(
        "split",
        "Time of a call in nanoseconds, by difference: in the substrate, in the transport, in total",
        List.of(
            "call",
            "send: substrate",
            "send: transport",
            "send: total",
            "take: substrate",
            "take: transport",
            "take: total"),
        rows);
  }

  private static void paper(Report report) {
    var rows = new ArrayList<List<Object>>();
    for (int words = 0; words <= 4; words++) {
      var row = new ArrayList<Object>();
      row.add("rsr" + words);
      for (double[][] table : List.of(TABLE_2, TABLE_4, TABLE_6)) {
        for (double micros : table[words]) {
          row.add(micros * 1000);
        }
      }
      rows.add(row);
    }
    report.table(
        "paper",
        "The paper's, in nanoseconds: Table 2 (Pentium III, LAM MPI), 4 (Ultra 5, MPI), 6 (IBM SP, LAPI)",
        List.of(
            "send",
            "2: substrate",
            "2: MPI",
            "2: total",
            "4: substrate",
            "4: MPI",
            "4: total",
            "6: substrate",
            "6: LAPI",
            "6: total"),
        rows);
  }

  private static void sample(Party pair, Options options, Report report) {
    long millis = options.quick() ? 1_000 : 4_000;
    // Once to know the speed, and to load the recorder; once to count.
    pair.measure(Kind.SAMPLE.ordinal(), 0, 100);
    pair.measure(Kind.SAMPLE.ordinal(), 0, 200);
    pair.measure(Kind.SAMPLE.ordinal(), 0, millis);
    long[] values = pair.values(6);
    var rows = new ArrayList<List<Object>>();
    for (int side = 0; side < 2; side++) {
      double transport = values[3 * side];
      double substrate = values[3 * side + 1];
      double program = values[3 * side + 2];
      double all = transport + substrate + program;
      rows.add(
          List.of(
              side == 0 ? "sender" : "receiver",
              100 * substrate / all,
              100 * transport / all,
              100 * program / all,
              (long) all));
    }
    report.table(
        "sampled",
        "Where the two sides of a stream of rsr1 are, by sampling, in percent",
        List.of("side", "substrate", "transport", "program", "samples"),
        rows);
  }
}
