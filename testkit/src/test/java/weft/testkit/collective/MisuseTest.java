// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import weft.Completion;
import weft.Rsr0;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.testkit.JobResult;
import weft.testkit.RankProgram;
import weft.testkit.RankRecord;
import weft.testkit.RankReport;
import weft.testkit.TestJob;

/// Ranks that call different things end the job, which says what each called; nobody waits for
/// ever.
class MisuseTest {
  private static final int FEW = 3;
  private static final int MANY = 3_000;

  /// What one rank does in a scenario; `odd` is the one that errs.
  @FunctionalInterface
  interface Scenario {
    void run(World world, Group all, boolean odd) throws Exception;
  }

  /// A scenario and the words that the report must have.
  private record Case(Scenario scenario, List<String> words) {}

  /// The handler of each rank's "in a handler".
  private static final ThreadLocal<Rsr0> HANDLER = new ThreadLocal<>();

  private static final Map<String, Case> CASES = new LinkedHashMap<>();

  private static void add(String name, Scenario scenario, String... words) {
    CASES.put(name, new Case(scenario, List.of(words)));
  }

  private static Data longs(int count) {
    return Data.of(new long[count]);
  }

  private static int[] filled(int size, int count) {
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return counts;
  }

  /// Blocks of `count` elements; for who errs, of twice as many for rank 1.
  private static Parts parts(World world, boolean odd, int count) {
    int[] counts = filled(world.size(), count);
    counts[1] *= odd ? 2 : 1;
    return Parts.of(counts);
  }

  static {
    for (int count : new int[] {FEW, MANY}) {
      String size = ", " + count + " elements";
      add(
          "another operation" + size,
          (world, all, odd) ->
              all.run(
                  odd
                      ? Operation.scan(longs(count), longs(count), Operator.SUM)
                      : Operation.allreduce(longs(count), Operator.SUM)),
          "scan of " + count + " LONG",
          "allreduce of " + count + " LONG",
          "call number 0 of group 0");
      add(
          "another root" + size,
          (world, all, odd) -> {
            all.run(Operation.broadcast(odd ? 1 : 0, longs(count)));
            all.barrier();
            world.pollUntil(() -> false); // until the job has failed
          },
          "root 0",
          "root 1");
      add(
          "another root, and nothing more" + size,
          (world, all, odd) -> all.run(Operation.broadcast(odd ? 1 : 0, longs(count))),
          "broadcast of " + count,
          "root 0",
          "root 1");
      add(
          "another root of a reduction, and nothing more" + size,
          (world, all, odd) ->
              all.run(Operation.reduce(odd ? 0 : 1, longs(count), longs(count), Operator.SUM)),
          "reduce of " + count,
          "root 0",
          "root 1");
      add(
          "begun and waited for" + size,
          (world, all, odd) -> {
            Operation sum = Operation.allreduce(longs(count), Operator.SUM);
            if (odd) {
              Completion done = world.completion();
              all.start(sum, done);
              done.await();
            } else {
              all.run(sum);
            }
          },
          "allreduce of " + count + " LONG",
          "Group.start on rank 1",
          "Group.run on rank ");
      add(
          "another length of a block in a gather" + size,
          (world, all, odd) ->
              all.run(
                  Operation.gather(
                      0, longs(2 * count), longs(9 * count), parts(world, odd, count))),
          "rank 1 sends",
          "which expects",
          "gather with parts");
      add(
          "another length of a block in a scatter" + size,
          (world, all, odd) ->
              all.run(
                  Operation.scatter(
                      0, longs(9 * count), longs(2 * count), parts(world, odd, count))),
          "to rank 1, which expects " + 16 * count,
          "scatter with parts");
      add(
          "another length of a block in an all-to-all" + size,
          (world, all, odd) -> {
            Parts parts = Parts.of(filled(world.size(), count));
            int[] taken = filled(world.size(), count);
            taken[0] *= odd ? 2 : 1;
            Parts out = Parts.of(taken);
            all.run(Operation.alltoall(longs(9 * count), parts, longs(9 * count), out));
            world.pollUntil(() -> false);
          },
          "rank 0 sends " + 8 * count + " bytes to rank 1, which expects " + 16 * count,
          "alltoall with parts");
      add(
          "other lengths in an allgather" + size,
          (world, all, odd) ->
              all.run(
                  Operation.allgather(
                      longs(2 * count), longs(9 * count), parts(world, odd, count))),
          "allgather with parts of lengths #");
      add(
          "other lengths in a reduceScatter" + size,
          (world, all, odd) ->
              all.run(
                  Operation.reduceScatter(
                      longs(9 * count), longs(2 * count), Operator.SUM, parts(world, odd, count))),
          "reduce_scatter with parts of lengths #");
      add(
          "another length" + size,
          (world, all, odd) ->
              all.run(Operation.allreduce(longs(odd ? count + 1 : count), Operator.SUM)),
          "allreduce of " + count + " LONG",
          "allreduce of " + (count + 1) + " LONG");
      add(
          "another type" + size,
          (world, all, odd) ->
              all.run(
                  Operation.allreduce(
                      odd ? Data.of(new double[count]) : longs(count), Operator.SUM)),
          "LONG",
          "DOUBLE");
      add(
          "another operator" + size,
          (world, all, odd) ->
              all.run(Operation.allreduce(longs(count), odd ? Operator.MAX : Operator.SUM)),
          "operator");
      add(
          "one rank leaves" + size,
          (world, all, odd) -> {
            if (!odd) {
              all.run(Operation.allreduce(longs(count), Operator.SUM));
            }
          },
          "nothing more (its body has returned)",
          "allreduce of " + count + " LONG");
      add(
          "another order" + size,
          (world, all, odd) -> {
            for (int i = 0; i < 2; i++) {
              if (odd == (i == 0)) {
                all.barrier();
              } else {
                all.run(Operation.allreduce(longs(count), Operator.SUM));
              }
            }
          },
          "barrier",
          "allreduce of " + count);
    }
    add(
        "in a handler",
        (world, all, odd) -> {
          if (odd) {
            HANDLER.get().send((world.rank() + 1) % world.size());
          }
          world.quiesce();
        },
        "Group.barrier",
        "calls a collective",
        "handler");
  }

