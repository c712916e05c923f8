// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.List;
import java.util.SplittableRandom;
import weft.Rsr2;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Arguments;
import weft.collective.Group;
import weft.overlap.Channel;
import weft.overlap.PairChannel;

/// Reads random words of an array that all ranks hold together: a request to the owner, and its
/// answer.
public final class IndexGather {
  static final String USAGE =
      """
      indexgather [options]

      Each rank reads random words of an array that all ranks hold together: by one request and one
      answer for each, and by channels that put them together. The words are checked.

        --reads N     reads of each rank in each round (1000000)
        --words N     words of the array on each rank (100000)
        --window N    reads of a rank that may be under way (65536)
        --rounds N    rounds (5)
        --seed S      what the places are drawn from (1)
      """;

  private static final int BETWEEN_POLLS = 256;

  private final World world;
  private final Rsr2 ask;
  private final Rsr2 answer;
  private final PairChannel asks;
  private final PairChannel answers;
  private long[] words = {};
  private long[] target = {};
  private long answered;

  private IndexGather(World world) {
    this.world = world;
    this.answer = world.rsr2("gather.answer", (source, place, word) -> take(place, word));
    this.ask = world.rsr2("gather.ask", this::onAsk);
    this.answers =
        Channel.pairs(world, "gather.answers", (source, place, word) -> take(place, word));
    this.asks = Channel.pairs(world, "gather.asks", this::onAsks);
  }

  private void onAsk(int source, long index, long place) {
    answer.send(source, place, words[(int) index]);
  }

  private void onAsks(int source, long index, long place) {
    answers.push(source, place, words[(int) index]);
  }

  private void take(long place, long word) {
    target[(int) place] = word;
    answered++;
  }

  /// Runs the program; `--help` shows its options.
  public static void main(String[] args) {
    AppProgram.launch("indexgather", args, IndexGather::run);
  }

  private record Options(int reads, int words, int window, int rounds, long seed) {
    static Options parse(World world) {
      Arguments given =
          Arguments.parse(
              "indexgather",
              List.of("reads", "words", "window", "rounds", "seed"),
              List.of(),
              world.args());
      return new Options(
          (int) given.number("reads", 1_000_000, 1, 1 << 28),
          (int) given.number("words", 100_000, 1, 1 << 28),
          (int) given.number("window", 1 << 16, 1, 1 << 28),
          (int) given.number("rounds", 5, 1, 10_000),
          given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }
  }

  static void run(World world) {
    Options options = AppProgram.options(world, USAGE, () -> Options.parse(world));
    if (options == null) {
      return;
    }
    Group group = Group.world(world);
    var gather = new IndexGather(world);
    gather.words = new long[options.words()];
    for (int i = 0; i < gather.words.length; i++) {
      gather.words[i] = word(world.rank(), i);
    }
    gather.target = new long[options.reads()];
    world.start();
    group.barrier();
    var rounds = new Rounds(group, options.rounds());
    rounds.run(
        () -> gather.read(options, false),
        () -> gather.read(options, true),
        () -> gather.check(options));
    if (world.rank() == 0) {
      System.out.printf(
          "indexgather: %d ranks (%s), %d reads each from %d words each, %d under way%n",
          world.size(), world.transport(), options.reads(), options.words(), options.window());
      System.out.print(rounds.text("reads", (double) options.reads() * world.size()));
      System.out.println("  verified: all words are right");
    }
  }

  private static long word(int rank, long index) {
    return (index * 0x9E3779B97F4A7C15L) ^ rank;
  }

  private void read(Options options, boolean aggregated) {
    var random = new SplittableRandom(options.seed() * 31 + world.rank());
    answered = 0;
    for (int done = 0; done < options.reads(); ) {
      int end = Math.min(options.reads(), done + options.window());
      if (aggregated) {
        askTogether(random, options, done, end);
      } else {
        askOneByOne(random, options, done, end);
      }
      world.pollUntil(() -> answered >= end);
      done = end;
    }
    world.quiesce();
  }

  private void askOneByOne(SplittableRandom random, Options options, int from, int to) {
    int ranks = world.size();
    int words = options.words();
    for (int i = from; i < to; i++) {
      long place = random.nextLong();
      ask.send(owner(place, ranks), index(place, words), i);
      if ((i & (BETWEEN_POLLS - 1)) == 0) {
        world.poll();
      }
    }
  }

  private void askTogether(SplittableRandom random, Options options, int from, int to) {
    int ranks = world.size();
    int words = options.words();
    for (int i = from; i < to; i++) {
      long place = random.nextLong();
      asks.push(owner(place, ranks), index(place, words), i);
      if ((i & (BETWEEN_POLLS - 1)) == 0) {
        world.poll();
      }
    }
    asks.flush();
  }

  private static int owner(long place, int ranks) {
    return (int) ((place >>> 33) * ranks >>> 31);
  }

  private static int index(long place, int words) {
    return (int) ((place & 0xFFFF_FFFFL) * words >>> 32);
  }

  private void check(Options options) {
    var random = new SplittableRandom(options.seed() * 31 + world.rank());
    for (int i = 0; i < options.reads(); i++) {
      long place = random.nextLong();
      int owner = owner(place, world.size());
      int index = index(place, options.words());
      if (target[i] != word(owner, index)) {
        throw new IllegalStateException(
            "rank " + world.rank() + " read a wrong word at " + index + " of rank " + owner);
      }
      target[i] = 0;
    }
  }
}
