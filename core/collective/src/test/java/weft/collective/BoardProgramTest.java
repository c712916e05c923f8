// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.JobFailedException;
import weft.Weft;
import weft.World;
import weft.collective.schedule.Collective;

/// Random programs of small operations, which go over a board, with some that do not among them.
/// Ranks, which are threads, come early and late at random. The seed is in the name of each test.
class BoardProgramTest {
  private static final int[] RANKS = {1, 2, 3, 5, 8, 13, 16, 17};
  private static final int OPERATIONS = 600;
  private static final int FEW = 60;
  private static final Collective[] ROOTED = {
    Collective.BROADCAST, Collective.REDUCE, Collective.GATHER, Collective.SCATTER
  };

  static Stream<Arguments> programs() {
    return seeded(2, 1);
  }

  static Stream<Arguments> errors() {
    return seeded(4, 2);
  }

  private static Stream<Arguments> seeded(int times, int leastRanks) {
    var seeds = new Random();
    return IntStream.of(RANKS)
        .filter(ranks -> ranks >= leastRanks)
        .boxed()
        .flatMap(ranks ->
            Stream.generate(() -> Arguments.of(ranks, seeds.nextInt(1_000_000))).limit(times));
  }

  @ParameterizedTest(name = "{0} ranks, seed {1}")
  @MethodSource("programs")
  void givesTheRightResults(int ranks, int seed) {
    run(
        ranks,
        world -> {
          Group group = Group.world(world);
          world.start();
          var program = new Random(seed);
          var late = new Random(31L * seed + world.rank());
          for (int i = 0; i < OPERATIONS; i++) {
            Collective collective = next(program, Collective.values());
            int count = program.nextInt(10) == 0 ? 40 : program.nextInt(31);
            int call = program.nextInt(1_000_000);
            dawdle(late);
            try (var memory = new CheckedCall.Memory(world, program.nextInt(4) == 0)) {
              String what = "seed " + seed + ", operation " + i + ", " + collective;
              new CheckedCall(group, collective, count, call, what, memory).run();
            }
          }
        });
  }

  /// One rank takes another for the root, once, somewhere among operations that have roots.
  @ParameterizedTest(name = "{0} ranks, seed {1}")
  @MethodSource("errors")
  void aWrongRootIsFound(int ranks, int seed) {
    var of = new Random(seed);
    int wrong = of.nextInt(FEW);
    int rank = of.nextInt(ranks);
    assertThatThrownBy(() ->
            run(
                ranks,
                world -> {
                  Group group = Group.world(world);
                  world.start();
                  var program = new Random(seed);
                  var late = new Random(31L * seed + world.rank());
                  int usual = program.nextInt(ranks);
                  for (int i = 0; i < FEW; i++) {
                    Collective collective = next(program, ROOTED);
                    int root = program.nextInt(4) == 0 ? program.nextInt(ranks) : usual;
                    boolean errs = i == wrong && world.rank() == rank;
                    dawdle(late);
                    group.run(rooted(collective, errs ? (root + 1) % ranks : root, ranks));
                  }
                }))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("call number " + wrong + " of group 0")
        .hasMessageContaining(" root ");
  }

  private interface Body {
    void run(World world);
  }

  private static void run(int ranks, Body body) {
    Weft.launch(new String[] {"--weft-ranks", Integer.toString(ranks)}, body::run);
  }

  private static Collective next(Random random, Collective[] all) {
    return all[random.nextInt(all.length)];
  }

  private static Operation rooted(Collective collective, int root, int ranks) {
    Data one = Data.of(new long[2]);
    Data all = Data.of(new long[2 * ranks]);
    return switch (collective) {
      case BROADCAST -> Operation.broadcast(root, one);
      case REDUCE -> Operation.reduce(root, one, Data.of(new long[2]), Operator.SUM);
      case GATHER -> Operation.gather(root, one, all);
      default -> Operation.scatter(root, all, one);
    };
  }

  /// Lets the others run ahead, now and then.
  private static void dawdle(Random random) {
    int kind = random.nextInt(64);
    if (kind == 0) {
      long until = System.nanoTime() + random.nextInt(400_000);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
    } else if (kind < 8) {
      Thread.yield();
    }
  }
}
