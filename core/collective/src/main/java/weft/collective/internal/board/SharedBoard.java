// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.board;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.Core;
import weft.collective.internal.engine.GroupCall;
import weft.collective.internal.engine.Slot;
import weft.collective.internal.reduction.Combiner;
import weft.collective.schedule.BoardRules;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Shape;
import weft.layer.Layer;
import weft.layer.LayerCounts;
import weft.layer.LayerWaiting;
import weft.layer.ProgramCalls;
import weft.memory.Words;
import weft.memory.span.Span;
import weft.transport.Waits;
import weft.transport.YieldPolicy;

/// Small operations between ranks that share memory. Each rank publishes its contribution in a line
/// that all can read, and reads the lines of the others. No message is sent; sleeping ranks are
/// woken.
///
/// ```
/// rank r   done      mark of the last operation that this rank has completed   128 bytes
///          line 0    mark | what the operation is | bytes ...                   256 bytes
///          ...
///          line 15
/// ```
///
/// A line is reused 16 operations later, and a rank is at most 15 operations ahead of any other. So
/// every rank has completed the operation before, and a rank still knows its own calls when it
/// finds that another has called something else.
///
/// Not every rank reads the lines of all others: two ranks that both act as the root read none. A
/// mark is the number of an operation and a hash of all calls up to it ([History]). A reader of a
/// line, or of another rank's progress, sees in the same cache line whether the two ranks have made
/// the same calls so far. A line is reused only after one of the two has compared it.
public final class SharedBoard {
  private static final int HEAD = BoardRules.HEAD;
  private static final int LINE = HEAD + BoardRules.MOST_BYTES;
  private static final int LINES = History.LENGTH;
  private static final int AHEAD = LINES - 1;
  private static final int DONE = 128;
  private static final int RANK = DONE + LINES * LINE;

  /// The number of reads without a pause, which take as long as a cache line takes to cross.
  private static final int FEW_LOOKS = 100;

  /// The number of reads with a pause for each poll of a wait. The line is usually there within
  /// them, and a pause takes some ten times as long as a poll.
  private static final int POLLS_PER_PAUSE = 8;

  /// The number of yields before a rank lets handlers run, if it shares its processor. Usually that
  /// is enough, and running handlers each time took a tenth of a barrier.
  private static final int YIELDS = 2;

  /// The number of operations after which this rank reads the progress of the others, before it
  /// must.
  private static final int LOOK_FOR_ROOM = 8;

  /// The number of operations after which ranks that wait for room are woken.
  private static final int TELL = 4;

  private final LayerWaiting waiting;
  private final LayerCounts counts;
  private final ProgramCalls program;
  private final Core core;
  private final Context context;
  private final MemorySegment memory;
  private final long base;
  private final int rank;
  private final int size;
  private final Waits waits;
  private final YieldPolicy policy;
  private final Span line = new Span();
  private final History history = new History();
  private long count;
  private long doneByAll;

  /// The member known to be furthest behind.
  private int furthestBehind;

  /// A member seen to have called something else, or −1.
  private int suspect = -1;

  /// The operation that waits for room.
  private @Nullable Slot held;

  private long awaitedAt;
  private long awaited;
  private final BooleanSupplier isThere = this::isThere;
  private final BooleanSupplier hasRoom = this::hasRoom;

  /// Creates the board of a group at `base` in `memory`: [#bytes] bytes, zeroed before the first
  /// use.
  public SharedBoard(Layer layer, Core core, Context context, MemorySegment memory, long base) {
    this.waiting = layer.waiting();
    this.counts = layer.counts();
    this.program = layer.program();
    this.core = core;
    this.context = context;
    this.memory = memory;
    this.base = base;
    this.rank = context.rank();
    this.size = context.size();
    this.waits = waiting.waits();
    this.policy = waiting.yieldPolicy();
  }

  /// The offset in its memory.
  public long offset() {
    return base;
  }

  /// The bytes of a board of `ranks` ranks.
  public static long bytes(int ranks) {
    return (long) ranks * RANK;
  }

  private long line(int rank, long operation) {
    return base + (long) rank * RANK + DONE + (operation & (LINES - 1)) * LINE;
  }

  private long done(int rank) {
    return base + (long) rank * RANK;
  }

