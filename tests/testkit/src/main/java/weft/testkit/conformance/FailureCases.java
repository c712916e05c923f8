// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import weft.Completion;
import weft.Job;
import weft.Rsr0;
import weft.Rsr1;
import weft.RsrN;
import weft.RsrObject;
import weft.Weft;
import weft.WeftConfig;
import weft.WeftException;
import weft.World;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.JobResult;
import weft.testkit.RankReport;

/// Cases of failures: one failure ends the job on every rank, and every rank names it.
final class FailureCases {
  private static final long SMALL_BUDGET = 1 << 16;

  private FailureCases() {}

  static List<JobCase> all() {
    var all = new ArrayList<>(thrown());
    all.addAll(disagreed());
    return List.copyOf(all);
  }

  /// Something throws, or a budget is spent.
  private static List<JobCase> thrown() {
    return List.of(
        new JobCase(
            "a handler that throws ends the job; handler and sender are named",
            2,
            0,
            FailureCases::handlerThrows,
            result -> {
              Ends.assertThrew(result, 1, IllegalStateException.class, "forty-two");
              Ends.assertOthersHeard(result, 1, "handler \"explode\"", "rank 0", "forty-two");
            }),
        new JobCase(
            "a body that throws ends every kind of wait",
            8,
            0,
            FailureCases::bodyThrows,
            result -> {
              Ends.assertThrew(result, 7, ArithmeticException.class, "on purpose");
              Ends.assertOthersHeard(result, 7, "rank 7", "its body", "on purpose", "bodyThrows");
            }),
        new JobCase(
            "a task that throws ends the job, and its waiters are told",
            1,
            0,
            FailureCases::taskThrows,
            FailureCases::checkTask),
        new JobCase(
            "an action that throws ends the job, and the report names its operation",
            2,
            0,
            FailureCases::actionThrows,
            result -> {
              Ends.assertThrew(result, 0, ArithmeticException.class, "by zero");
              Ends.assertOthersHeard(
                  result, 0, "the action of a completion of \"Heap.malloc\"", "by zero");
            }),
        new JobCase(
            "calls by another thread are refused, and end the job",
            1,
            0,
            ForeignCalls::make,
            result ->
                Ends.assertAllSay(result, "rank 0 failed: ", "\"some worker\"", "World.submit")),
        new JobCase(
            "a handler that floods a rank ends the job when the budget is spent; both are named",
            2,
            SMALL_BUDGET,
            FailureCases::floods,
            result -> {
              Ends.assertThrew(
                  result, 1, WeftException.class, "\"flood\"", "\"drop\"", "to rank 0", "65536");
              Ends.assertOthersHeard(result, 1, "\"flood\"", "to rank 0");
            }),
        new JobCase(
            "a handler cannot hide that it has spent the budget",
            2,
            SMALL_BUDGET,
            FailureCases::floodsSecretly,
            result -> Ends.assertAllSay(result, "\"flood\"", "to rank 0")));
  }

  /// Ranks differ in what they registered or call, or a message cannot be read.
  private static List<JobCase> disagreed() {
    return List.of(
        new JobCase(
            "handlers that differ are named on every rank",
            2,
            0,
            FailureCases::tables,
            result -> Ends.assertAllSay(result, "\"extra\" (rsr0) only on rank 1", "\"kind\"")),
        new JobCase(
            "records that differ are named on every rank",
            2,
            0,
            FailureCases::records,
            result -> Ends.assertAllSay(result, "\"object\"", "(x:double)", "(x:float)")),
        new JobCase(
            "bytes that cannot be decoded end the job; handler, sender and codec are named",
            2,
            0,
            FailureCases::undecodable,
            result -> {
              Ends.assertThrew(
                  result,
                  1,
                  CodecException.class,
                  "\"odd\"",
                  "rank 0",
                  "half",
                  "4 more are needed");
              Ends.assertOthersHeard(result, 1, "handler \"odd\"", "from rank 0");
            }),
        new JobCase(
            "ranks that make different collective calls learn of both",
            2,
            0,
            FailureCases::mismatch,
            result -> Ends.assertAllSay(result, "\"barrier\"", "\"allreduce of 1 LONG")),
        new JobCase(
            "a group of all ranks that is requested too late is refused",
            2,
            0,
            (world, report) -> {
              world.start();
              Group.world(world);
            },
            result -> Ends.assertAllSay(result, "Group.world", "call it before")),
        new JobCase(
            "a rank that ends without start is named to those that start",
            2,
            0,
            (world, report) -> {
              if (world.rank() != 1) {
                world.start();
              }
            },
            result -> Ends.assertThrew(result, 0, WeftException.class, "rank 1", "World.start")),
        new JobCase(
            "the failure of a job inside a body is that body's failure",
            2,
            0,
            FailureCases::inside,
            result -> Ends.assertOthersHeard(result, 1, "its body", "inner")),
        new JobCase(
            "a large message whose segment is closed in flight arrives whole, or ends the job",
            1,
            0,
            FailureCases::cutOff,
            result -> {
              if (result.failure() == null) {
                result.check();
              } else {
                Ends.assertThrew(result, 0, IllegalStateException.class, "closed");
              }
            }));
  }

  private static void handlerThrows(World world, RankReport report) {
    Rsr0 explode =
        world.rsr0(
            "explode",
            source -> {
              throw new IllegalStateException("forty-two");
            });
    world.start();
    world.quiesce();
    if (world.rank() == 0) {
      explode.send(1);
    }
    world.quiesce();
  }

