// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
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
    var rsr = new RsrWork(board, world, Integer.parseInt(args.get(1)), Long.parseLong(args.get(2)));
    var over = new boolean[1];
    var end = world.rsr0("end", source -> over[0] = true);
    world.start();
    if (world.rank() > 1) {
      board.join();
      world.pollUntil(() -> over[0]);
      return;
    }
    var pair = new Pair(world, board);
    pair.prepare(rsr);
    board.join();
    pair.obey();
    for (int rank = 2; rank < world.size() && world.rank() == 0; rank++) {
      end.send(rank);
    }
  }

  private void prepare(RsrWork rsr) {
    int rank = world.rank();
    MemorySegment memory = board.memory();
    var out = new BareRing.Writer(memory, BARE_AT + rank * BARE_NEXT, RING);
    var in = new BareRing.Reader(memory, BARE_AT + (1 - rank) * BARE_NEXT, RING);
    var bare = new BareWork(board, out, in);
    var ring = new RingWork(board, new BenchRings(memory.asSlice(RINGS_AT), 2, RING), rank);
    works.put(Kind.LINE, alone((size, i) -> {}));
    works.put(Kind.BARE_TRIP, bare.trip());
    works.put(Kind.BARE_RATE, bare.rate());
    works.put(Kind.RING_TRIP, ring.trip());
    works.put(Kind.RING_RATE, ring.rate());
    for (int words = 0; words <= 4; words++) {
      works.put(Kind.valueOf("RSR" + words + "_TRIP"), rsr.trip(rsr.words(words)));
      works.put(Kind.valueOf("RSR" + words + "_RATE"), rsr.rate(rsr.words(words)));
    }
    works.put(Kind.RSRN_TRIP, rsr.trip(rsr.payload()));
    works.put(Kind.RSRN_RATE, rsr.rate(rsr.payload()));
    works.put(Kind.SPREAD_TRIP, rsr.trip(rsr.spread()));
    works.put(Kind.SPREAD_RATE, rsr.rate(rsr.spread()));
    if (rsr.until() != null) {
      works.put(Kind.UNTIL_TRIP, rsr.until());
    }
    works.put(Kind.COPY, alone(Alone.copying()));
    works.put(Kind.POLL, alone((size, i) -> world.poll()));
    works.put(Kind.INBOX_POLL, alone((size, i) -> ring.poll()));
  }

  private Work alone(Send operation) {
    return Fresh.copy(Alone.class, Work.class, board, operation);
  }

  private void obey() {
    for (long number = 1; ; number++) {
      board.awaitCommand(number);
      if (board.kind() == Board.STOP) {
        return;
      }
      Work work = works.get(Kind.values()[board.kind()]);
      int size = (int) board.size();
      long count = board.count();
      if (world.rank() == 0) {
        lead(number, work, size, count);
      } else {
        follow(number, work, size, count);
      }
    }
  }

  private void lead(long number, Work work, int size, long count) {
    long switches = switches();
    board.clear();
    board.awaitReady(number);
    long before = board.lineLead();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long nanos = work.lead(size, count);
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    long after = board.lineLead();
    board.awaitDone(number);
    board.report(number, nanos, before, after, allocated, switches() - switches);
  }

  private void follow(long number, Work work, int size, long count) {
    long switches = switches();
    board.ready(number);
    board.lineFollow();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    work.follow(size, count);
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    board.lineFollow();
    board.done(number, allocated, switches() - switches, 0);
  }

  /// How often this thread has been taken off its processor.
  private static long switches() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
        if (line.startsWith("nonvoluntary_ctxt_switches:")) {
          return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
