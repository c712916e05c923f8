// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import weft.internal.rank.DueWork;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.WeftException;
import weft.internal.rank.Pending;
import weft.internal.send.Payloads;
import weft.internal.send.SystemHandlers;
import weft.memory.AccessTable.Access;
import weft.memory.AccessTable.Kind;
import weft.memory.Extent;
import weft.memory.HeapLayout;
import weft.transport.Transport;

/// One-sided memory in debug mode: accesses are judged when they are asked for, and carried out
/// later, in a random order. What is put is copied at once, so that only the order is strange.
///
/// An access is *under way* until its completion has been seen or a fence has passed; that of a
/// put-op or get-op until its op runs, which a message sent before the op tells.
final class CheckedOneSided extends CheckedWords {
  /// Longer transfers are not delayed: they would have to be copied.
  private static final long MOST_COPIED = 4 << 20;

  private final Engine engine;
  private final AccessChecks checks;
  private final Delays delays;

  /// What is under way, by target.
  private final List<Set<DelayedCall>> calls = new ArrayList<>();

  /// The call that many transfers belong to.
  private @Nullable DelayedCall many;

  static OneSided of(
      Engine engine, Transport transport, HeapLayout layout, long seed) {
    return new CheckedOneSided(engine, transport, layout, seed);
  }

  private CheckedOneSided(
      Engine engine, Transport transport, HeapLayout layout, long seed) {
    super(engine, transport, layout, seed);
    this.engine = engine;
    this.checks = checks();
    this.delays = new Delays(seed, engine.rank());
    for (int rank = 0; rank < engine.size(); rank++) {
      calls.add(new LinkedHashSet<>());
    }
    RsrN.Handler onEnded =
        (source, payload) -> {
          checks.leave((int) payload.getLong(0), (int) payload.getLong(8));
        };
    engine.handlers().addSystem("the debug mode", SystemHandlers.CHECKED, onEnded);
  }

  // Calls.

  private DelayedCall begin(String call, String text, int target, @Nullable Pending done) {
    var begun = new DelayedCall(engine, checks, text, target, calls.get(target), done);
    if (done != null) {
      done.begin(call);
      done.whenSeen(begun::order);
    }
    return begun;
  }

  @Override
  void later(
      String call,
      int target,
      Kind kind,
      Extent extent,
      @Nullable Pending done,
      long copied,
      LongSupplier work) {
    DelayedCall of = many;
    if (of == null) {
      if (done != null) {
        done.checkFree(call);
      }
      String text = text(call);
      int slot = checks.enter(text, target, kind, extent);
      of = begin(call, text, target, done);
      of.entered(slot);
    } else if (!of.isEntered()) {
      of.entered(checks.enter(of.text(), target, kind, extent));
    }
    Delays.Delayed operation = of.operation(copied, work);
    if (extent.bytes() > MOST_COPIED) {
      operation.carryOut();
    } else {
      delays.add(operation);
      engine.due(DueWork.DELAYED);
    }
    if (of != many) {
      of.close();
    }
  }

  @Override
  void beginMany(
      String call,
      boolean put,
      int rank,
      long at,
      long rowBytes,
      long stride,
      long rows,
      @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
    String text = text(call);
    if (rows == 0) {
      many = begin(call, text, rank, done);
      return;
    }
    Kind kind = put ? Kind.PUT : Kind.GET;
    int slot = checks.enter(text, rank, kind, new Extent(at, rowBytes, stride, rows));
    DelayedCall begun = begin(call, text, rank, done);
    begun.enteredAll(slot);
    many = begun;
  }

  @Override
  void endMany(String call, @Nullable Pending done) {
    DelayedCall ended = Objects.requireNonNull(many);
    many = null;
    ended.close();
  }

  // Bytes.

  @Override
  public void put(String call, Object source, long offset, int rank, long at, long bytes) {
    try {
      putLater(call, source, offset, rank, at, bytes, null);
    } catch (RuntimeException e) {
      many = null;
      throw e;
    }
  }

  @Override
  public void put(
      String call, Object source, long offset, int rank, long at, long bytes, Pending done) {
    putLater(call, source, offset, rank, at, bytes, done);
  }

