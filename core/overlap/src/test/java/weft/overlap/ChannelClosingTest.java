// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.World;
import weft.testkit.JobResult;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.Sampled;
import weft.testkit.TestJob;

/// What one rank throws inside `try` ends the job with one report, although closing a channel in
/// `finally` sends what it still holds, and waits where the receiver's ring is full.
@Sampled
class ChannelClosingTest {
  private static final String SENTENCE = "I give up";
  private static final int RECORDS = 20_000;

  /// Rank 1 throws before its channel is closed.
  static final class Program implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) {
      long[] heard = new long[1];
      WordChannel channel = Channel.words(world, "words", (source, word) -> heard[0] += word);
      world.start();
      int target = (world.rank() + 1) % world.size();
      try {
        switch (args.get(0)) {
          case "a few records" -> channel.push(target, 1);
          case "many records" -> push(channel, target);
          case "a receiver that computes" -> {
            if (target == 0) {
              push(channel, target);
            }
            if (world.rank() == 0) {
              compute();
            }
          }
          default -> throw new IllegalArgumentException(args.get(0));
        }
        if (world.rank() == 1) {
          throw new IllegalStateException(SENTENCE);
        }
        world.pollUntil(() -> heard[0] < 0); // the others wait until the job ends
      } finally {
        channel.close();
      }
    }

    private static void push(WordChannel channel, int target) {
      for (int i = 0; i < RECORDS; i++) {
        channel.tryPush(target, i);
      }
    }

    private static void compute() {
      long end = System.nanoTime() + 300_000_000;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }

    @Override
    public boolean failsOnPurpose() {
      return true;
    }
  }

  @TestFactory
  Stream<DynamicTest> oneReportShowsTheException() {
    return Stream.of("threads", "shm")
        .flatMap(transport ->
            Stream.of("a few records", "many records", "a receiver that computes")
                .flatMap(scenario ->
                    Arrays.stream(new int[] {2, 5})
                        .mapToObj(ranks -> test(scenario, ranks, transport))));
  }

  private static DynamicTest test(String scenario, int ranks, String transport) {
    var job =
        new TestJob(Program.class, List.of(scenario), ranks, transport)
            .withRingBytes(1 << 13)
            .withTimeout(Duration.ofSeconds(60));
    return DynamicTest.dynamicTest(
        "%s (%s × %d)".formatted(scenario, transport, ranks),
        () -> {
          JobResult result = job.run();
          assertThat(result.failures()).as("ranks that failed by themselves").hasSize(1);
          assertThat(result.failures().get(0)).hasMessageContaining(SENTENCE);
          assertThat(result.failures().get(0)).hasNoSuppressedExceptions();
        });
  }
}
