// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.MpiPeer;
import weft.bench.Report;
import weft.bench.Sample;
import weft.bench.pair.Party;

/// Measurements between two hosts of a laboratory (`weft lab`): large puts and a stream of rsr1,
/// with the counts of the sender's interface. They are compared with a C program's stream of large
/// messages.
final class HostFigures {
  /// The bytes of a TCP stream in one Ethernet packet. An interface may count larger packets that
  /// are segmented later.
  private static final double SEGMENT = 1448;

  private static final double LEAST_OF_LINK = 0.9;
  private static final double LEAST_PER_PACKET = 10;
  private static final List<Integer> SIZES = List.of(64 << 10, 1 << 20, 16 << 20);
  private static final int BETWEEN = 1 << 20;

  private final CarriedOptions options;
  private final Report report;
  private final List<List<Object>> rows = new ArrayList<>();

  private HostFigures(CarriedOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  static void run(CarriedOptions options, Pairs pairs, Report report) throws Exception {
    if (!pairs.areApart()) {
      report.say(
          "The tables of hosts are left out: there are none ("
              + Pairs.HOSTS
              + "); run this within weft lab run --hosts 2 --rate 100mbit -- …");
      return;
    }
    var figures = new HostFigures(options, report);
    Optional<Party> c = pairs.c(report);
    try (Party weft = pairs.weft()) {
      figures.measure(weft, c);
    } finally {
      c.ifPresent(Party::close);
    }
  }

  private void measure(Party weft, Optional<Party> c) {
    for (int size : SIZES) {
      double megabits = puts(weft, size);
      c.ifPresent(party -> rate(party, size));
      if (size >= 1 << 20) {
        report.limit(
            "puts of " + (size >> 20) + " MiB",
            "",
            megabits,
            false,
            LEAST_OF_LINK * options.megabits(),
            "Mb/s");
      }
    }
    stream(weft);
    report.table(
        "hosts",
        "From host to host, a link of " + options.megabits() + " Mb/s",
        List.of("", "Mb/s", "M/s", "packets counted", "bytes a packet", "messages a packet"),
        rows);
  }

  /// Megabits of payload per second.
  private static double megabits(double bytes, Sample sample) {
    return 8_000 * bytes / sample.nanos();
  }

  private Sample best(Party party, int kind, int size) {
    int turns = options.quick() ? 2 : 4;
    Sample last = party.measure(kind, size, 500);
    for (int turn = 0; turn < turns; turn++) {
      last = party.measure(kind, size, options.quick() ? 1_000 : 3_000);
    }
    return last;
  }

  private double puts(Party weft, int size) {
    Sample sample = best(weft, Command.PUTS.number(), size);
    long[] sent = weft.values(2);
    double megabits = megabits(size, sample);
    rows.add(
        List.of(
            "puts of " + Report.size(size),
            megabits,
            1000 / sample.nanos(),
            sent[1],
            (double) sent[0] / sent[1],
            Double.NaN));
    return megabits;
  }

  private void rate(Party c, int size) {
    Sample sample = best(c, MpiPeer.RATE, size);
    rows.add(
        List.of(
            "C: MPI_Isend of " + Report.size(size),
            megabits(size, sample),
            1000 / sample.nanos(),
            Double.NaN,
            Double.NaN,
            Double.NaN));
  }

  private void stream(Party weft) {
    Sample sample = best(weft, Command.STREAM.number(), BETWEEN);
    long[] sent = weft.values(2);
    // A packet on an Ethernet carries no more, whatever the interface counts.
    double packets = Math.max((double) sent[1], sent[0] / SEGMENT);
    double perPacket = (double) sample.count() / packets;
    rows.add(
        List.of(
            "a stream of rsr1",
            megabits(Long.BYTES, sample),
            1000 / sample.nanos(),
            sent[1],
            (double) sent[0] / sent[1],
            perPacket));
    report.limit(
        "a stream of rsr1, messages a packet of at most 1.5 KB",
        "",
        perPacket,
        false,
        LEAST_PER_PACKET,
        "");
  }
}
