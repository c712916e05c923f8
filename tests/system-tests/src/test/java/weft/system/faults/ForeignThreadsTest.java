// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.GlobalPointer;
import weft.JobFailedException;
import weft.Rsr1;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;
import weft.overlap.Channel;
import weft.overlap.WordChannel;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.TestJob;

/// A call by a thread that is not the rank's own ends the job, whatever swallows the exception: the
/// report names the call, that thread and `World.submit`, and is the one of every rank.
final class ForeignThreadsTest {
  private static final List<String> CALLS =
      List.of("send", "put", "channel", "object", "collective");
  private static final List<String> WAYS =
      List.of("thread", "pool", "future", "parallel stream", "virtual thread");
  private static final long SEED = Chaos.seed(0);

  @TestFactory
  Stream<DynamicTest> failTheJob() {
    var tests = new ArrayList<DynamicTest>();
    for (String transport : List.of("threads", "shm")) {
      for (String call : CALLS) {
        for (String way : WAYS) {
          String name = "%s by a %s over %s, seed %d".formatted(call, way, transport, SEED);
          // What swallows the exception is alike over all transports, and for all calls.
          boolean tries =
              transport.equals("threads")
                  ? Effort.current().tries(call + way, SEED)
                  : Effort.current().tries(transport, call + way, SEED, 2);
          if (tries) {
            tests.add(DynamicTest.dynamicTest(name, () -> check(call, way, transport)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static void check(String call, String way, String transport) {
    JobResult result = new TestJob(Stranger.class, List.of(call, way), 2, transport).run();
    assertThat(result.failure()).isNotNull();
    assertThat(result.failures()).isEmpty();
    result
        .ranks()
        .forEach(rank ->
            assertThat(rank.thrown())
                .isInstanceOf(JobFailedException.class)
                .hasMessageStartingWith("rank 1 failed: ")
                .hasMessageContaining(said(call))
                .hasMessageContaining("was called by " + by(way))
                .hasMessageContaining("hand work to it with World.submit"));
  }

  private static String said(String call) {
    return switch (call) {
      case "send" -> "a send of \"add\"";
      case "put" -> "Memory.putLong";
      case "channel" -> "\"words\"";
      case "object" -> "a send of \"touch\" to an object";
      default -> "barrier";
    };
  }

  private static String by(String way) {
    return switch (way) {
      case "thread" -> "thread \"stranger\"";
      case "virtual thread" -> "virtual thread #";
      default -> "thread \"";
    };
  }

  /// Rank 1 lets another thread make one call; all ranks would wait for ever.
  static final class Stranger implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) {
      Rsr1 add = world.rsr1("add", (source, value) -> {});
      Group all = Group.world(world);
      WordChannel words = Channel.words(world, "words", (source, word) -> {});
      MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
      MobileRsr0<long[]> touch = type.rsr0("touch", (self, it) -> it[0]++);
      world.start();
      MobilePointer<long[]> cell = type.create(new long[1]);
      GlobalPointer memory = world.heap().mallocAll(8);
      Runnable call =
          switch (args.get(0)) {
            case "send" -> () -> add.send(0, 1);
            case "put" -> () -> world.memory().putLong(memory.at(0), 0, 1);
            case "channel" -> () -> words.push(0, 1);
            case "object" -> () -> touch.send(cell);
            default -> all::barrier;
          };
      if (world.rank() == 1) {
        callAs(args.get(1), call);
      }
      world.pollUntil(() -> false);
    }

    private static void callAs(String way, Runnable call) {
      switch (way) {
        case "thread" -> {
          var thread = new Thread(call, "stranger");
          thread.setUncaughtExceptionHandler((it, thrown) -> {});
          thread.start();
        }
        case "pool" -> {
          try (var pool = Executors.newFixedThreadPool(2)) {
            var _ = pool.submit(call);
          }
        }
        case "future" -> {
          var _ = CompletableFuture.runAsync(call);
        }
        case "parallel stream" -> {
          try (var pool = new ForkJoinPool(2)) {
            var _ = pool.submit(() -> IntStream.range(0, 8).parallel().forEach(i -> call.run()));
          }
        }
        default -> {
          Thread thread = Thread.ofVirtual().unstarted(call);
          thread.setUncaughtExceptionHandler((it, thrown) -> {});
          thread.start();
        }
      }
    }

    @Override
    public boolean failsOnPurpose() {
      return true;
    }
  }
}