  /// Runs `call`, which fits the board, for the call `name`.
  public void run(GroupCall call, String name) {
    long operation = ++count;
    Shape shape = call.shape;
    Collective collective = shape.collective();
    // Publishes first, because others wait for the line. The rest is done while their lines are on
    // their way.
    boolean hasRoom = operation - doneByAll <= AHEAD;
    if (hasRoom) {
      publish(call, shape, collective, operation);
    }
    Slot slot = core.calls().pass(context, call);
    if (!hasRoom) {
      awaitRoom(slot, operation, name);
      publish(call, shape, collective, operation);
    }
    history.sequence(slot.sequence());
    long mark = history.mark(operation);
    counts.move();
    if (operation % LOOK_FOR_ROOM == 0) {
      lookForRoom();
      checkSuspect();
    }
    boolean first = true;
    for (int peer = 0; peer < size; peer++) {
      if (BoardRules.reads(shape, rank, peer)) {
        long at = line(peer, operation);
        if (peer != rank && !look(at, operation)) {
          awaitedAt = at;
          awaited = operation;
          slot.waitsFor(peer);
          waiting.await(name, isThere);
          slot.waitsFor(-1);
        }
        check(slot, call, peer, Words.get(memory, at + 8));
        if (Words.get(memory, at) != mark) {
          saySince(peer, operation);
        }
        read(call, shape, collective, peer, at + HEAD, first);
        first = false;
      }
    }
    Words.setRelease(memory, done(rank), mark);
    if (operation % TELL == 0) {
      wakeOthers();
    }
    core.passed(slot);
  }

  /// Publishes, in place of the next operation, that the rank's body has returned. This compares
  /// with all members, because no later operation will. Of two ranks that end at the same time, at
  /// least one sees the other's line.
  public void bodyReturned() {
    long next = count + 1;
    compareWithAll();
    lookForRoom();
    if (doneByAll >= next - LINES) {
      long at = line(rank, next);
      long agreement = History.agreement(context.ending(), 0);
      Words.set(memory, at + 8, agreement);
      // Release: partner of the acquire in `look` and `isThere`.
      Words.setRelease(memory, at, history.add(next, agreement));
      wakeOthers();
    }
  }

