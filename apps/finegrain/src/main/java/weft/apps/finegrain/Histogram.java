// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import weft.Rsr1;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Arguments;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Channel;
import weft.overlap.WordChannel;

/// Counts random keys in a table that all ranks hold together: records of 8 bytes to random ranks.
public final class Histogram {
  static final String USAGE =
      """
      histogram [options]

      Each rank adds 1 to random entries of a table that all ranks hold together: by one message for
      each, and by a channel that puts them together. The counts are checked.

        --updates N   updates of each rank in each round (2000000)
        --entries N   entries of the table on each rank (100000)
        --rounds N    rounds (5)
        --buffer N    bytes of the channel's buffers, at least 64 (as the channel chooses)
        --buffers N   buffers for each rank (1)
        --seed S      what the keys are drawn from (1)
        --flush-each  the messages of one update leave at once, each by a flush of its own
      """;

  private static final int BETWEEN_POLLS = 256;

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
  record Options(
      long updates,
      int entries,
      int rounds,
      int buffer,
      int buffers,
      long seed,
      boolean flushEach) {
    static Options parse(World world) {
      Arguments given =
          Arguments.parse(
              "histogram",
              List.of("updates", "entries", "rounds", "buffer", "buffers", "seed"),
              List.of("flush-each"),
              world.args());
      return new Options(
          given.number("updates", 2_000_000, 1, 1L << 40),
          (int) given.number("entries", 100_000, 1, 1 << 28),
          (int) given.number("rounds", 5, 1, 10_000),
          (int) given.number("buffer", 0, 64, world.frameBytes()),
          (int) given.number("buffers", 1, 1, 64),
          given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
          given.has("flush-each"));
    }
  }

  static void run(World world) {
    @Nullable Options options = AppProgram.options(world, USAGE, () -> Options.parse(world));
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
    group.barrier();
    String one = options.flushEach() ? "one message each, flushed" : "one message each";
    var rounds = new Rounds(group, options.rounds(), one, "aggregated");
    rounds.run(() -> histogram.oneByOne(options), () -> histogram.aggregated(options));
    histogram.check(group, options);
    if (world.rank() == 0) {
      System.out.printf(
          "histogram: %d ranks (%s), %d updates each to %d entries each, %d buffers of %d bytes"
              + " for each rank%n",
          world.size(),
          world.transport(),
          options.updates(),
          options.entries(),
          options.buffers(),
          histogram.channel.bufferBytes());
      System.out.print(rounds.text("updates", (double) options.updates() * world.size()));
      System.out.println("  verified: all counts are right");
    }
  }

  private static SplittableRandom keys(Options options, int rank) {
    return new SplittableRandom(options.seed() * 1_000_003 + rank);
  }

  private void oneByOne(Options options) {
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

  private void aggregated(Options options) {
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
  private void check(Group group, Options options) {
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
