// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.testkit.WeftTest;

/// Steps of a loop against the same sums computed one after the other.
class OverlapLoopTest {
  private static final int STEPS = 25;
  private static final int LENGTH = 5;

  private static long element(int from, int to, int step, int index, int i) {
    return 1_000_003L * from + 10_007L * to + 101L * step + 13L * index + i;
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"})
  void everyRecordCountsInItsStep(World world, Random random) {
    int size = world.size();
    int me = world.rank();
    // Ranks send different numbers of records, known to both sides, and meet in no barrier.
    int[] fromEach = new int[size];
    int[] toEach = new int[size];
    for (int rank = 0; rank < size; rank++) {
      fromEach[rank] = (7 * rank + 3 * me) % 11;
      toEach[rank] = (7 * me + 3 * rank) % 11;
    }
    var sum = new long[1];
    var step = new int[1];
    var vector = MemorySegment.ofArray(new long[LENGTH]);
    OverlapLoop loop = OverlapLoop.of(world);
    VectorChannel vectors =
        loop.vectors(
            "vectors",
            (source, tag, view) -> {
              assertThat(view.longAt(0)).isEqualTo(element(source, me, step[0], (int) tag, 0));
              for (int i = 0; i < LENGTH; i++) {
                sum[0] += view.longAt(i);
              }
            });
    world.start();
    vectors.bufferBytes(256);
    loop.expect(fromEach)
        .send(
            vectors,
            new StepRecords() {
              @Override
              public int count(int target) {
                return toEach[target];
              }

              @Override
              public boolean tryPush(int target, int index) {
                for (int i = 0; i < LENGTH; i++) {
                  vector.setAtIndex(
                      ValueLayout.JAVA_LONG_UNALIGNED, i, element(me, target, step[0], index, i));
                }
                return vectors.tryPush(target, index, vector);
              }
            })
        .compute(100, index -> sum[0] += index)
        .policy(Policy.values()[random.nextInt(3)])
        .drain(random.nextBoolean())
        .tune(
            switch (random.nextInt(3)) {
              case 0 -> Tuner.fastAdaptive();
              case 1 -> Tuner.logQuadratic();
              default -> Tuner.withBuffers(Tuner.fixed(2), 128, 64, 512);
            });
    for (step[0] = 0; step[0] < STEPS; step[0]++) {
      sum[0] = 0;
      loop.run();
      long expected = 99 * 100 / 2;
      for (int source = 0; source < size; source++) {
        for (int index = 0; index < fromEach[source]; index++) {
          for (int i = 0; i < LENGTH; i++) {
            expected += element(source, me, step[0], index, i);
          }
        }
      }
      assertThat(sum[0]).isEqualTo(expected);
      assertThat(loop.last().computations()).isEqualTo(100);
    }
    world.quiesce();
  }

  @WeftTest(ranks = {2})
  void aRankThatIsFarAheadIsNamed(World world) {
    OverlapLoop loop = OverlapLoop.of(world);
    WordChannel words = loop.words("words", (source, word) -> {});
    world.start();
    assertThatThrownBy(() -> loop.expect(1)).hasMessageContaining("there are 2 ranks");
    assertThatThrownBy(() -> loop.expect(1, -1))
        .hasMessageContaining("give 0 or a positive number");
    assertThatThrownBy(() -> loop.compute(-1, i -> {})).hasMessageContaining("0 or more");
    assertThatThrownBy(loop::last).hasMessageContaining("has not run yet");
    loop.compute(
        1, i -> assertThatThrownBy(() -> loop.expect(0, 0)).hasMessageContaining("inside a step"));
    loop.expect(0, 0).run();
    assertThat(loop.last().received()).isZero();
    assertThat(words.isFlushed()).isTrue();
  }

  /// A source that sends more than is expected is found at the end of the job, not at a quiet
  /// point.
  @Test
  void recordsThatNoStepTakesAreNamedAtTheEnd() {
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      assertThatThrownBy(() ->
              job.run(world -> {
                OverlapLoop loop = OverlapLoop.of(world);
                WordChannel words = loop.words("few", (source, word) -> {});
                world.start();
                loop.expect(1, 1).send(words, toEach(words, 2));
                for (int i = 0; i < 10; i++) {
                  loop.run();
                }
                world.quiesce();
              }))
          .hasMessageContaining(
              "ends with 20 records that no step of an overlap loop took: 10 of the channel \"few\""
                  + " from rank 0, 10 of the channel \"few\" from rank 1")
          .hasMessageContaining("OverlapLoop.expect");
    }
  }

  private static StepRecords toEach(WordChannel words, int count) {
    return new StepRecords() {
      @Override
      public int count(int target) {
        return count;
      }

      @Override
      public boolean tryPush(int target, int index) {
        return words.tryPush(target, index);
      }
    };
  }

  /// The handlers of kept records are handlers: they neither wait nor nest, and keep the order.
  @WeftTest(
      ranks = {1, 2},
      transport = {"threads", "shm"},
      ring = 4096)
  void keptRecordsAreHandledAsOthersAre(World world) {
    int steps = 40;
    var running = new boolean[1];
    var got = new long[world.size()];
    WordChannel echo = Channel.words(world, "echo", (source, word) -> {});
    OverlapLoop loop = OverlapLoop.of(world);
    WordChannel words =
        loop.words(
            "words",
            (source, word) -> {
              assertThat(running[0]).isFalse();
              running[0] = true;
              assertThat(word).isEqualTo(got[source]++ % 50);
              assertThatThrownBy(world::quiesce).hasMessageContaining("World.quiesce was called");
              for (int i = 0; i < 20; i++) {
                echo.push(source, i);
              }
              running[0] = false;
            });
    world.start();
    // All arrive before their steps: the loop expects them later.
    for (int target = 0; target < world.size(); target++) {
      for (int i = 0; i < 50 * steps; i++) {
        words.push(target, i % 50);
      }
    }
    world.quiesce();
    int[] each = new int[world.size()];
    Arrays.fill(each, 50);
    loop.expect(each);
    for (int i = 0; i < steps; i++) {
      loop.run();
      assertThat(loop.last().received()).isEqualTo(50L * world.size());
    }
    world.quiesce();
    assertThat(echo.counters().delivered()).isEqualTo(20L * 50 * steps * world.size());
  }

  /// A tuner of the program's own that returns nonsense.
  @WeftTest(ranks = {1})
  void nonsenseOfATunerIsNamed(World world) {
    var value = new double[] {Double.NaN};
    Tuner own =
        new Tuner() {
          @Override
          public double value() {
            return value[0];
          }

          @Override
          public void step(double cost) {
            value[0] = -1;
          }

          @Override
          public int bufferBytes() {
            return -7;
          }
        };
    OverlapLoop loop = OverlapLoop.of(world).tune(own);
    world.start();
    assertThatThrownBy(loop::run)
        .hasMessageContaining("Tuner.value of " + own.getClass().getName())
        .hasMessageContaining("has returned NaN; return 0 or a positive number");
    value[0] = 2;
    assertThatThrownBy(loop::run).hasMessageContaining("has returned -7");
    assertThatThrownBy(own::save).hasMessageContaining("override Tuner.save");
  }
}
