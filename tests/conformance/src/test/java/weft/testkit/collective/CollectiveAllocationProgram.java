// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.Completion;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;
import weft.collective.Type;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;
import weft.testkit.SteadyState;

/// Measures what collectives of all kinds allocate: in each rank's process first between threads,
/// then between the processes.
final class CollectiveAllocationProgram implements RankProgram {
  private static final int TIMES = 4;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    // Alternating, so that each finds the code as the other has shaped it.
    var shm = new Traffic(world);
    world.start();
    shm.prepare();
    for (int i = 0; i < 2; i++) {
      try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
        job.run(inner -> {
          var threads = new Traffic(inner);
          inner.start();
          threads.prepare();
          String found = threads.measure("threads");
          if (inner.rank() == 0) {
            report.note(found);
          }
        });
      }
      report.note(shm.measure("shm"));
    }
  }

  /// Operations that all ranks carry out again and again.
  private static final class Traffic {
    private final World world;
    private final Group all;
    private final SteadyState steady;
    private final List<Operation> operations = new ArrayList<>();
    private final Completion[] dones = new Completion[24];
    private final Runnable batch = this::batch;
    private Operation[] run = {};
    private long sum;

    Traffic(World world) {
      this.world = world;
      this.all = Group.world(world);
      this.steady = new SteadyState(world);
      Arrays.setAll(dones, i -> world.completion());
    }

    /// Small ones, which go over the board, ones that travel in messages, and ones in chunks.
    void prepare() {
      for (int count : new int[] {2, 300, 6_000}) {
        add(Data.of(new double[count]), Data.of(new double[3 * count]), count);
        add(registered(count), registered(3 * count), count);
        add(
            Data.matrix(new double[2 * count], 0, count / 2, 2, 4),
            Data.matrix(new double[6 * count], 1, 3 * count / 2, 2, 4),
            count);
      }
      run = operations.toArray(Operation[]::new);
    }

    private Data registered(int count) {
      return Data.of(world.heap().allocate(8L * count), Type.DOUBLE);
    }

    private void add(Data one, Data blocks, int count) {
      Data result = Data.of(new double[count]);
      Data gathered = Data.of(new double[3 * count]);
      Parts parts = Parts.of(count / 2, 0, count);
      operations.addAll(
          List.of(
              Operation.barrier(),
              Operation.broadcast(operations.size() % 3, one),
              Operation.reduce(1, one, result, Operator.SUM),
              Operation.allreduce(one, result, Operator.MAX),
              Operation.allreduce(one, Operator.MIN),
              Operation.gather(2, one, gathered),
              Operation.scatter(0, blocks, one),
              Operation.allgather(one, gathered),
              Operation.allgather(blocks),
              Operation.allgather(one, gathered, parts),
              Operation.alltoall(blocks),
              Operation.alltoall(blocks, gathered),
              Operation.reduceScatter(blocks, one, Operator.SUM),
              Operation.reduceScatter(blocks, Operator.MAX),
              Operation.scan(one, result, Operator.SUM),
              Operation.exscan(one, result, Operator.SUM)));
    }

    private void batch() {
      for (int times = 0; times < TIMES; times++) {
        for (Operation operation : run) {
          all.run(operation);
        }
        sum += all.allreduce(times, Operator.SUM) + all.broadcast(times % 3, 5);
        // More than the window of a group at a time.
        int begun = Math.min(run.length, dones.length);
        for (int i = 0; i < begun; i++) {
          all.start(run[i], dones[i]);
        }
        for (int i = begun - 1; i >= 0; i--) {
          dones[i].await();
        }
      }
    }

    String measure(String transport) {
      String found = steady.reach(transport, batch);
      assertTrue(sum > 0);
      return found;
    }
  }
}
