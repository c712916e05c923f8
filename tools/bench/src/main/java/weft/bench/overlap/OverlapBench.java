// SPDX-License-Identifier: Apache-2.0
package weft.bench.overlap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.model.measured.Statistics;
import weft.options.Options;
import weft.overlap.Channel;
import weft.overlap.OverlapLoop;
import weft.overlap.Tuner;
import weft.overlap.WordChannel;
import weft.transport.JobVariables;

/// `weft bench overlap`: what channels and the overlap loop cost, between two processes.
public final class OverlapBench {
  private static final String COMMAND = "weft bench overlap";
  private static final String ABOUT = "Channels and the overlap loop, between two processes.\n";

  private static final int POLLS = 100_000;
  private static final int UPDATES = 2_000_000;
  private static final int ENTRIES = 100_000;
  private static final int TIMED_RECORDS = 1000;

  /// The time bound of a record, in nanoseconds.
  private static final long BOUND = 50_000;

  /// Longer than a waiting rank polls before it sleeps.
  private static final long PAUSE = 2_000_000;

  /// The time for which the loop passes without work, in nanoseconds.
  private static final long VAIN = 5_000_000;

  private enum Work {
    NONE,
    ONE_BY_ONE,
    AGGREGATED,
    LATE_RECORD,
    RECEIVE_AWAKE,
    RECEIVE_ASLEEP,
    END
  }

  private final World world;
  private final int rounds;
  private final Rsr1 begin;
  private final Rsr1 add;
  private final WordChannel adds;
  private final WordChannel stamps;
  private final OverlapLoop loop;
  private final WordChannel late;
  private final long[] table = new long[ENTRIES];
  private final double[] delays = new double[TIMED_RECORDS];
  private int received;
  private Work work = Work.NONE;

