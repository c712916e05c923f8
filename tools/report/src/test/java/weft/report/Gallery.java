// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Pages with every part, as rooms of the house make them: the tests open them, and so may you.
public final class Gallery {
  private Gallery() {}

  /// Writes `gallery.html`, `ranks.html` and `large.html` to a folder.
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    everything(7).write(folder.resolve("gallery.html"));
    timed("ranks.html", () -> timelineOf(1024, 2_000, 7).write(folder.resolve("ranks.html")));
    timed("large.html", () -> timelineOf(8, 1_000_000, 7).write(folder.resolve("large.html")));
  }

  private static void timed(String name, Runnable work) {
    long began = System.nanoTime();
    work.run();
    System.out.printf("%s: %.2f s with its slices%n", name, (System.nanoTime() - began) / 1e9);
  }

  /// A page with each kind of part.
  static Page everything(long seed) {
    var random = new SplittableRandom(seed);
    double[] sizes = IntStream.rangeClosed(3, 20).mapToDouble(i -> 1 << i).toArray();
    double[] nanos = IntStream.range(0, sizes.length).mapToDouble(i -> 90 + sizes[i] / 9).toArray();
    double[] peer = IntStream.range(0, sizes.length).mapToDouble(i -> 300 + sizes[i] / 7).toArray();
    List<String> ranks = IntStream.range(0, 8).mapToObj(rank -> "rank " + rank).toList();
    double[] work = IntStream.range(0, 8).mapToDouble(rank -> 2.1 + 0.3 * (rank % 3)).toArray();
    double[] waits = IntStream.range(0, 8).mapToDouble(rank -> 3 - work[rank]).toArray();
    double[] samples = random.doubles(5000).map(x -> 100 + 30 * x * x).toArray();
    DataTable handlers =
        DataTable.titled("Handlers").text("handler").number("calls", "").number("time", "ms");
    handlers
        .row("pass", 1_000_000L, 42.75)
        .row("steal <work>", 12L, 310.5)
        .row("never", 0L, Double.NaN);
    Page page =
        Page.titled("Gallery & <all> parts")
            .lead("wave2d, 8 ranks over shm, made up for tests, seed " + seed)
            .figure("iterations", "1,000", "in 3.2 s")
            .figure("waiting", "21 %", "of all ranks' time")
            .figure("slowest rank", "rank 2", "2.70 s of computing")
            .section("Answers")
            .finding(
                "Rank 2 is slow: it computes 29 % longer than the others.", "Give it less work.")
            .text("A text with <b>no</b> markup & \"quotes\".")
            .table(handlers.note("NaN comes last."))
            .section("Lines and points")
            .chart(
                Chart.lines("Latency over size")
                    .x("payload", "bytes")
                    .y("half round trip", "ns")
                    .logX()
                    .logY()
                    .series("weft", sizes, nanos)
                    .series("MPI", sizes, peer)
                    .limit("bare ring", 70)
                    .note("Medians of 40 rounds."))
            .chart(
                Chart.scatter("GF/s over n")
                    .x("n", "")
                    .y("rate", "GF/s")
                    .series(
                        "gemm",
                        random.doubles(60, 100, 2000).toArray(),
                        random.doubles(60, 10, 40).toArray())
                    .limit("peak", 45))
            .section("Bars")
            .chart(
                Chart.bars("Where the time went", ranks)
                    .y("time", "s")
                    .series("computing", work)
                    .series("waiting", waits)
                    .stacked())
            .chart(
                Chart.bars(
                        "Beside the limit",
                        List.of("a rather long name of an operation", "put, 8 bytes", "get"))
                    .y("ratio", "")
                    .series("weft", new double[] {1.2, 0.9, 1.05})
                    .horizontal()
                    .limit("equal", 1))
            .chart(
                Chart.histogramOf("Half round trips", "samples", samples, 24)
                    .x("half round trip (ns)", "")
                    .y("samples", ""));
    return withMatrices(page, ranks)
        .section("Time")
        .timeline(timeline("Who did what", 8, 2_000, seed).note("Made up."))
        .section("Space")
        .mesh(bumpySurface(60).note("Made up."));
  }

  private static Page withMatrices(Page page, List<String> ranks) {
    return page.section("Matrices")
        .heatMap(
            HeatMap.of(
                    "Who sends to whom",
                    8,
                    8,
                    (from, to) -> from == to ? Double.NaN : (from * 31 + to * 17) % 11 * 1000.0)
                .rows("from rank")
                .columns("to rank")
                .values("messages", ""))
        .heatMap(
            HeatMap.of(
                    "Load over time",
                    16,
                    600,
                    (rank, t) -> 0.5 + 0.5 * Math.sin(t / 40.0 + rank / 3.0))
                .rows("rank")
                .columns("time", "s", 0, 12)
                .values("share computing", ""))
        .heatMap(
            HeatMap.of("Owners of blocks", 12, 12, (i, j) -> i % 2 * 4 + j % 4)
                .rows("block row")
                .columns("block column")
                .values("owner", "")
                .categories(ranks))
        .heatMap(
            HeatMap.of(
                    "1,500 ranks",
                    1500,
                    1500,
                    (from, to) ->
                        Math.abs(from - to) <= 2 ? 10 : (from * 7919 + to) % 997 == 0 ? 1 : 0)
                .rows("from rank")
                .columns("to rank")
                .values("messages", "")
                .logarithmic());
  }

  /// A ball with waves, of n rings with n points each, a ring of another category, and marks.
  static MeshView bumpySurface(int n) {
    var points = new double[3 * (n * (n - 1) + 2)];
    int at = 0;
    for (int ring = 1; ring < n; ring++) {
      for (int i = 0; i < n; i++) {
        double theta = Math.PI * ring / n;
        double phi = 2 * Math.PI * i / n;
        double r = 3 + 0.3 * Math.sin(5 * phi) * Math.sin(theta);
        points[at++] = 10 + r * Math.sin(theta) * Math.cos(phi);
        points[at++] = r * Math.sin(theta) * Math.sin(phi);
        points[at++] = r * Math.cos(theta);
      }
    }
    points[at++] = 10;
    points[at + 1] = 3;
    points[at + 2] = 10;
    points[at + 4] = -3;
    int north = n * (n - 1);
    var triangles = new int[6 * n * (n - 1)];
    int corner = 0;
    for (int i = 0; i < n; i++) {
      int j = (i + 1) % n;
      for (int ring = 0; ring < n - 2; ring++) {
        int a = ring * n;
        for (int point : new int[] {a + i, a + n + i, a + j, a + j, a + n + i, a + n + j}) {
          triangles[corner++] = point;
        }
      }
      int last = n * (n - 2);
      for (int point : new int[] {north, i, j, north + 1, last + j, last + i}) {
        triangles[corner++] = point;
      }
    }
    var states = new int[triangles.length / 3];
    for (int i = 0; i < n; i++) {
      states[2 * (n - 1) * i + 2 * (n - 2)] = 1;
    }
    int ring = 3 * (n / 2 * n);
    double[] marks = java.util.Arrays.copyOfRange(points, ring, ring + 6 * (n / 2));
    return MeshView.triangles("A ball with waves", points, triangles)
        .categories("state", List.of("smooth", "dented"), states)
        .marks("equator", marks);
  }

  /// A page of one timeline.
  static Page timelineOf(int ranks, int slices, long seed) {
    return Page.titled(ranks + " ranks")
        .lead("seed " + seed)
        .section("Time")
        .timeline(timeline("Who did what", ranks, slices, seed))
        .section("End")
        .text("The end.");
  }

  /// Slices as a rank makes them: bodies, handlers of three names, waits and collectives, with
  /// times as noisy as a clock's.
  static Timeline timeline(String title, int ranks, int slices, long seed) {
    Timeline timeline = Timeline.ofRanks(title, ranks);
    int body = timeline.name("body", "computing");
    int[] handlers = {
      timeline.name("halo", "handlers"),
      timeline.name("pass", "handlers"),
      timeline.name("steal", "handlers")
    };
    int wait = timeline.name("pollUntil", "waiting");
    int fence = timeline.name("fence", "waiting");
    int sum = timeline.name("allreduce (ring, 64 KiB)", "collectives");
    for (int rank = 0; rank < ranks; rank++) {
      var random = new SplittableRandom(seed + rank);
      long now = 1_000_000_000L + random.nextInt(10_000);
      for (int i = 0; i < slices; i++) {
        int kind = random.nextInt(16);
        int name =
            kind < 6
                ? body
                : kind < 12 ? handlers[kind % 3] : kind < 14 ? wait : kind < 15 ? fence : sum;
        long length =
            (long) (-Math.log(random.nextDouble()) * (kind < 6 ? 900 : kind < 12 ? 180 : 1500))
                + 20;
        if (i % 5000 == 4999) {
          length += 400_000;
        }
        timeline.slice(rank, name, now, now + length);
        now += length + (kind % 4 == 0 ? 25 : 0);
      }
    }
    timeline.mark(ranks / 2, 1_000_400_000L, "an object moves here");
    return timeline;
  }
}
