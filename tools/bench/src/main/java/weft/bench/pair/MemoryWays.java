// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Map;
import weft.Completion;
import weft.GlobalPointer;
import weft.Heap;
import weft.LongCall;
import weft.Memory;
import weft.Rsr1;
import weft.RsrObject;
import weft.World;
import weft.codec.Codecs;

/// One-sided operations between two ranks, and the plain copies and stores for comparison.
public final class MemoryWays {
  /// The strided block: rows, bytes of a row, and bytes from row to row.
  public static final int ROWS = 1000;

  public static final int ROW = 8 * 1000;

  private static final int STRIDE = 8 * 4000;

  /// The bytes of the areas of the transfers.
  private static final int AREA = MemoryPair.LARGEST;

  private static final long PAGE = 4096;
  private static final long FIRST = BenchBoard.BYTES;
  private static final long SECOND = FIRST + AREA;

  private final Map<MemoryKind, SliceWork> works = new EnumMap<>(MemoryKind.class);
  private final World world;
  private final BenchBoard board;
  private final int peer;
  private final long seed;
  private final Rsr1 op;
  private final LongCall call;
  private final RsrObject<Particle> object;
  private long sum;

  /// The object that is sent.
  record Particle(long number, double x, double y) {}

  /// Registers handlers.
  MemoryWays(World world, BenchBoard board, long seed) {
    this.world = world;
    this.board = board;
    this.peer = world.rank() ^ 1;
    this.seed = seed;
    this.op = world.rsr1("op", (source, a) -> sum += a);
    this.call = world.longCall("call", (source, a, b) -> a + b);
    this.object =
        world.rsrObject(
            "object",
            Codecs.record(MethodHandles.lookup(), Particle.class),
            (source, particle) -> sum += particle.number());
  }

  SliceWork work(MemoryKind kind) {
    SliceWork work = works.get(kind);
    if (work == null) {
      throw new IllegalStateException("this pair does not measure " + kind);
    }
    return work;
  }

  /// Allocates the areas of the transfers, unless the heap is too small: such a heap is for
  /// [Churn]. Collective.
  void allocate() {
    works.put(MemoryKind.CHURN, alone(new Churn(world, seed)));
    Heap heap = world.heap();
    if (heap.largestFree() < 2 * (AREA + PAGE)) {
      return;
    }
    // Both begin at a page, as do the areas of the plain copies. A copy whose target is 64 bytes
    // further within its page than its source takes twice as long.
    GlobalPointer all = heap.mallocAll(AREA + PAGE);
    GlobalPointer there = all.plus(-all.offset() & PAGE - 1).at(peer);
    MemorySegment block = heap.allocate(AREA + PAGE);
    MemorySegment here = block.asSlice(-heap.pointerTo(block).offset() & PAGE - 1, AREA);
    moves(world.memory(), here, there);
    plain(board.memory());
    answered(heap);
    words(world.memory(), there);
  }

  private void moves(Memory memory, MemorySegment here, GlobalPointer there) {
    var array = new byte[AREA];
    put(MemoryKind.PUT, (size, i) -> memory.put(here, 0, there, 0, size));
    put(
        MemoryKind.PUT_DONE,
        (size, i) -> {
          memory.put(here, 0, there, 0, size);
          memory.fence(peer);
        });
    put(MemoryKind.GET, (size, i) -> memory.get(there, 0, here, 0, size));
    put(MemoryKind.PUT_ARRAY, (size, i) -> memory.put(array, 0, there, 0, size));
    put(MemoryKind.GET_ARRAY, (size, i) -> memory.get(there, 0, array, 0, size));
    put(
        MemoryKind.STRIDED,
        (size, i) -> memory.strided().putRows(here, 0, STRIDE, there, 0, STRIDE, ROW, ROWS));
    put(
        MemoryKind.GET_OP,
        (size, i) -> {
          memory.get(there, 0, here, 0, size, op.op(i));
          world.poll();
        });
    var putOp = new Way((size, i) -> memory.put(here, 0, there, 0, size, op.op(i)), world::poll);
    works.put(MemoryKind.PUT_OP_TRIP, putOp.trip());
    works.put(MemoryKind.PUT_OP_COST, putOp.cost(board));
  }

  /// Adds the plain copies in the file that the pair shares, which is memory of the same kind as
  /// the heaps.
  private void plain(MemorySegment memory) {
    Send copy = (size, i) -> MemorySegment.copy(memory, FIRST, memory, SECOND, size);
    put(MemoryKind.COPY, copy);
    works.put(MemoryKind.COPY_COST, new Way(copy, () -> 1).cost(board));
    put(
        MemoryKind.STORES,
        (size, i) -> {
          for (long done = 0; done < size; done += 8) {
            memory.set(JAVA_LONG, SECOND + done, i);
          }
        });
    put(
        MemoryKind.LOADS,
        (size, i) -> {
          for (long done = 0; done < size; done += 8) {
            sum += memory.get(JAVA_LONG, SECOND + done);
          }
        });
  }

  private void words(Memory memory, GlobalPointer there) {
    Completion done = world.completion();
    put(MemoryKind.PUT_LONG, (size, i) -> memory.putLong(there, 0, i));
    put(MemoryKind.GET_LONG, (size, i) -> sum += memory.getLongSync(there, 0));
    put(MemoryKind.FETCH_ADD, (size, i) -> sum += memory.atomics().fetchAddSync(there, 0, i));
    put(
        MemoryKind.FETCH_ADD_DONE,
        (size, i) -> {
          memory.atomics().fetchAdd(there, 0, i, done);
          done.await();
        });
    put(
        MemoryKind.COMPARE_AND_SWAP,
        (size, i) -> sum += memory.atomics().compareAndSwapSync(there, 0, i, i));
    put(
        MemoryKind.FETCH_ADD_DOUBLE,
        (size, i) -> sum += (long) memory.atomics().fetchAddSync(there, 8, 1.0));
  }

  private void answered(Heap heap) {
    serve(MemoryKind.CALL, (size, i) -> sum += call.callSync(peer, i, 1));
    serve(MemoryKind.MALLOC, (size, i) -> heap.free(heap.mallocSync(peer, 64)));
    var particle = new Particle(1, 2, 3);
    var objects = new Way((size, i) -> object.send(peer, particle), world::poll);
    works.put(MemoryKind.OBJECT_TRIP, objects.trip());
  }

  private void put(MemoryKind kind, Send operation) {
    works.put(kind, alone(operation));
  }

  private void serve(MemoryKind kind, Send operation) {
    var poll = (java.util.function.IntSupplier) world::poll;
    works.put(kind, Fresh.copy(ServeLoop.class, SliceWork.class, board, operation, poll));
  }

  private SliceWork alone(Send operation) {
    return Fresh.copy(AloneLoop.class, SliceWork.class, board, operation);
  }
}
