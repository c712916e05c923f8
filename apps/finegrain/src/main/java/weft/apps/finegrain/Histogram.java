// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.SplittableRandom;
import weft.Rsr1;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;
import weft.options.Options;
import weft.overlap.Channel;
import weft.overlap.WordChannel;

/// Counts random keys in a table that all ranks hold together: records of 8 bytes to random ranks.
public final class Histogram {
  private static final String ABOUT =
      """
      histogram [options]

      Each rank adds 1 to random entries of a table that all ranks hold together: by one message for
      each, and by a channel that puts them together. The counts are checked.
      """;

  private static final int BETWEEN_POLLS = 256;

  /// Nanoseconds of a core for an update in both ways, and for checking it.
  private static final int NANOS = 110;

  private final World world;
  private final Rsr1 one;
  private final WordChannel channel;
  private long[] table = {};
  private long made;

  private Histogram(World world) {
    this.world = world;
    this.one = world.rsr1("histogram.add", (source, entry) -> table[(int) entry]++);
    this.channel = Channel.words(world, "histogram.adds", (source, entry) -> table[(int) entry]++);
  }

  /// Runs the program; `--help` shows its options.
  public static void main(String[] args) {
    AppProgram.launch("histogram", args, Histogram::run);
  }

  /// The options of the command line.
  record Settings(
      long updates,
      int entries,
      int rounds,
      int buffer,
      int buffers,
      long seed,
      boolean flushEach) {
    static Settings parse(World world) {
      var given = new Options("histogram", ABOUT, world.args());
      var settings =
          new Settings(
              given.whole(
                  "updates N", 5_000_000, 1, 1L << 40, "updates of each rank in each round"),
              given.count("entries N", 100_000, 1, 1 << 28, "entries of the table on each rank"),
              given.count("rounds N", 5, 1, 10_000, "rounds"),
              given.count(
                  "buffer N",
                  0,
                  64,
                  world.frameBytes(),
                  "bytes of the channel's buffers; the channel chooses unless given"),
              given.count("buffers N", 1, 1, 64, "buffers for each rank"),
              given.whole("seed S", 1, "the seed of the keys"),
              given.has(
                  "flush-each",
                  "the messages of one update leave at once, each by a flush of its own"));
      given.end();
      return settings;
    }
  }

  static void run(World world) {
    Settings options = AppProgram.options(world, () -> Settings.parse(world));
    if (options == null) {
      return;
    }
    Group group = Group.world(world);
    var histogram = new Histogram(world);
    histogram.table = new long[options.entries()];
    world.start();
    if (options.buffer() > 0) {
      histogram.channel.bufferBytes(options.buffer());
    }
    histogram.channel.buffers(options.buffers());
    Headline.print(
        world,
        "histogram: %d rounds of %d updates of each rank to %d entries of each"
            .formatted(options.rounds(), options.updates(), options.entries()),
        Headline.shared(
            world, (options.rounds() + 1) * NANOS * 1e-9 * options.updates() * world.size()));
    group.barrier();
    String one = options.flushEach() ? "one message each, flushed" : "one message each";
    var rounds = new Rounds(group, options.rounds(), one, "aggregated");
    rounds.run(() -> histogram.oneByOne(options), () -> histogram.aggregated(options));
    histogram.check(group, options);
    if (world.rank() == 0) {
      System.out.printf(
          "  aggregated in %d %s of %d bytes for each rank%n",
          options.buffers(),
          options.buffers() == 1 ? "buffer" : "buffers",
          histogram.channel.bufferBytes());
      System.out.print(rounds.text("updates", (double) options.updates() * world.size()));
      System.out.println("  verified: all counts are right");
      System.out.print(rounds.gain("updates"));
    }
  }

  private static SplittableRandom keys(Settings options, int rank) {
    return new SplittableRandom(options.seed() * 1_000_003 + rank);
  }

  private void oneByOne(Settings options) {
    SplittableRandom random = keys(options, world.rank());
    int ranks = world.size();
    int entries = options.entries();
    for (long i = 0; i < options.updates(); i++) {
      long key = random.nextLong();
      one.send(owner(key, ranks), entry(key, entries));
      if (options.flushEach()) {
        world.flush();
      }
      if ((i & (BETWEEN_POLLS - 1)) == 0) {
        world.poll();
      }
    }
    world.quiesce();
    made++;
  }

  private void aggregated(Settings options) {
    SplittableRandom random = keys(options, world.rank());
    int ranks = world.size();
    int entries = options.entries();
    for (long i = 0; i < options.updates(); i++) {
      long key = random.nextLong();
      channel.push(owner(key, ranks), entry(key, entries));
      if ((i & (BETWEEN_POLLS - 1)) == 0) {
        world.poll();
      }
    }
    world.quiesce();
    made++;
  }

  /// The rank that has the entry of `key`.
  private static int owner(long key, int ranks) {
    return (int) ((key >>> 33) * ranks >>> 31);
  }

  private static long entry(long key, int entries) {
    return (key & 0xFFFF_FFFFL) * entries >>> 32;
  }

  /// Draws the keys of all ranks again.
  private void check(Group group, Settings options) {
    var expected = new long[options.entries()];
    for (int rank = 0; rank < world.size(); rank++) {
      SplittableRandom random = keys(options, rank);
      for (long i = 0; i < options.updates(); i++) {
        long key = random.nextLong();
        if (owner(key, world.size()) == world.rank()) {
          expected[(int) entry(key, options.entries())] += made;
        }
      }
    }
    long wrong = 0;
    for (int i = 0; i < expected.length; i++) {
      wrong += expected[i] == table[i] ? 0 : 1;
    }
    wrong = group.allreduce(wrong, Operator.SUM);
    if (wrong > 0) {
      throw new IllegalStateException(wrong + " counts of the histogram are wrong");
    }
  }
}
