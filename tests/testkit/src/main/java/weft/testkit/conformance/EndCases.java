// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;
import weft.Rsr0;
import weft.Rsr1;
import weft.RsrN;
import weft.World;
import weft.collective.Group;
import weft.testkit.Chaos;
import weft.testkit.JobResult;
import weft.testkit.RankRecord;
import weft.testkit.RankReport;

/// Cases of the end of a job, and of a job that is flooded.
final class EndCases {
  private static final int FLOOD = 2_000;
  private static final int FLOOD_BYTES = 4_096;
  private static final long FLOOD_BUDGET = 1 << 20;

  private EndCases() {}

  static List<JobCase> all() {
    return List.of(
        new JobCase(
            "messages still in flight at the end are delivered",
            1,
            0,
            EndCases::inFlight,
            result -> checkRan(result, 10 * result.ranks().size())),
        new JobCase(
            "ranks may end long after rank 0, with messages in flight",
            2,
            0,
            EndCases::lateRanks,
            result -> checkRan(result, 10 * (result.ranks().size() - 1))),
        new JobCase(
            "handlers that never stop sending end the job",
            1,
            0,
            EndCases::restless,
            result -> Ends.assertFailedAtEnd(result, "handlers keep sending", "World.quiesce()")),
        new JobCase("calls after the end are refused", 1, 0, new AfterTheEnd(), JobResult::check),
        new JobCase(
            "a job needs no start, no handlers and no messages",
            1,
            0,
            (world, report) -> assertTrue(world.rank() < world.size()),
            JobResult::check),
        new JobCase(
            "seven ranks flood one slow rank: the order is kept and memory is bounded",
            8,
            FLOOD_BUDGET,
            EndCases::flood,
            JobResult::check));
  }

  private static void inFlight(World world, RankReport report) {
    var relay = new @Nullable Rsr1[1];
    Rsr1 hop =
        world.rsr1(
            "hop",
            (source, left) -> {
              Rsr1 next = relay[0];
              if (left > 0 && next != null) {
                next.send(world.next(), left - 1);
              }
              report.note("ran");
            });
    relay[0] = hop;
    world.start();
    hop.send(world.next(), 9);
  }

  private static void lateRanks(World world, RankReport report) throws InterruptedException {
    if (world.rank() != 0) {
      Rsr1 hop = world.rsr1("hop", (source, left) -> report.note("ran"));
      world.start();
      Thread.sleep(2_300);
      for (int i = 0; i < 10; i++) {
        hop.send((world.rank() + i) % world.size(), 0);
      }
    } else {
      world.rsr1("hop", (source, left) -> report.note("ran"));
      world.start();
    }
  }

  private static void checkRan(JobResult result, int expected) {
    result.check();
    int ran = 0;
    for (RankRecord rank : result.ranks()) {
      ran += rank.notes().size();
    }
    assertEquals(expected, ran, "handlers run");
  }

  private static void restless(World world, RankReport report) {
    var again = new @Nullable Rsr0[1];
    Rsr0 hop =
        world.rsr0(
            "hop",
            source -> {
              Rsr0 next = again[0];
              if (next != null) {
                next.send(world.next());
              }
            });
    again[0] = hop;
    world.start();
    hop.send(world.next());
  }

  /// Uses a world after its job: on the rank's own thread with processes, on another one with
  /// threads.
  private static final class AfterTheEnd implements JobCase.Scenario {
    private static volatile @Nullable Rsr0 kept;

    @Override
    public void run(World world, RankReport report) {
      kept = world.rsr0("kept", source -> {});
      world.start();
      world.quiesce();
    }

    @Override
    public void after(World world, RankReport report) {
      Rsr0 rsr = kept;
      if (rsr == null) {
        throw new IllegalStateException("the body has not run here");
      }
      for (Executable call :
          List.<Executable>of(
              () -> rsr.send(0),
              () -> rsr.trySend(0),
              () -> rsr.sendSync(0),
              world::poll,
              world::quiesce,
              () -> Group.world(world).barrier(),
              () -> world.pollUntil(() -> true),
              () -> world.submit(() -> 1),
              () -> world.rsr0("late", source -> {}))) {
        var refused = assertThrows(IllegalStateException.class, call);
        assertTrue(
            String.valueOf(refused.getMessage()).contains("rank " + world.rank()),
            refused::getMessage);
      }
    }
  }

  /// All other ranks flood rank 0, which is slow. Order and budget must be kept.
  private static void flood(World world, RankReport report) {
    var received = new long[world.size()];
    RsrN block =
        world.rsrN(
            "block",
            (source, payload) -> {
              long number = received[source]++;
              assertEquals(number, payload.getLong(0), () -> "from rank " + source);
              assertEquals(FLOOD_BYTES, payload.size());
              assertEquals(Chaos.mix(number), payload.getLong(FLOOD_BYTES - 8));
              if (number % 64 == 0) {
                LockSupport.parkNanos(200_000);
              }
            });
    world.start();
    if (world.rank() != 0) {
      var words = new long[FLOOD_BYTES / 8];
      for (int i = 0; i < FLOOD; i++) {
        words[0] = i;
        words[words.length - 1] = Chaos.mix(i);
        block.send(0, words);
      }
    }
    world.quiesce();
    for (int source = 1; source < world.size(); source++) {
      assertEquals(world.rank() == 0 ? FLOOD : 0, received[source]);
    }
    long peak = world.counters().budgetPeak();
    assertTrue(peak <= FLOOD_BUDGET, () -> "the budget was exceeded: " + peak);
    report.note("peak " + peak);
  }
}
