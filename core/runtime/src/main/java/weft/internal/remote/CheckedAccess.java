// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.CallSite;
import weft.internal.rank.DueWork;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Payloads;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.AccessTable.Access;
import weft.memory.AccessTable.Kind;
import weft.memory.Extent;

/// One-sided memory in debug mode. Accesses are checked when they are called, and carried out
/// later, in a random order. The source of a put is copied at once, so only the order changes.
/// Operations whose results the caller waits for are carried out at once.
///
/// An access is *pending* until its completion has been seen or a fence has passed. A put or get
/// with a request is pending until the request runs, which a message before it announces.
final class CheckedAccess extends MemoryAccess {
  /// Longer transfers are not delayed: they would have to be copied.
  private static final long MOST_COPIED = 4 << 20;

  private final HeapMap heaps;
  private final Rank self;
  private final Sender sender;
  private final DirectAccess direct;
  private final AccessChecks checks;
  private final Delays delays;
  private final int own;

  /// The pending calls, by target.
  private final List<Set<DelayedCall>> calls = new ArrayList<>();

  static MemoryAccess of(
      HeapMap heaps, Rank self, Sender sender, HandlerTable handlers, AccessChecks checks) {
    return new CheckedAccess(heaps, self, sender, handlers, checks);
  }

  private CheckedAccess(
      HeapMap heaps, Rank self, Sender sender, HandlerTable handlers, AccessChecks checks) {
    this.heaps = heaps;
    this.self = self;
    this.sender = sender;
    this.direct = new DirectAccess(heaps, self);
    this.checks = checks;
    this.own = heaps.rank();
    this.delays = new Delays(checks.seed(), own);
    for (int rank = 0; rank < heaps.size(); rank++) {
      calls.add(new LinkedHashSet<>());
    }
    handlers.addSystemPayload(
        "the debug mode",
        SystemHandlers.CHECKED,
        (source, memory, at, bytes) ->
            checks.leave(
                (int) TransferLayout.get(memory, at), (int) TransferLayout.get(memory, at + 8)));
  }

  // Calls.

  /// The call, and the place in the program that called it.
  private static String text(String call) {
    return call + " at " + CallSite.here();
  }

  private static void checkFree(String call, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
  }

  /// Begins a call whose accesses are recorded in `slots`.
  private DelayedCall begin(
      String call, String text, int target, @Nullable Pending done, int... slots) {
    var begun = new DelayedCall(own, self, checks, text, target, calls.get(target), done);
    for (int slot : slots) {
      begun.entered(slot);
    }
    if (done != null) {
      done.begin(call);
      done.whenSeen(begun::order);
    }
    return begun;
  }

  /// Adds a transfer of `bytes` bytes, `copied` of which are copied.
  private void add(DelayedCall call, long bytes, long copied, LongSupplier work) {
    Delays.Delayed operation = call.operation(copied, work);
    if (bytes > MOST_COPIED) {
      operation.carryOut();
    } else {
      delays.add(operation);
      self.due().add(DueWork.DELAYED);
    }
  }

  /// Checks and records the accesses to blocks, all or none, and returns their slots.
  private int[] enter(String text, int rank, Kind kind, long at, long[] offsets, long[] bytes) {
    int[] slots = new int[bytes.length];
    Arrays.fill(slots, -1);
    try {
      for (int i = 0; i < bytes.length; i++) {
        slots[i] = checks.enter(text, rank, kind, Extent.of(at + offsets[i], bytes[i]));
      }
    } catch (RuntimeException e) {
      for (int slot : slots) {
        leave(rank, slot);
      }
      throw e;
    }
    return slots;
  }

  private void leave(int rank, int slot) {
    if (slot >= 0) {
      checks.leave(rank, slot);
    }
  }

  /// Notifies `where`, just before the request arrives there, that the access to `target` is over.
  private void tellEnd(int where, int target, int slot) {
    // This is not a field, because a handler may also get here while this call waits for room.
    long[] words = {target, slot};
    sender.system(SystemHandlers.CHECKED, where, words, 2);
  }

  // Put.