  private record Settings(String transport, int rounds, @Nullable Path json) {
    static Settings of(Options given) {
      CommonOptions.quick(given);
      var settings =
          new Settings(
              given.one("transport T", List.of("shm", "threads"), "shm or threads"),
              CommonOptions.rounds(given, 15, 4),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  private OverlapBench(World world, int rounds) {
    this.world = world;
    this.rounds = rounds;
    this.begin = world.rsr1("begin", (source, kind) -> work = Work.values()[(int) kind]);
    this.add = world.rsr1("add", (source, entry) -> table[(int) entry]++);
    this.adds = Channel.words(world, "adds", (source, entry) -> table[(int) entry]++);
    this.stamps = Channel.words(world, "stamps", (source, pushed) -> onStamp(pushed));
    this.loop = OverlapLoop.of(world);
    this.late = loop.words("late", (source, word) -> {});
  }

  private void onStamp(long pushed) {
    // Both processes read one clock of the machine. Rank 1 reports its figures to rank 0 in the
    // same way.
    delays[received++ % TIMED_RECORDS] = world.rank() == 0 ? pushed : System.nanoTime() - pushed;
  }

  /// See the help.
  public static void main(String[] args) {
    // The rest of the arguments is for the launch.
    String[] own =
        Arrays.stream(args).takeWhile(arg -> !arg.startsWith("--weft-")).toArray(String[]::new);
    Settings options = Mains.options(COMMAND, ABOUT, Settings::of, own);
    if (options == null) {
      return;
    }
    var all = new ArrayList<>(List.of(args));
    if (!System.getenv().containsKey(JobVariables.RANK)) { // else this is one of the two
      all.addAll(List.of("--weft-ranks", "2", "--weft-transport", options.transport));
    }
    Weft.launch(
        all.toArray(String[]::new),
        world -> new OverlapBench(world, options.rounds).run(options.json));
  }

  private void run(@Nullable Path json) {
    world.start();
    stamps.within(Duration.ofNanos(BOUND));
    if (world.rank() == 1) {
      serve();
    } else {
      measure(json);
    }
  }

  /// The other half of each slice, on rank 1.
  private void serve() {
    int end = 0;
    for (; ; ) {
      world.pollUntil(() -> work != Work.NONE);
      Work now = work;
      work = Work.NONE;
      switch (now) {
        case ONE_BY_ONE, AGGREGATED -> update(now);
        case LATE_RECORD -> {
          long until = System.nanoTime() + VAIN;
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
          late.push(0, 1);
          late.flush();
        }
        case RECEIVE_AWAKE, RECEIVE_ASLEEP -> {
          end += TIMED_RECORDS;
          int last = end;
          while (now == Work.RECEIVE_AWAKE && received < last) {
            world.poll();
          }
          world.pollUntil(() -> received >= last);
          stamps.push(0, (long) Statistics.median(delays));
          stamps.push(0, (long) Statistics.quantile(0.99, delays));
        }
        default -> {
          world.quiesce();
          return;
        }
      }
      world.quiesce();
    }
  }

  private void measure(@Nullable Path json) {
    var ones = new double[rounds];
    var together = new double[rounds];
    var bare = new double[rounds];
    var passes = new double[rounds];
    var left = new ArrayList<Double>();
    for (int round = -3; round < rounds; round++) {
      int at = Math.max(round, 0);
      ones[at] = rate(Work.ONE_BY_ONE);
      together[at] = rate(Work.AGGREGATED);
      bare[at] = barePoll();
      passes[at] = emptyPass();
      if (round == 0) {
        left.clear();
      }
      left.addAll(bounded(Work.RECEIVE_AWAKE));
    }
    double[] all = left.stream().mapToDouble(Double::doubleValue).toArray();
    bounded(Work.RECEIVE_AWAKE);
    double[] awake = {delays[0], delays[1]};
    bounded(Work.RECEIVE_ASLEEP);
    double[] asleep = {delays[0], delays[1]};
    begin.send(1, Work.END.ordinal());
    world.quiesce();
    report(json, ones, together, bare, passes, all, awake, asleep);
  }

  private void report(
      @Nullable Path json,
      double[] ones,
      double[] together,
      double[] bare,
      double[] passes,
      double[] left,
      double[] awake,
      double[] asleep) {
    var report = new Report(System.out);
    report.table(
        "overlap",
        "Medians of all "
            + rounds
            + " slices, and what 99 % of them reach ("
            + world.transport()
            + ")",
        List.of("what", "without", "with", "99 % without", "99 % with", "unit"),
        List.of(
            List.of(
                "records of 8 bytes to random ranks and entries: rsr1, channel",
                Statistics.median(ones),
                Statistics.median(together),
                Statistics.quantile(0.01, ones),
                Statistics.quantile(0.01, together),
                "M/s"),
            List.of(
                "a poll without messages, an empty pass of the loop",
                Statistics.median(bare),
                Statistics.median(passes),
                Statistics.quantile(0.99, bare),
                Statistics.quantile(0.99, passes),
                "ns")));
    report.table(
        "bound",
        "A record under a time bound of " + BOUND / 1000 + " us, after its push",
        List.of("until", "median us", "p99 us"),
        List.of(
            List.of(
                "it has left; the sender pushes other records and polls",
                Statistics.median(left) / 1e3,
                Statistics.quantile(0.99, left) / 1e3),
            List.of("its handler; the receiver polls", awake[0] / 1e3, awake[1] / 1e3),
            List.of("its handler; the receiver sleeps", asleep[0] / 1e3, asleep[1] / 1e3)));
    var ratios = new double[rounds];
    Arrays.setAll(ratios, i -> together[i] / ones[i]);
    report.limit(
        "records of 8 bytes, channel / rsr1", "", Statistics.median(ratios), false, 2, "x");
    var costs = new double[rounds];
    Arrays.setAll(costs, i -> passes[i] - bare[i]);
    report.limit("empty pass over a bare poll", "", Statistics.median(costs), true, 50, "ns");
    report.limit(
        "record under a bound until it has left, p99",
        "",
        Statistics.quantile(0.99, left) / 1e3,
        true,
        BOUND / 1e3,
        "us");
    Mains.end(report, json, List.of());
  }

  /// Updates of both ranks, in millions a second.
  private double rate(Work kind) {
    begin.send(1, kind.ordinal());
    long began = System.nanoTime();
    update(kind);
    world.quiesce();
    return 2e3 * UPDATES / (System.nanoTime() - began);
  }

  private void update(Work kind) {
    var random = new SplittableRandom(world.rank());
    for (int i = 0; i < UPDATES; i++) {
      long key = random.nextLong();
      int target = (int) (key >>> 63);
      long entry = (key & 0xFFFF_FFFFL) * ENTRIES >>> 32;
      if (kind == Work.AGGREGATED) {
        adds.push(target, entry);
      } else {
        add.send(target, entry);
      }
      if ((i & 255) == 0) {
        world.poll();
      }
    }
  }

  /// A poll that finds nothing, in nanoseconds.
  private double barePoll() {
    long began = System.nanoTime();
    for (int i = 0; i < POLLS; i++) {
      world.poll();
    }
    return (System.nanoTime() - began) / (double) POLLS;
  }

  /// A pass of the loop that finds nothing, in nanoseconds: one computation is left, of which p = 0
  /// does none before a record arrives.
  private double emptyPass() {
    loop.expect(0, 1).compute(1, index -> {}).tune(Tuner.fixed(0));
    begin.send(1, Work.LATE_RECORD.ordinal());
    loop.run();
    world.quiesce();
    return loop.last().seconds() * 1e9 / loop.last().polls();
  }

  /// The delay of each of some records after its push, in nanoseconds. The receiver's median and
  /// its 99th percentile are then in [#delays].
  ///
  /// The sender keeps pushing other records, to itself. So no poll is idle, and only the bound
  /// sends the record.
  private List<Double> bounded(Work kind) {
    received = 0;
    begin.send(1, kind.ordinal());
    long late = stamps.counters().late();
    var left = new ArrayList<Double>();
    for (int i = 0; i < TIMED_RECORDS; i++) {
      long until = System.nanoTime() + (kind == Work.RECEIVE_ASLEEP ? PAUSE : 20_000);
      while (System.nanoTime() < until) {
        world.poll();
      }
      long pushed = System.nanoTime();
      stamps.push(1, pushed);
      while (!stamps.isFlushed()) {
        adds.push(0, 0);
        world.poll();
      }
      left.add((double) (System.nanoTime() - pushed));
    }
    if (stamps.counters().late() - late != TIMED_RECORDS) {
      throw new IllegalStateException(
          "not every record left by its time bound: "
              + (stamps.counters().late() - late)
              + " of "
              + TIMED_RECORDS
              + " did");
    }
    world.quiesce();
    return left;
  }
}
