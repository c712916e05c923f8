// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import weft.Completion;
import weft.Frame;
import weft.Job;
import weft.LongCall;
import weft.MatrixPart;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// Measures what messages and one-sided calls of every kind allocate: in each rank's process first
/// between threads, then between the processes.
final class AllocationProgram implements RankProgram {
  private static final int MESSAGES = 300;

  /// One-sided calls that wait take a message there and back when ranks are apart.
  private static final int MESSAGES_APART = 20;

  @Override
  public void run(World world, RankReport report, List<String> args) {
    boolean apart = args.contains("apart");
    int messages = apart ? MESSAGES_APART : MESSAGES;
    WeftConfig config = WeftConfig.ofRanks(3);
    // Alternating, so that each finds the code as the other has shaped it.
    var processes = new Traffic(world, messages);
    world.start();
    for (int i = 0; i < 2; i++) {
      try (Job job = Weft.open(apart ? config.withApart() : config)) {
        job.run(inner -> {
          var threads = new Traffic(inner, messages);
          inner.start();
          String found = threads.measure("threads");
          if (inner.rank() == 0) {
            report.note(found);
          }
        });
      }
      report.note(processes.measure(world.transport()));
    }
  }

  /// All ranks send every kind of message to both others, which answer some of them.
  private static final class Traffic {
    private final World world;
    private final SteadyState steady;
    private final int messages;
    private final Rsr0 rsr0;
    private final Rsr1 rsr1;
    private final Rsr1 answer;
    private final Rsr2 rsr2;
    private final Rsr3 rsr3;
    private final Rsr4 rsr4;
    private final RsrN bytes;
    private final RsrN kept;
    private final LongCall[] calls;
    private final Completion[] completions = new Completion[16];
    private int turn;
    private final byte[] small = new byte[48];
    private final int[] ints = new int[100];
    private final long[] longs = new long[20];
    private final double[] doubles;
    private final MemorySegment large;
    private final MemorySegment heap = MemorySegment.ofArray(new byte[200]);
    private final byte[] keep = new byte[1000];
    private final MatrixPart column = MatrixPart.of(new double[2000], 3, 200, 1, 10);
    private final MatrixPart block = MatrixPart.of(heap, 0, 10, 12, 20);
    private final MatrixPart manyRows;
    private final OneSidedTraffic memory;

    /// Whether long puts are measured, too. Over TCP each long payload makes some objects.
    private final boolean movesLong;

    private long expected;
    private long received;
    private long sum;
    private final BooleanSupplier allCame = this::allCame;
    private final Runnable batch = this::batch;

    Traffic(World world, int messages) {
      this.world = world;
      this.steady = new SteadyState(world);
      this.messages = messages;
      this.movesLong = !world.transport().equals("tcp");
      this.doubles = new double[world.frameBytes() / 4];
      this.manyRows = MatrixPart.of(doubles, 0, doubles.length / 10, 8, 10);
      this.large = Arena.ofAuto().allocate(5L * world.frameBytes() / 2);
      rsr0 = world.rsr0("rsr0", source -> received++);
      rsr1 = world.rsr1("rsr1", (source, a) -> add(a));
      answer = world.rsr1("answer", this::reply);
      rsr2 = world.rsr2("rsr2", (source, a, b) -> add(a + b));
      rsr3 = world.rsr3("rsr3", (source, a, b, c) -> add(a + b + c));
      rsr4 = world.rsr4("rsr4", (source, a, b, c, d) -> add(a + b + c + d));
      bytes = world.rsrN("bytes", (source, payload) -> add(payload.size()));
      kept = world.rsrN("kept", this::keep);
      calls =
          new LongCall[] {
            world.longCall("sum", (source, a, b) -> added(a + b)),
            world.longCall("larger", (source, a, b) -> added(Math.max(a, b))),
            world.longCall("source", (source, a, b) -> added(source)),
          };
      Arrays.setAll(completions, i -> world.completion());
      memory = new OneSidedTraffic(world, () -> received++);
    }

    private boolean allCame() {
      return received >= expected;
    }

    private void add(long value) {
      sum += value;
      received++;
    }

    private long added(long value) {
      add(value);
      return value;
    }

    /// Asks with the completion whose turn it is, once that has its last answer.
    private void call(int target, int i) {
      Completion completion = completions[turn++ & 15];
      completion.await();
      calls[i % 3].call(target, i, 2, completion);
      sum += completion.isDone() ? completion.value() : 0;
    }

    private void reply(int source, long value) {
      received++;
      rsr1.send(source, value);
      bytes.send(source, small);
    }

    private void keep(int source, Frame payload) {
      int count = (int) Math.min(payload.size(), keep.length);
      payload.copyTo(0, keep, 0, count);
      add(payload.getLong(0) + payload.getInt(8));
    }

    /// One of each kind to each of the others, many times, until all have come from them too.
    private void batch() {
      for (int i = 0; i < messages; i++) {
        for (int shift = 1; shift < world.size(); shift++) {
          int target = (world.rank() + shift) % world.size();
          rsr0.send(target);
          rsr1.send(target, i);
          rsr2.send(target, i, 2);
          rsr3.send(target, i, 2, 3);
          rsr4.send(target, i, 2, 3, 4);
          answer.send(target, i);
          bytes.send(target, small);
          bytes.send(target, small, 5, 7);
          kept.send(target, longs);
          kept.send(target, ints, 1, 90);
          bytes.send(target, heap);
          kept.send(target, column);
          bytes.send(target, block);
          bytes.sendBuffered(target, small);
          rsr2.sendBuffered(target, i, 2);
          call(target, i);
          memory.move(target, i);
          if (i % 16 == 0) {
            kept.send(target, doubles);
            kept.send(target, large);
            if (movesLong) {
              memory.moveLong(target);
            }
            kept.send(target, manyRows);
            kept.sendBuffered(target, manyRows);
            bytes.sendSync(target, small);
            rsr4.sendSync(target, i, 1, 1, 1);
            sum += calls[i / 16 % 3].callSync(target, i, 3);
          }
          if (!rsr1.trySend(target, i)) {
            rsr1.send(target, i);
          }
          // As many come from there: 17, and 2 answers; and those behind bytes.
          expected += i % 16 == 0 ? movesLong ? 27 : 26 : 19;
          expected += OneSidedTraffic.ARRIVE + OneSidedTraffic.RETURN;
        }
        world.poll();
      }
      world.pollUntil(allCame);
    }

    /// Runs batches until they allocate nothing on any rank's thread, and tells of it.
    String measure(String transport) {
      long sleeps = world.counters().sleeps();
      String found = steady.reach(transport, batch);
      sleeps = world.counters().sleeps() - sleeps;
      world.quiesce();
      assertEquals(expected, received);
      assertTrue(sum + memory.sum() != 0);
      return found + "; " + sleeps + " sleeps";
    }
  }
}
