// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import weft.Weft;
import weft.World;

/// The program that ranks run: ranks 0 and 1 measure what the driver tells them to, slice after
/// slice, the others sleep.
public final class Pair {
  private static final long RING = 1 << 18;
  private static final long BARE_AT = Board.BYTES;
  private static final long BARE_NEXT = 1 << 19;
  private static final long RINGS_AT = BARE_AT + 2 * BARE_NEXT;

  /// The bytes of the file that a pair shares with its driver.
  static final long BYTES = RINGS_AT + BenchRings.bytes(2, RING);

  private final Map<Kind, Work> works = new EnumMap<>(Kind.class);
  private final World world;
  private final Board board;

  private Pair(World world, Board board) {
    this.world = world;
    this.board = board;
  }

  /// Arguments: the shared file, the number of handlers, the seed.
  public static void main(String[] args) {
    Weft.launch(args, Pair::body);
  }

  private static void body(World world) {
    List<String> args = world.args();
    Board board = Board.map(Path.of(args.get(0)));
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
      // Speaks once, so that both have its ring, and falls silent.
      hello.send(0);
      hello.send(1);
      board.join();
      world.pollUntil(() -> over[0]);
      return;
    }
    world.pollUntil(() -> heard[0] == world.size() - 2);
    var pair = new Pair(world, board);
    pair.prepare(rsr, until, waits);
    board.join();
    new Slices(board, world.rank(), kind -> pair.works.get(Kind.values()[kind])).obey();
    for (int rank = 2; rank < world.size() && world.rank() == 0; rank++) {
      end.send(rank);
    }
  }

  private void prepare(RsrWays rsr, UntilLoop until, WaitLoop waits) {
    int rank = world.rank();
    MemorySegment memory = board.memory();
    long out = BARE_AT + rank * BARE_NEXT;
    long in = BARE_AT + (1 - rank) * BARE_NEXT;
    var bare =
        new BareWays(
            new BareRing.Writer(memory, out, RING),
            new BareRing.Reader(memory, in, RING),
            memory,
            out + BareRing.bytes(RING));
    RingWays ring = RingWays.over(new BenchRings(memory.asSlice(RINGS_AT), 2, RING), rank);
    put(Kind.BARE_TRIP, Kind.BARE_RATE, bare.plain());
    put(Kind.LOOK_TRIP, Kind.LOOK_RATE, bare.looking());
    put(Kind.FENCE_TRIP, Kind.FENCE_RATE, bare.fencing());
    put(Kind.RING_TRIP, Kind.RING_RATE, ring.words(1));
    for (int words = 0; words <= 4; words++) {
      Way way = rsr.words(words);
      put(Kind.of("RSR", words, "_TRIP"), Kind.of("RSR", words, "_RATE"), way);
      works.put(Kind.of("RSR", words, "_COST"), way.cost(board));
      works.put(Kind.of("RING", words, "_COST"), ring.words(words).cost(board));
    }
    put(Kind.RSRN_TRIP, Kind.RSRN_RATE, rsr.payload());
    put(Kind.SPREAD_TRIP, Kind.SPREAD_RATE, rsr.spread());
    works.put(Kind.UNTIL_TRIP, until);
    works.put(Kind.SAMPLE, new Sampler(board, rsr.words(1).rate(board)));
    works.put(Kind.LINE, alone((size, i) -> {}));
    works.put(Kind.COPY, alone(Alone.copying()));
    works.put(Kind.POLL, alone((size, i) -> world.poll()));
    IntSupplier poll = ring.poll();
    works.put(Kind.INBOX_POLL, alone((size, i) -> poll.getAsInt()));
    works.put(Kind.WAIT, waits.waiting());
    works.put(Kind.WAKE, waits.waking());
  }

  private void put(Kind trip, Kind rate, Way way) {
    works.put(trip, way.trip());
    works.put(rate, way.rate(board));
  }

  private Work alone(Send operation) {
    return Fresh.copy(Alone.class, Work.class, board, operation);
  }
}
