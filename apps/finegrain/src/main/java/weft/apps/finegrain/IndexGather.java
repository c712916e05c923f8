// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.SplittableRandom;
import weft.Rsr1;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.options.Options;
import weft.overlap.Channel;
import weft.overlap.WordChannel;

/// Reads random words of an array that all ranks hold together: an index to the owner, and its
/// answer.
///
/// An owner answers in the order of the requests, and answers arrive in that order. So an answer is
/// the word alone: the reader keeps, for each owner, the places that wait for a word.
public final class IndexGather {
  private static final String ABOUT =
      """
      indexgather [options]

      Each rank reads random words of an array that all ranks hold together: by one request and one
      answer for each, and by channels that put them together. The words are checked.
      """;

  private static final int BETWEEN_POLLS = 256;

  /// Nanoseconds of a core for a read in both ways, and for checking it.
  private static final int NANOS = 200;

  private final World world;
  private final Rsr1 ask;
  private final Rsr1 answer;
  private final WordChannel asks;
  private final WordChannel answers;
  private long[] words = {};
  private long[] found = {};
  private long[] target = {};

  /// For each owner, the places that wait for its answers: a ring, from `first` to `end`.
  private int[][] places = {};

  private int[] first = {};
  private int[] end = {};
  private int mask;

  private long answered;

  private IndexGather(World world) {
    this.world = world;
    this.answer = world.rsr1("gather.answer", this::onAnswer);
    this.ask = world.rsr1("gather.ask", this::onAsk);
    this.answers = Channel.wordBatches(world, "gather.answers", this::onAnswers);
    this.asks = Channel.wordBatches(world, "gather.asks", this::onAsks);
  }

  private void onAsk(int source, long index) {
    answer.send(source, words[(int) index]);
  }

  private void onAnswer(int source, long word) {
    target[places[source][first[source]++ & mask]] = word;
    answered++;
  }

  private void onAsks(int source, long[] indices, int count) {
    long[] words = this.words;
    if (found.length < count) {
      found = new long[count];
    }
    long[] found = this.found;
    for (int i = 0; i < count; i++) {
      found[i] = words[(int) indices[i]];
    }
    answers.push(source, found, 0, count);
  }

  private void onAnswers(int source, long[] words, int count) {
    long[] target = this.target;
    int[] places = this.places[source];
    int at = first[source];
    for (int i = 0; i < count; i++) {
      target[places[at + i & mask]] = words[i];
    }
    first[source] = at + count;
    answered += count;
  }

  /// Runs the program; `--help` shows its options.
  public static void main(String[] args) {
    AppProgram.launch("indexgather", args, IndexGather::run);
  }

  private record Settings(int reads, int words, int window, int rounds, long seed) {
    static Settings parse(World world) {
      var given = new Options("indexgather", ABOUT, world.args());
      var settings =
          new Settings(
              given.count("reads N", 5_000_000, 1, 1 << 28, "reads of each rank in each round"),
              given.count("words N", 100_000, 1, 1 << 28, "words of the array on each rank"),
              given.count("window N", 1 << 16, 1, 1 << 28, "reads of a rank that may be pending"),
              given.count("rounds N", 5, 1, 10_000, "rounds"),
              given.whole("seed S", 1, "the seed of the places"));
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
    var gather = new IndexGather(world);
    gather.prepare(options);
    world.start();
    Headline.print(
        world,
        "indexgather: %d rounds of %d reads of each rank from %d words of each, at most %d pending"
            .formatted(options.rounds(), options.reads(), options.words(), options.window()),
        Headline.shared(
            world, (options.rounds() + 1) * NANOS * 1e-9 * options.reads() * world.size()));
    group.barrier();
    var rounds = new Rounds(group, options.rounds());
    rounds.run(
        () -> gather.read(options, false),
        () -> gather.read(options, true),
        () -> gather.check(options));
    if (world.rank() == 0) {
      System.out.print(rounds.text("reads", (double) options.reads() * world.size()));
      System.out.println("  verified: all words are right");
      System.out.print(rounds.gain("reads"));
    }
  }

  private void prepare(Settings options) {
    words = new long[options.words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(world.rank(), i);
    }
    target = new long[options.reads()];
    int room = Integer.highestOneBit(2 * Math.min(options.window(), options.reads()) - 1);
    places = new int[world.size()][room];
    first = new int[world.size()];
    end = new int[world.size()];
    mask = room - 1;
  }

  private static long word(int rank, long index) {
    return (index * 0x9E3779B97F4A7C15L) ^ rank;
  }

  private void read(Settings options, boolean aggregated) {
    var random = new SplittableRandom(options.seed() * 31 + world.rank());
    int window = options.window();
    int reads = options.reads();
    answered = 0;
    for (int from = 0; from < reads; ) {
      int to = Math.min(reads, from + Math.min(window, BETWEEN_POLLS));
      long needed = (long) to - window;
      if (answered < needed) {
        world.pollUntil(() -> answered >= needed);
      }
      if (aggregated) {
        askTogether(random, options, from, to);
      } else {
        askOneByOne(random, options, from, to);
      }
      world.poll();
      from = to;
    }
    world.quiesce();
  }

  private void askOneByOne(SplittableRandom random, Settings options, int from, int to) {
    int ranks = world.size();
    int words = options.words();
    for (int i = from; i < to; i++) {
      long place = random.nextLong();
      int owner = owner(place, ranks);
      places[owner][end[owner]++ & mask] = i;
      ask.send(owner, index(place, words));
    }
  }

  private void askTogether(SplittableRandom random, Settings options, int from, int to) {
    int ranks = world.size();
    int words = options.words();
    for (int i = from; i < to; i++) {
      long place = random.nextLong();
      int owner = owner(place, ranks);
      places[owner][end[owner]++ & mask] = i;
      asks.push(owner, index(place, words));
    }
  }

  private static int owner(long place, int ranks) {
    return (int) ((place >>> 33) * ranks >>> 31);
  }

  private static int index(long place, int words) {
    return (int) ((place & 0xFFFF_FFFFL) * words >>> 32);
  }

  private void check(Settings options) {
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