  private void putLater(
      String call,
      Object source,
      long offset,
      int rank,
      long at,
      long bytes,
      @Nullable Pending done) {
    MemorySegment heap = reach(call, rank, at, bytes);
    Payloads.checkLocal(call, engine.rank(), source, offset, bytes, false);
    Extent extent = Extent.of(at, bytes);
    if (bytes > MOST_COPIED) {
      LongSupplier now =
          () -> {
            super.put(call, source, offset, rank, at, bytes);
            return 0;
          };
      later(call, rank, Kind.PUT, extent, done, 0, now);
      return;
    }
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    Payloads.copy(source, offset, copy, 0, bytes);
    MemorySegment lent = isRegistered(source) ? (MemorySegment) source : null;
    later(
        call,
        rank,
        Kind.PUT,
        extent,
        done,
        bytes,
        () -> {
          if (lent != null
              && MemorySegment.mismatch(lent, offset, offset + bytes, copy, 0, bytes) >= 0) {
            throw new WeftException(
                "its source, registered memory, was changed before it was done; wait for"
                    + " Completion.awaitSource or a fence before you change it");
          }
          MemorySegment.copy(copy, 0, heap, at, bytes);
          return 0;
        });
    if (done != null && lent == null) {
      done.sourceDone();
    }
  }

  @Override
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    put(call, (Object) source, offset, rank, at, bytes);
  }

  @Override
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    get(call, rank, at, (Object) destination, offset, bytes);
  }

  @Override
  public void get(String call, int rank, long at, Object destination, long offset, long bytes) {
    try {
      getLater(call, rank, at, destination, offset, bytes, null);
    } catch (RuntimeException e) {
      many = null;
      throw e;
    }
  }

  @Override
  public void get(
      String call, int rank, long at, Object destination, long offset, long bytes, Pending done) {
    getLater(call, rank, at, destination, offset, bytes, done);
  }

  private void getLater(
      String call,
      int rank,
      long at,
      Object destination,
      long offset,
      long bytes,
      @Nullable Pending done) {
    reach(call, rank, at, bytes);
    Payloads.checkLocal(call, engine.rank(), destination, offset, bytes, true);
    later(
        call,
        rank,
        Kind.GET,
        Extent.of(at, bytes),
        done,
        0,
        () -> {
          super.get(call, rank, at, destination, offset, bytes);
          return 0;
        });
  }

  @Override
  public void putBefore(String call, Object source, long offset, int rank, long at, long bytes) {
    reach(call, rank, at, bytes);
    Payloads.checkLocal(call, engine.rank(), source, offset, bytes, false);
    int slot = checks.enter(text(call), rank, Kind.PUT, Extent.of(at, bytes));
    super.put(call, source, offset, rank, at, bytes);
    tellEnd(rank, rank, slot);
  }

  @Override
  public boolean getBefore(
      String call,
      int rank,
      long at,
      Object destination,
      long offset,
      long bytes,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d) {
    reach(call, rank, at, bytes);
    Payloads.checkLocal(call, engine.rank(), destination, offset, bytes, true);
    int slot = checks.enter(text(call), rank, Kind.GET, Extent.of(at, bytes));
    super.get(call, rank, at, destination, offset, bytes);
    tellEnd(engine.rank(), rank, slot);
    return true;
  }

  /// Tells `where`, just before the op arrives there, that the access to `target` is over.
  private void tellEnd(int where, int target, int slot) {
    // Not kept in a field: while this waits for room, a handler may do the same.
    long[] words = {target, slot};
    engine.sender().system(SystemHandlers.CHECKED, where, words, 2);
  }

  private boolean isRegistered(Object source) {
    if (!(source instanceof MemorySegment segment) || !segment.isNative()) {
      return false;
    }
    MemorySegment heap = heap(engine.rank());
    long offset = segment.address() - heap.address();
    return offset >= 0 && offset < heap.byteSize();
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    super.fence(call, rank);
    delays.fence(rank);
    VarHandle.fullFence();
    order(rank);
  }

  @Override
  public void fenceAll(String call) {
    super.fenceAll(call);
    finish();
    VarHandle.fullFence();
  }

  private void order(int rank) {
    for (DelayedCall each : List.copyOf(calls.get(rank))) {
      each.order();
    }
  }

  @Override
  public int carryOut() {
    if (delays.isEmpty()) {
      engine.notDue(DueWork.DELAYED);
      return 0;
    }
    // More than nothing, so that the rank does not sleep on it.
    return Math.max(1, delays.poll());
  }

  @Override
  public void finish() {
    delays.fenceAll();
    for (int rank = 0; rank < calls.size(); rank++) {
      order(rank);
    }
  }

  @Override
  void freeing(String call, int rank, long at, long bytes) {
    if (bytes > 0) {
      String text = rank == engine.rank() ? text(call) : call + " of another rank's memory";
      checks.pass(engine.rank(), new Access(rank, Kind.FREE, Extent.of(at, bytes), text));
    }
  }
}