  /// Compares the calls of this rank, which makes no more, with those that the lines of all members
  /// show, and writes nothing. A rank that leaves the group calls this while the board is there:
  /// its memory is reused when all have left, which this rank may hear late.
  public void compareWithAll() {
    VarHandle.fullFence();
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        compare(peer, count + 1);
      }
    }
  }

  // The steps by operation.

  private void publish(GroupCall call, Shape shape, Collective collective, long operation) {
    long at = line(rank, operation);
    Words.set(memory, at, 0);
    // A rank that compares earlier operations sees that this one is no longer there.
    VarHandle.storeStoreFence();
    if (BoardRules.publishesBytes(shape, rank)) {
      Span from = collective == Collective.BROADCAST ? call.out : call.in;
      from.copyTo(0, memory, at + HEAD, BoardRules.published(shape));
    }
    long agreement = History.agreement(call.signature, call.agreed);
    Words.set(memory, at + 8, agreement);
    // Release: partner of the acquire in `look` and `isThere`.
    Words.setRelease(memory, at, history.add(operation, agreement));
    wakeOthers();
    if (!policy.sharesProcessor()) {
      own(operation + 1);
      // The others write their lines now. An early read would take the line away before their
      // store, and both would wait for it twice. The processor itself would speculate that far
      // ahead.
      waits.spin();
    }
  }

  /// Fetches the line of `operation`, which others have read, for writing, while this rank waits.
  /// The next publication is then visible at once. A store of the current value does this. A load
  /// would first fetch the line for reading.
  private void own(long operation) {
    Words.set(memory, line(rank, operation) + 8, history.agreement(operation));
  }

  private void check(Slot slot, GroupCall call, int peer, long theirs) {
    long mine = History.agreement(call.signature, call.agreed);
    if (!History.agree(theirs, mine)) {
      say(slot.sequence(), peer, theirs, mine);
    }
  }

  private void say(int sequence, int peer, long theirs, long mine) {
    core.disagreements()
        .say(
            context,
            sequence,
            peer,
            History.signature(theirs),
            History.agreed(theirs),
            History.signature(mine),
            History.agreed(mine));
  }

  /// Reports a member that agrees on `operation` but called something else earlier.
  private void saySince(int peer, long operation) {
    if (!compare(peer, operation)) {
      // The member has reused its lines; it finds the same disagreement and knows more.
      core.disagreements().sayEarlier(context, history.sequence(operation - 1), peer);
    }
  }

  /// Compares the earlier operations that a member's lines still show with this rank's. Reports a
  /// difference and returns whether there is one.
  private boolean compare(int peer, long operation) {
    boolean differs = false;
    for (long before = Math.max(1, operation - LINES + 1); before < operation; before++) {
      long there = line(peer, before);
      long mark = Words.getAcquire(memory, there);
      if (History.number(mark) != before) {
        continue;
      }
      long theirs = Words.get(memory, there + 8);
      VarHandle.loadLoadFence();
      boolean isWhole = Words.get(memory, there) == mark;
      long mine = history.agreement(before);
      if (isWhole && !History.agree(theirs, mine)) {
        say(history.sequence(before), peer, theirs, mine);
        differs = true;
      }
    }
    return differs;
  }

  private void read(
      GroupCall call, Shape shape, Collective collective, int peer, long at, boolean first) {
    long bytes = shape.bytes();
    if (bytes == 0 || collective == Collective.BARRIER) {
      return;
    }
    long from =
        switch (collective) {
          case SCATTER, ALLTOALL, REDUCE_SCATTER -> bytes * rank;
          default -> 0;
        };
    long to =
        switch (collective) {
          case GATHER, ALLGATHER, ALLTOALL -> Region.offset(shape.outBlock(peer));
          default -> 0;
        };
    if (first || !collective.combines()) {
      call.out.copyFrom(to, memory, at + from, bytes);
      return;
    }
    Combiner combiner = call.combiner;
    if (combiner != null) {
      line.set(memory, at + from, bytes);
      combine(combiner, call, to, bytes);
    }
  }

  private void combine(Combiner combiner, GroupCall call, long to, long bytes) {
    if (!combiner.isOfProgram()) {
      combiner.combine(call.out, to, line, 0, bytes, false);
      return;
    }
    long outer = program.enterPure(combiner.part());
    try {
      combiner.combine(call.out, to, line, 0, bytes, false);
    } catch (Throwable thrown) {
      throw program.failed(outer, thrown);
    }
    program.leave(outer);
  }

  // Waiting.

  private boolean look(long at, long operation) {
    int polls = policy.polls();
    int few = Math.min(polls, FEW_LOOKS);
    int looks = few + polls / POLLS_PER_PAUSE;
    for (int i = 0; History.number(Words.getAcquire(memory, at)) != operation; i++) {
      if (i >= looks) {
        return policy.sharesProcessor() && yieldFor(at, operation);
      }
      if (i > few) {
        waits.spin();
      }
    }
    return true;
  }

  /// Yields to the member whose line is missing. Returns whether the line is there.
  private boolean yieldFor(long at, long operation) {
    for (int i = 0; i < YIELDS; i++) {
      policy.yieldProcessor();
      if (History.number(Words.getAcquire(memory, at)) == operation) {
        policy.arrived();
        return true;
      }
      if (!policy.foundNothing()) {
        return false;
      }
    }
    return false;
  }

  private boolean isThere() {
    return History.number(Words.getAcquire(memory, awaitedAt)) == awaited;
  }

  private void awaitRoom(Slot slot, long operation, String name) {
    awaited = operation - AHEAD;
    held = slot;
    if (!hasRoom()) {
      waiting.await(name, hasRoom);
    }
    held = null;
    slot.waitsFor(-1);
    checkSuspect();
  }

  private boolean hasRoom() {
    lookForRoom();
    if (held != null) {
      held.waitsFor(furthestBehind);
    }
    return doneByAll >= awaited || suspect >= 0;
  }

  private void lookForRoom() {
    long least = Long.MAX_VALUE;
    for (int peer = 0; peer < size; peer++) {
      // Acquire: partner of the release in `run`. Lines that this rank has read may be overwritten.
      long mark = Words.getAcquire(memory, done(peer));
      long operation = History.number(mark);
      if (operation < least) {
        least = operation;
        furthestBehind = peer;
      }
      if (operation > history.last()) {
        // The member is ahead; its line still shows this rank's last operation.
        operation = history.last();
        mark = Words.getAcquire(memory, line(peer, operation));
      }
      if (mark != history.mark(operation) && operation > 0) {
        suspect = peer;
      }
    }
    doneByAll = least;
  }

  /// Reports a suspect. A suspect is not reported where it is found, because the report waits until
  /// the job has ended.
  private void checkSuspect() {
    if (suspect >= 0) {
      saySince(suspect, history.last() + 1);
    }
  }

  private void wakeOthers() {
    for (int peer = 0; peer < size; peer++) {
      if (peer != rank) {
        waiting.wake(context.member(peer));
      }
    }
  }
}