  /// Runs the case named by its argument; rank 1 errs.
  static final class Program implements RankProgram {
    @Override
    public void run(World world, RankReport report, List<String> args) throws Exception {
      Group all = Group.world(world);
      HANDLER.set(world.rsr0("calls a collective", source -> all.barrier()));
      world.start();
      Case it = CASES.get(args.get(0));
      if (it == null) {
        throw new IllegalArgumentException("no case is called " + args.get(0));
      }
      it.scenario.run(world, all, world.rank() == 1);
    }
  }

  @TestFactory
  Stream<DynamicTest> whoCallsSomethingElseIsTold() {
    var tests = new ArrayList<DynamicTest>();
    for (String transport : List.of("threads", "shm")) {
      for (int ranks : transport.equals("threads") ? new int[] {2, 5} : new int[] {3}) {
        CASES.forEach((name, it) ->
            tests.add(
                DynamicTest.dynamicTest(
                    name + " (" + transport + " × " + ranks + ")",
                    () -> check(name, it, transport, ranks))));
      }
    }
    return tests.stream();
  }

  private static void check(String name, Case it, String transport, int ranks) {
    JobResult result =
        new TestJob(Program.class, List.of(name), ranks, transport)
            .withTimeout(Duration.ofSeconds(30))
            .run();
    assertThat(result.failure()).as("the job's failure").isNotNull();
    assertThat(result.failure()).isNotInstanceOf(AssertionError.class);
    // A rank that had to do nothing more may have returned before anybody knew; if all had, the
    // job has failed nevertheless. That of processes says why on standard error.
    var thrown = result.ranks().stream().map(RankRecord::thrown).filter(Objects::nonNull).toList();
    if (thrown.isEmpty() && transport.equals("shm")) {
      assertThat(result.failure()).hasMessageContaining("its report is above");
      return;
    }
    for (Throwable one : thrown.isEmpty() ? List.of(result.failure()) : thrown) {
      assertThat(String.valueOf(one)).contains(it.words);
    }
  }
}