  /// Every rank waits for rank 7 in a different call. Rank 7 first lets them reach it.
  private static void bodyThrows(World world, RankReport report) throws InterruptedException {
    Rsr1 words = world.rsr1("words", (source, number) -> {});
    Group all = Group.world(world);
    world.start();
    all.barrier();
    switch (world.rank()) {
      case 0 -> all.allreduce(1, Operator.SUM);
      case 1 -> world.pollUntil(() -> false);
      case 2 -> {
        for (; ; ) {
          world.poll();
        }
      }
      case 3 -> {
        for (; ; ) {
          words.send(7, 1);
        }
      }
      case 4 -> world.quiesce();
      case 5 -> {
        for (; ; ) {
          words.sendSync(7, 1);
        }
      }
      case 6 -> {
        for (; ; ) {
          world.heap().mallocSync(7, 8);
        }
      }
      case 7 -> {
        TimeUnit.MILLISECONDS.sleep(200);
        throw new ArithmeticException("on purpose");
      }
      default -> throw new IllegalStateException("there are 8 ranks");
    }
  }

  private static void taskThrows(World world, RankReport report) throws InterruptedException {
    world.start();
    if (world.rank() == 0) {
      var worker =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  world.submit(() -> Integer.parseInt("not a number")).await();
                } catch (Throwable thrown) {
                  report.note(thrown.getClass().getSimpleName());
                }
              });
      try {
        world.pollUntil(() -> false);
      } finally {
        worker.join();
      }
    }
    world.quiesce();
  }

  private static void actionThrows(World world, RankReport report) {
    world.start();
    if (world.rank() == 0) {
      Completion done = world.completion();
      world.heap().malloc(1, 32, done);
      done.then(() -> {
        throw new ArithmeticException("by zero");
      });
    }
    world.pollUntil(() -> false);
  }

  private static void checkTask(JobResult result) {
    Ends.assertThrew(result, 0, NumberFormatException.class, "not a number");
    Ends.assertOthersHeard(result, 0, "a task submitted by a worker", "not a number");
    assertEquals(List.of("JobFailedException"), result.ranks().get(0).notes());
  }

  private static void floods(World world, RankReport report) {
    flood(world, false);
  }

  private static void floodsSecretly(World world, RankReport report) {
    flood(world, true);
  }

  private static void flood(World world, boolean secretly) {
    RsrN drop = world.rsrN("drop", (source, payload) -> {});
    var payload = new byte[4096];
    Rsr0 flood =
        world.rsr0(
            "flood",
            source -> {
              // Messages without room wait until the handler returns, which it never does.
              try {
                for (; ; ) {
                  drop.send(0, payload);
                }
              } catch (WeftException e) {
                if (!secretly) {
                  throw e;
                }
              }
            });
    world.start();
    world.quiesce();
    if (world.rank() == 1) {
      flood.send(1);
    }
    world.quiesce();
  }

  private static void tables(World world, RankReport report) {
    world.rsr0("same", source -> {});
    if (world.rank() == 1) {
      world.rsr0("extra", source -> {});
      world.rsr2("kind", (source, a, b) -> {});
    } else {
      world.rsr1("kind", (source, a) -> {});
    }
    world.start();
  }

  record Fine(double x) {}

  record Coarse(float x) {}

  private static void records(World world, RankReport report) {
    if (world.rank() == 1) {
      world.rsrObject("object", Codecs.record(Fine.class), (source, value) -> {});
    } else {
      world.rsrObject("object", Codecs.record(Coarse.class), (source, value) -> {});
    }
    world.start();
  }

  private static void undecodable(World world, RankReport report) {
    Codec<Integer> half =
        Codecs.of("half", (value, out) -> out.writeShort((short) 1), in -> in.readInt());
    RsrObject<Integer> odd = world.rsrObject("odd", half, (source, value) -> {});
    world.start();
    world.quiesce();
    if (world.rank() == 0) {
      odd.send(1, 5);
    }
    world.quiesce();
  }

  private static void mismatch(World world, RankReport report) {
    Group all = Group.world(world);
    world.start();
    if (world.rank() == 0) {
      all.barrier();
    } else {
      all.allreduce(1, Operator.SUM);
    }
  }

  private static void inside(World world, RankReport report) {
    world.start();
    if (world.rank() == 1) {
      try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
        job.run(inner -> {
          inner.start();
          throw new IllegalStateException("inner " + inner.rank());
        });
      }
    }
    world.quiesce();
  }

  private static void cutOff(World world, RankReport report) {
    var arena = Arena.ofShared();
    Rsr0 close = world.rsr0("close", source -> arena.close());
    var whole = new boolean[1];
    RsrN large =
        world.rsrN(
            "large",
            (source, payload) -> {
              whole[0] = payload.size() == 16L * world.frameBytes();
              for (long at = 0; at < payload.size(); at++) {
                whole[0] &= payload.getByte(at) == (byte) (at % 101);
              }
            });
    world.start();
    if (world.rank() == 0) {
      MemorySegment segment = arena.allocate(16L * world.frameBytes());
      for (long at = 0; at < segment.byteSize(); at++) {
        segment.set(ValueLayout.JAVA_BYTE, at, (byte) (at % 101));
      }
      close.send(0);
      large.send(0, segment);
    }
    world.quiesce();
    assertTrue(world.rank() != 0 || whole[0], "the message was cut off");
  }
}
