// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import weft.GlobalPointer;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;

/// The program of two ranks that measure one-sided memory.
///
/// Before they begin, a job of threads in the same JVM does the same with segments and arrays of
/// all kinds. The JIT compiler then has seen several transports and kinds of memory, as in a
/// program that uses them.
public final class MemoryPair {
  /// The largest transfer.
  public static final int LARGEST = 64 << 20;

  /// The bytes of the file that a pair shares with its driver: the board, then two areas.
  public static final long BYTES = BenchBoard.BYTES + 2L * LARGEST;

  private static final int MIXED_TURNS = 20_000;

  private MemoryPair() {}

  /// Runs the program. The first argument is the shared file; others are ignored.
  public static void main(String[] args) {
    Weft.launch(args, MemoryPair::body);
  }

  private static void body(World world) {
    BenchBoard board = BenchBoard.map(Path.of(world.args().get(0)));
    var ways = new MemoryWays(world, board, Long.parseLong(world.args().get(2)));
    world.start();
    ways.allocate();
    // This follows the start, so that this process's own memory stays declared as the most used
    // (Words).
    mix();
    world.quiesce();
    board.join();
    new SliceLoop(board, world.rank(), kind -> ways.work(MemoryKind.values()[kind])).obey();
  }

  /// Uses another transport and other kinds of memory.
  private static void mix() {
    try (Job job = Weft.open(WeftConfig.ofRanks(1))) {
      job.run(MemoryPair::mixed);
    }
  }

  private static void mixed(World world) {
    var ran = new long[1];
    var op = world.rsr1("op", (source, a) -> ran[0] += a);
    world.start();
    GlobalPointer there = world.heap().mallocAll(4096);
    List<MemorySegment> kinds =
        List.of(
            world.heap().allocate(4096),
            Arena.global().allocate(4096, 64),
            Arena.ofAuto().allocate(4096, 64),
            MemorySegment.ofArray(new long[512]),
            MemorySegment.ofArray(new byte[4096]),
            MemorySegment.ofArray(new double[512]));
    var memory = world.memory();
    var bytes = new byte[4096];
    var longs = new long[512];
    for (int i = 0; i < MIXED_TURNS; i++) {
      MemorySegment local = kinds.get(i % kinds.size());
      memory.put(local, 0, there, 0, 8 << i % 8);
      memory.get(there, 0, local, 0, 8 << i % 8);
      memory.put(bytes, 0, there, 0, 64);
      memory.get(there, 0, longs, 0, 8);
      memory.put(local, 0, there, 64, 64, op.op(1));
      memory.get(there, 64, local, 0, 64, op.op(1));
      memory.atomics().fetchAddSync(there, 8, 1);
      world.poll();
    }
    world.quiesce();
  }
}
