// SPDX-License-Identifier: Apache-2.0
package weft.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weft.recording.RecordedObjects;
import weft.report.Chart;
import weft.report.HeatMap;
import weft.report.Page;

/// The section of a report about mobile objects: load and moves of each rank over time, hops of
/// messages, and messages between ranks.
final class ObjectsSection {
  private static final int PARTS = 64;

  private final Totals totals;

  /// Ordered by the index of the ranks that have recorded. Ranks without recorded objects are
  /// missing.
  private final List<Rank> ranks = new ArrayList<>();

  private record Rank(int index, RecordedObjects objects) {}

  private ObjectsSection(Totals totals, Path folder) {
    this.totals = totals;
    for (int i = 0; i < totals.count(); i++) {
      RecordedObjects objects = RecordedObjects.read(folder, totals.rank(i));
      if (objects != null) {
        ranks.add(new Rank(i, objects));
      }
    }
  }

  /// Adds the section, if the job had mobile objects.
  static void add(Page page, Totals totals, Path folder, int size) {
    var section = new ObjectsSection(totals, folder);
    if (!section.ranks.isEmpty()) {
      section.add(page, size);
    }
  }

  private void add(Page page, int size) {
    page.section("How even was the load of mobile objects?");
    double length = Math.max(1, totals.clock.length());
    double part = length / PARTS;
    page.heatMap(
        over(
                "Share of the time in handlers of objects",
                it -> it.objects.busy(),
                (parts, rank, slice, value) ->
                    spread(parts, rank, slice, 100 * value / part, length),
                length)
            .values("busy", "%")
            .note("Handlers of objects do not run while the body computes."));
    page.heatMap(moves("Objects that arrived at a rank", it -> it.objects.came(), length));
    page.heatMap(moves("Objects that left a rank", it -> it.objects.left(), length));
    residence(page, part, length);
    hops(page);
    var sent = new double[size][size];
    for (Rank it : ranks) {
      long[] bySender = it.objects.bySender();
      for (int from = 0; from < Math.min(size, bySender.length); from++) {
        sent[from][it.objects.rank()] += bySender[from];
      }
    }
    page.heatMap(
        HeatMap.of("Messages to objects", sent)
            .rows("from a sender on rank")
            .columns("to an object on rank")
            .values("messages", "")
            .note("The rank that first sent a message, and the rank where it reached its object."));
  }

  /// The nanoseconds for which each rank had only objects to run that were on disk.
  static double[] disk(Totals totals, Path folder) {
    var nanos = new double[totals.count()];
    for (int i = 0; i < nanos.length; i++) {
      RecordedObjects objects = RecordedObjects.read(folder, totals.rank(i));
      nanos[i] = objects == null ? 0 : Arrays.stream(objects.stood()).sum();
    }
    return nanos;
  }

  /// Objects that are larger than memory, if some went to disk.
  private void residence(Page page, double part, double length) {
    long stored = 0;
    long entered = 0;
    for (Rank it : ranks) {
      stored += Arrays.stream(it.objects.stored()).sum();
      entered += Arrays.stream(it.objects.entered()).sum();
    }
    if (stored + entered == 0) {
      return;
    }
    page.heatMap(
        over(
                "Share of the time without an object to run, while some were read from disk",
                it -> it.objects.stood(),
                (parts, rank, slice, value) ->
                    spread(parts, rank, slice, 100 * value / part, length),
                length)
            .values("waiting for the disk", "%")
            .note(
                entered
                    + " times an object came from disk, and "
                    + stored
                    + " times one went there (--objects)."));
    page.heatMap(moves("Objects that came from disk", it -> it.objects.entered(), length));
    page.heatMap(moves("Objects that went to disk", it -> it.objects.stored(), length));
  }

  private interface Values {
    long[] of(Rank rank);
  }

  /// Adds the value of one slice of a rank's time to the parts of the common one.
  private interface Adder {
    void add(double[] parts, Rank rank, int slice, double value);
  }

  /// Whole objects: each slice belongs to the part that its middle is in.
  private HeatMap moves(String title, Values values, double length) {
    return over(
            title,
            values,
            (parts, rank, slice, value) ->
                parts[part(begin(rank, slice) + rank.objects.width() / 2.0, length)] += value,
            length)
        .values("objects", "");
  }

  /// Values by slices of each rank's own time, over the common one.
  private HeatMap over(String title, Values values, Adder adder, double length) {
    var parts = new double[ranks.size()][PARTS];
    for (int row = 0; row < parts.length; row++) {
      Rank rank = ranks.get(row);
      long[] slices = values.of(rank);
      for (int slice = 0; slice < slices.length; slice++) {
        if (slices[slice] != 0) {
          adder.add(parts[row], rank, slice, (double) slices[slice]);
        }
      }
    }
    return HeatMap.of(title, parts)
        .rows("rank", row -> Integer.toString(ranks.get(row).objects.rank()))
        .columns("time", "s", 0, length / 1e9);
  }

  private double begin(Rank rank, int slice) {
    return totals.clock.time(rank.index, rank.objects.start() + slice * rank.objects.width());
  }

  private static int part(double time, double length) {
    return Math.clamp((long) (time / (length / PARTS)), 0, PARTS - 1);
  }

  /// Distributes the value of a slice over all parts that it overlaps.
  private void spread(double[] parts, Rank rank, int slice, double value, double length) {
    double from = begin(rank, slice);
    double width = rank.objects.width();
    double part = length / PARTS;
    int first = part(from, length);
    int last = part(from + width, length);
    for (int i = first; i <= last; i++) {
      double begin = Math.max(from, i * part);
      double end = Math.min(from + width, (i + 1) * part);
      parts[i] += first == last ? value : value * Math.max(0, end - begin) / width;
    }
  }

  private void hops(Page page) {
    var sums = new double[0];
    for (Rank it : ranks) {
      long[] byHops = it.objects.byHops();
      sums = Arrays.copyOf(sums, Math.max(sums.length, byHops.length));
      for (int i = 0; i < byHops.length; i++) {
        sums[i] += byHops[i];
      }
    }
    if (Arrays.stream(sums).sum() == 0) {
      return;
    }
    int most = 1;
    double extra = 0;
    double all = 0;
    for (int i = 0; i < sums.length; i++) {
      most = sums[i] > 0 ? i + 1 : most;
      extra += i * sums[i];
      all += sums[i];
    }
    if (most == 1) {
      page.text(
          String.format(
              Locale.ROOT, "All %,.0f messages to objects on other ranks took one hop.", all));
      return;
    }
    var labels = new ArrayList<String>();
    for (int i = 1; i <= most; i++) {
      labels.add(i == sums.length ? i + " or more" : String.valueOf(i));
    }
    page.chart(
        Chart.bars("Hops of messages to objects on other ranks", labels)
            .x("hops", "")
            .y("messages", "")
            .series("messages", Arrays.copyOf(sums, most))
            .note(
                String.format(
                    Locale.ROOT,
                    "A message that follows a moved object takes more than one hop: %.0f of %.0f"
                        + " messages did, %.2g hops more for each message.",
                    all - sums[0],
                    all,
                    extra / all)));
  }
}
