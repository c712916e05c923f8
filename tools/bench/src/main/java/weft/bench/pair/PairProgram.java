// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import weft.Weft;
import weft.World;
import weft.bench.BareRing;

/// The program of the ranks: ranks 0 and 1 execute the driver's slices, and the others sleep.
public final class PairProgram {
  private static final long RING = 1 << 18;
  private static final long BARE_AT = BenchBoard.BYTES;
  private static final long BARE_NEXT = 1 << 19;
  private static final long RINGS_AT = BARE_AT + 2 * BARE_NEXT;

  /// The bytes of the file that a pair shares with its driver.
  static final long BYTES = RINGS_AT + BenchRings.bytes(2, RING);

  private final Map<PairKind, SliceWork> works = new EnumMap<>(PairKind.class);
  private final World world;
  private final BenchBoard board;

  private PairProgram(World world, BenchBoard board) {
    this.world = world;
    this.board = board;
  }

  /// Runs the program. Arguments: the shared file, the number of handlers, the seed.
  public static void main(String[] args) {
    Weft.launch(args, PairProgram::body);
  }

  private static void body(World world) {
    List<String> args = world.args();
    BenchBoard board = BenchBoard.map(Path.of(args.get(0)));
    int peer = world.rank() ^ 1;
    long seed = Long.parseLong(args.get(2));
    var rsr = new RsrWays(world, Integer.parseInt(args.get(1)), seed);
    var until = new UntilLoop(world, peer);
    var waits = new WaitLoop(board, world, peer, seed);
    var heard = new int[1];
    var over = new boolean[1];
    var hello = world.rsr0("hello", source -> heard[0]++);
    var end = world.rsr0("end", source -> over[0] = true);
    world.start();
    if (world.rank() > 1) {
      // Sends once, so that both ranks have its ring, and then is silent.
      hello.send(0);
      hello.send(1);
      board.join();
      world.pollUntil(() -> over[0]);
      return;
    }
    world.pollUntil(() -> heard[0] == world.size() - 2);
    var pair = new PairProgram(world, board);
    pair.prepare(rsr, until, waits);
    board.join();
    new SliceLoop(board, world.rank(), kind -> pair.works.get(PairKind.values()[kind])).obey();
    for (int rank = 2; rank < world.size() && world.rank() == 0; rank++) {
      end.send(rank);
    }
  }

  private void prepare(RsrWays rsr, UntilLoop until, WaitLoop waits) {
    int rank = world.rank();
    MemorySegment memory = board.memory();
    long out = BARE_AT + rank * BARE_NEXT;
    long in = BARE_AT + (1 - rank) * BARE_NEXT;
    var reader = new BareRing.Reader(memory, in, RING);
    put(
        PairKind.BARE_TRIP,
        PairKind.BARE_RATE,
        BareRing.way(new BareRing.Writer(memory, out, RING), reader));
    Way ring = RingWays.over(new BenchRings(memory.asSlice(RINGS_AT), 2, RING), rank).word();
    put(PairKind.RING_TRIP, PairKind.RING_RATE, ring);
    works.put(PairKind.RING_COST, ring.cost(board));
    for (int words = 0; words <= 4; words++) {
      put(PairKind.of("RSR", words, "_TRIP"), PairKind.of("RSR", words, "_RATE"), rsr.words(words));
    }
    put(PairKind.RSRN_TRIP, PairKind.RSRN_RATE, rsr.payload());
    put(PairKind.ROWS_TRIP, PairKind.ROWS_RATE, rsr.rows());
    put(PairKind.PACKED_TRIP, PairKind.PACKED_RATE, rsr.packed());
    put(PairKind.SPREAD_TRIP, PairKind.SPREAD_RATE, rsr.spread());
    works.put(PairKind.UNTIL_TRIP, until);
    works.put(PairKind.LINE, alone((size, i) -> {}));
    works.put(PairKind.COPY, alone(AloneLoop.copying()));
    works.put(PairKind.POLL, alone((size, i) -> world.poll()));
    works.put(PairKind.WAIT, waits.waiting());
    works.put(PairKind.WAKE, waits.waking());
  }

  private void put(PairKind trip, PairKind rate, Way way) {
    works.put(trip, way.trip());
    works.put(rate, way.rate(board));
  }

  private SliceWork alone(Send operation) {
    return Fresh.copy(AloneLoop.class, SliceWork.class, board, operation);
  }
}