  @Override
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    put(call, source, offset, rank, at, bytes, null);
  }

  @Override
  public void put(
      String call,
      Object source,
      long offset,
      int rank,
      long at,
      long bytes,
      @Nullable Pending done) {
    checkFree(call, done);
    heaps.reach(call, rank, at, bytes);
    Payloads.checkLocal(call, own, source, offset, bytes, false);
    String text = text(call);
    int slot = checks.enter(text, rank, Kind.PUT, Extent.of(at, bytes));
    DelayedCall begun = begin(call, text, rank, done, slot);
    addPut(begun, call, source, offset, rank, at, bytes);
    endPut(begun, source, bytes, done);
  }

  private void addPut(
      DelayedCall of, String call, Object source, long offset, int rank, long at, long bytes) {
    if (bytes > MOST_COPIED) {
      add(
          of,
          bytes,
          0,
          () -> {
            direct.putBefore(call, source, offset, rank, at, bytes);
            return 0;
          });
      return;
    }
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    Payloads.copy(source, offset, copy, 0, bytes);
    MemorySegment lent = isRegistered(source) ? (MemorySegment) source : null;
    MemorySegment heap = heaps.heap(rank);
    add(
        of,
        bytes,
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
  }

  private void endPut(DelayedCall call, Object source, long bytes, @Nullable Pending done) {
    call.close();
    if (done != null && bytes <= MOST_COPIED && !isRegistered(source)) {
      done.sourceDone();
    }
  }

  private boolean isRegistered(Object source) {
    if (!(source instanceof MemorySegment segment) || !segment.isNative()) {
      return false;
    }
    MemorySegment heap = heaps.own();
    long offset = segment.address() - heap.address();
    return offset >= 0 && offset < heap.byteSize();
  }

  @Override
  public void putBefore(String call, Object source, long offset, int rank, long at, long bytes) {
    heaps.reach(call, rank, at, bytes);
    Payloads.checkLocal(call, own, source, offset, bytes, false);
    int slot = checks.enter(text(call), rank, Kind.PUT, Extent.of(at, bytes));
    direct.putBefore(call, source, offset, rank, at, bytes);
    tellEnd(rank, rank, slot);
  }

  @Override
  void putRows(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    checkFree(call, done);
    Payloads.checkLocal(call, own, source, 0, 0, false);
    String text = text(call);
    int slot = checks.enter(text, rank, Kind.PUT, new Extent(at, rowBytes, stride2, rows));
    DelayedCall begun = begin(call, text, rank, done, slot);
    for (long row = 0; row < rows; row++) {
      addPut(begun, call, source, offset + row * stride, rank, at + row * stride2, rowBytes);
    }
    endPut(begun, source, rowBytes, done);
  }

  @Override
  void putRowsBefore(
      String call,
      MemorySegment source,
      long offset,
      long stride,
      int rank,
      long at,
      long stride2,
      long rowBytes,
      long rows) {
    Payloads.checkLocal(call, own, source, 0, 0, false);
    int slot = checks.enter(text(call), rank, Kind.PUT, new Extent(at, rowBytes, stride2, rows));
    direct.putRowsBefore(call, source, offset, stride, rank, at, stride2, rowBytes, rows);
    tellEnd(rank, rank, slot);
  }

  @Override
  void putBlocks(
      String call,
      MemorySegment source,
      long[] from,
      int rank,
      long at,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    checkFree(call, done);
    Payloads.checkLocal(call, own, source, 0, 0, false);
    String text = text(call);
    int[] slots = enter(text, rank, Kind.PUT, at, to, bytes);
    DelayedCall begun = begin(call, text, rank, done, slots);
    long most = 0;
    for (int i = 0; i < bytes.length; i++) {
      addPut(begun, call, source, from[i], rank, at + to[i], bytes[i]);
      most = Math.max(most, bytes[i]);
    }
    endPut(begun, source, most, done);
  }

  @Override
  void putBlocksBefore(
      String call, MemorySegment source, long[] from, int rank, long at, long[] to, long[] bytes) {
    Payloads.checkLocal(call, own, source, 0, 0, false);
    int[] slots = enter(text(call), rank, Kind.PUT, at, to, bytes);
    direct.putBlocksBefore(call, source, from, rank, at, to, bytes);
    for (int slot : slots) {
      tellEnd(rank, rank, slot);
    }
  }

  // Get.

  @Override
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    get(call, rank, at, destination, offset, bytes, null);
  }

  @Override
  public void get(
      String call,
      int rank,
      long at,
      Object destination,
      long offset,
      long bytes,
      @Nullable Pending done) {
    checkFree(call, done);
    heaps.reach(call, rank, at, bytes);
    Payloads.checkLocal(call, own, destination, offset, bytes, true);
    String text = text(call);
    int slot = checks.enter(text, rank, Kind.GET, Extent.of(at, bytes));
    DelayedCall begun = begin(call, text, rank, done, slot);
    addGet(begun, call, rank, at, destination, offset, bytes);
    begun.close();
  }

  private void addGet(
      DelayedCall of, String call, int rank, long at, Object destination, long offset, long bytes) {
    add(
        of,
        bytes,
        0,
        () -> {
          direct.get(call, rank, at, destination, offset, bytes, null);
          return 0;
        });
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
    heaps.reach(call, rank, at, bytes);
    Payloads.checkLocal(call, own, destination, offset, bytes, true);
    int slot = checks.enter(text(call), rank, Kind.GET, Extent.of(at, bytes));
    direct.get(call, rank, at, destination, offset, bytes, null);
    tellEnd(own, rank, slot);
    return true;
  }

  @Override
  void getRows(
      String call,
      int rank,
      long at,
      long stride,
      MemorySegment destination,
      long offset,
      long stride2,
      long rowBytes,
      long rows,
      @Nullable Pending done) {
    checkFree(call, done);
    Payloads.checkLocal(call, own, destination, 0, 0, true);
    String text = text(call);
    int slot = checks.enter(text, rank, Kind.GET, new Extent(at, rowBytes, stride, rows));
    DelayedCall begun = begin(call, text, rank, done, slot);
    for (long row = 0; row < rows; row++) {
      addGet(begun, call, rank, at + row * stride, destination, offset + row * stride2, rowBytes);
    }
    begun.close();
  }

  @Override
  void getBlocks(
      String call,
      int rank,
      long at,
      long[] from,
      MemorySegment destination,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    checkFree(call, done);
    Payloads.checkLocal(call, own, destination, 0, 0, true);
    String text = text(call);
    int[] slots = enter(text, rank, Kind.GET, at, from, bytes);
    DelayedCall begun = begin(call, text, rank, done, slots);
    for (int i = 0; i < bytes.length; i++) {
      addGet(begun, call, rank, at + from[i], destination, to[i], bytes[i]);
    }
    begun.close();
  }

  // Words.

  private static Kind kind(WordOperation operation) {
    return switch (operation) {
      case PUT -> Kind.PUT;
      case GET -> Kind.GET;
      default -> Kind.ATOMIC;
    };
  }

  @Override
  public void putWord(String call, int rank, long at, long value) {
    later(call, WordOperation.PUT, rank, at, value, 0, null);
  }

  @Override
  public long getWord(String call, int rank, long at) {
    return fetch(call, WordOperation.GET, rank, at, 0, 0);
  }

  @Override
  public long fetch(
      String call, WordOperation operation, int rank, long at, long value, long expected) {
    heaps.reachWord(call, rank, at);
    checks.pass(text(call), rank, kind(operation), Extent.of(at, Long.BYTES));
    return direct.fetch(call, operation, rank, at, value, expected);
  }

  @Override
  public void fetch(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      Pending done) {
    later(call, operation, rank, at, value, expected, done);
  }

  @Override
  public void update(String call, WordOperation operation, int rank, long at, long value) {
    later(call, operation, rank, at, value, 0, null);
  }

  private void later(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      @Nullable Pending done) {
    checkFree(call, done);
    heaps.reachWord(call, rank, at);
    String text = text(call);
    int slot = checks.enter(text, rank, kind(operation), Extent.of(at, Long.BYTES));
    DelayedCall begun = begin(call, text, rank, done, slot);
    add(begun, Long.BYTES, 0, () -> direct.fetch(call, operation, rank, at, value, expected));
    begun.close();
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    direct.fence(call, rank);
    delays.fence(rank);
    VarHandle.fullFence();
    order(rank);
  }

  @Override
  public void fenceAll(String call) {
    direct.fenceAll(call);
    finish();
    VarHandle.fullFence();
  }

  private void order(int rank) {
    for (DelayedCall each : List.copyOf(calls.get(rank))) {
      each.order();
    }
  }

  @Override
  void freeing(String call, int rank, long at, long bytes) {
    if (bytes > 0) {
      String text = rank == own ? text(call) : call + " of another rank's memory";
      checks.pass(own, new Access(rank, Kind.FREE, Extent.of(at, bytes), text));
    }
  }

  // Progress.

  @Override
  public int carryOut() {
    if (delays.isEmpty()) {
      self.due().remove(DueWork.DELAYED);
      return 0;
    }
    // At least 1, so that the rank does not sleep.
    return Math.max(1, delays.poll());
  }

  @Override
  public boolean requestWakes() {
    return false;
  }

  @Override
  public void finish() {
    delays.fenceAll();
    for (int rank = 0; rank < calls.size(); rank++) {
      order(rank);
    }
  }

  @Override
  public void close() {
    direct.close();
  }
}
