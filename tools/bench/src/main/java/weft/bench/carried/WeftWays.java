// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import weft.GlobalPointer;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.World;
import weft.bench.carried.MeasuredOperation.Kind;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Send;
import weft.bench.pair.SliceWork;
import weft.bench.pair.WaitLoop;
import weft.bench.pair.Way;

/// Weft's operations between two ranks. Each is flushed, as by a rank that waits for an answer.
final class WeftWays {
  /// The largest transfer.
  static final int LARGEST = 16 << 20;

  private final Map<Integer, SliceWork> works = new HashMap<>();
  private final World world;
  private final BenchBoard board;
  private final int peer;
  private final Rsr0 rsr0;
  private final Rsr1 rsr1;
  private final Rsr2 rsr2;
  private final Rsr3 rsr3;
  private final Rsr4 rsr4;
  private final RsrN rsrN;
  private final Rsr1 counted;
  private final Rsr0 end;
  private final WaitLoop waits;
  private long sum;
  private int ran;
  private int ended;

  /// Registers handlers.
  WeftWays(World world, BenchBoard board) {
    this.world = world;
    this.board = board;
    this.peer = world.rank() ^ 1;
    this.rsr0 = world.rsr0("rsr0", source -> take(0));
    this.rsr1 = world.rsr1("rsr1", (source, a) -> take(a));
    this.rsr2 = world.rsr2("rsr2", (source, a, b) -> take(a + b));
    this.rsr3 = world.rsr3("rsr3", (source, a, b, c) -> take(a + b + c));
    this.rsr4 = world.rsr4("rsr4", (source, a, b, c, d) -> take(a + b + c + d));
    this.counted = world.rsr1("counted", (source, a) -> sum += a);
    this.end = world.rsr0("end", source -> ended++);
    this.waits = new WaitLoop(board, world, peer, 1);
    this.rsrN = world.rsrN("rsrN", (source, frame) -> take(frame.getLong(0)));
  }

  private void take(long value) {
    sum += value;
    ran++;
  }

  /// Polls, and returns the number of handlers of this class that ran. A put also runs an internal
  /// one.
  private int poll() {
    world.poll();
    int now = ran;
    ran = 0;
    return now;
  }

  /// Allocates the areas of the transfers. Collective.
  void allocate() {
    GlobalPointer there = world.heap().mallocAll(LARGEST).at(peer);
    MemorySegment here = world.heap().allocate(LARGEST);
    put(Kind.RSR0, (size, i) -> rsr0.send(peer));
    put(Kind.RSR1, (size, i) -> rsr1.send(peer, i));
    put(Kind.RSR2, (size, i) -> rsr2.send(peer, i, i));
    put(Kind.RSR3, (size, i) -> rsr3.send(peer, i, i, i));
    put(Kind.RSR4, (size, i) -> rsr4.send(peer, i, i, i, i));
    put(Kind.RSRN, (size, i) -> rsrN.send(peer, here, 0, size));
    put(Kind.PUT_OP, (size, i) -> world.memory().put(here, 0, there, 0, size, rsr1.op(i)));
    others(here, there);
  }

  /// Adds the commands that are not operations of the tables.
  private void others(MemorySegment here, GlobalPointer there) {
    works.put(
        Command.STREAM.number(),
        new OneWayLoop(
            board,
            (size, i) -> {
              counted.send(peer, i);
              if (i % size == 0) {
                world.flush();
              }
            },
            this::pollEnd,
            this::end));
    works.put(
        Command.PUTS.number(),
        new OneWayLoop(
            board,
            (size, i) -> world.memory().put(here, 0, there, 0, size),
            this::pollEnd,
            () -> {
              world.memory().fence(peer);
              end();
            }));
    works.put(Command.WAIT.number(), waits.waiting());
    works.put(Command.WAKE.number(), waits.waking());
  }

  private void end() {
    end.send(peer);
    world.flush();
  }

  private int pollEnd() {
    world.poll();
    int now = ended;
    ended = 0;
    return now;
  }

  private void put(Kind kind, Send send) {
    var way =
        new Way(
            (size, i) -> {
              send.send(size, i);
              world.flush();
            },
            this::poll);
    works.put(kind.trip(), way.trip());
    works.put(kind.call(), way.calls(board));
    works.put(kind.rate(), new Way(send, this::poll).rate(board));
  }

  /// The work of a command.
  SliceWork work(int number) {
    SliceWork work = works.get(number);
    if (work == null) {
      throw new IllegalStateException("this pair has no command " + number);
    }
    return work;
  }
}
