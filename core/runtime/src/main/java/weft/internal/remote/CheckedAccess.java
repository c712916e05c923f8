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
import weft.memory.span.Memories;
import weft.memory.span.MemoryTransfer;

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
      HeapMap heaps,
      Rank self,
      Sender sender,
      HandlerTable handlers,
      Confirmations confirmations,
      AccessChecks checks) {
    return new CheckedAccess(heaps, self, sender, handlers, confirmations, checks);
  }

  private CheckedAccess(
      HeapMap heaps,
      Rank self,
      Sender sender,
      HandlerTable handlers,
      Confirmations confirmations,
      AccessChecks checks) {
    super(self, confirmations);
    this.heaps = heaps;
    this.self = self;
    this.sender = sender;
    this.direct = new DirectAccess(heaps, self, confirmations);
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

  /// Checks and records the accesses to rows, or to blocks, all or none, and returns their slots.
  private int[] enter(String text, Kind kind, MemoryTransfer transfer) {
    int rank = transfer.rank();
    if (transfer.isRows()) {
      var extent =
          new Extent(transfer.at(), transfer.rowBytes(), transfer.heapStride(), transfer.parts());
      return new int[] {checks.enter(text, rank, kind, extent)};
    }
    int[] slots = new int[(int) transfer.parts()];
    Arrays.fill(slots, -1);
    try {
      for (int i = 0; i < slots.length; i++) {
        slots[i] = checks.enter(text, rank, kind, Extent.of(transfer.at(i), transfer.bytes(i)));
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
  private void sendEnd(int where, int target, int slot) {
    // This is not a field, because a handler may also get here while this call waits for room.
    long[] words = {target, slot};
    sender.system(SystemHandlers.CHECKED, where, words, 2);
  }

  // Put.

  /// Checks a transfer, and returns whether there is something to do. If not, it is done.
  private boolean begins(MemoryTransfer transfer, boolean put, @Nullable Pending done) {
    String call = transfer.call();
    checkFree(call, done);
    heaps.check(transfer, put);
    Payloads.checkLocal(call, own, transfer.local(), 0, 0, !put);
    if (transfer.parts() == 0 && done != null) {
      done.pass(call);
    }
    return transfer.parts() > 0;
  }

  @Override
  public void put(MemoryTransfer transfer, @Nullable Pending done) {
    if (!begins(transfer, true, done)) {
      return;
    }
    String call = transfer.call();
    Object source = transfer.local();
    int rank = transfer.rank();
    String text = text(call);
    DelayedCall begun = begin(call, text, rank, done, enter(text, Kind.PUT, transfer));
    long most = 0;
    for (long i = 0; i < transfer.parts(); i++) {
      long bytes = transfer.bytes(i);
      addPut(begun, call, source, transfer.offset(i), rank, transfer.at(i), bytes);
      most = Math.max(most, bytes);
    }
    begun.close();
    if (done != null && most <= MOST_COPIED && !isRegistered(source)) {
      done.sourceDone();
    }
  }

  @Override
  public void putBefore(MemoryTransfer transfer, @Nullable Pending done) {
    int rank = transfer.rank();
    for (int slot : beginBefore(transfer, Kind.PUT, done)) {
      sendEnd(rank, rank, slot);
    }
  }

  /// Carries out a transfer that a request follows, begins `done`, and returns its slots.
  private int[] beginBefore(MemoryTransfer transfer, Kind kind, @Nullable Pending done) {
    String call = transfer.call();
    checkFree(call, done);
    int[] slots = {};
    if (begins(transfer, kind == Kind.PUT, null)) {
      slots = enter(text(call), kind, transfer);
      if (kind == Kind.PUT) {
        direct.put(transfer, null);
      } else {
        direct.get(transfer, null);
      }
    }
    if (done != null) {
      done.begin(call);
    }
    return slots;
  }

  private void addPut(
      DelayedCall of, String call, Object source, long offset, int rank, long at, long bytes) {
    if (bytes > MOST_COPIED) {
      add(
          of,
          bytes,
          0,
          () -> {
            direct.putAny(call, source, offset, rank, at, bytes);
            return 0;
          });
      return;
    }
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    Memories.copyIn(source, offset, copy, 0, bytes);
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

  private boolean isRegistered(Object source) {
    if (!(source instanceof MemorySegment segment) || !segment.isNative()) {
      return false;
    }
    MemorySegment heap = heaps.own();
    long offset = segment.address() - heap.address();
    return offset >= 0 && offset < heap.byteSize();
  }

  // Get.

  @Override
  public void get(MemoryTransfer transfer, @Nullable Pending done) {
    if (!begins(transfer, false, done)) {
      return;
    }
    String call = transfer.call();
    Object destination = transfer.local();
    int rank = transfer.rank();
    String text = text(call);
    DelayedCall begun = begin(call, text, rank, done, enter(text, Kind.GET, transfer));
    for (long i = 0; i < transfer.parts(); i++) {
      long at = transfer.at(i);
      long offset = transfer.offset(i);
      long bytes = transfer.bytes(i);
      add(
          begun,
          bytes,
          0,
          () -> {
            direct.getAny(call, rank, at, destination, offset, bytes);
            return 0;
          });
    }
    begun.close();
  }

  @Override
  public boolean getBefore(
      MemoryTransfer transfer,
      @Nullable Pending done,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d) {
    int rank = transfer.rank();
    for (int slot : beginBefore(transfer, Kind.GET, done)) {
      sendEnd(own, rank, slot);
    }
    return true;
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
  public long word(
      String call, WordOperation operation, int rank, long at, long value, long expected) {
    heaps.reachWord(call, rank, at);
    checks.pass(text(call), rank, kind(operation), Extent.of(at, Long.BYTES));
    return direct.word(call, operation, rank, at, value, expected);
  }

  @Override
  public void word(
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
    add(begun, Long.BYTES, 0, () -> direct.word(call, operation, rank, at, value, expected));
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
