// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Counted;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.span.Memories;
import weft.memory.span.MemoryTransfer;
import weft.transport.Outbox;

/// Gets from other ranks' heaps. Each get is one request, which its target answers with as many
/// messages as needed ([GetAnswers]); their bytes are copied straight to the destination.
///
/// At most [#MOST] gets from one target are pending, which bounds the target's memory.
final class GetMessages {
  /// The maximum number of pending gets from one target.
  static final int MOST = 256;

  /// The gets of one call, for its completion, and for the request that follows them. Reused.
  static final class Call {
    @Nullable Pending done;
    int left;

    // The request that this rank sends to itself when the bytes of all gets have arrived; none if
    // the header is 0.
    String opName = "";
    long op;
    long a;
    long b;
    long c;
    long d;

    @Nullable Call next;
  }

  /// A pending get. Reused.
  private static final class Get {
    final int index;
    int uses;
    boolean busy;
    String call = "";
    int target;
    long at;
    long stride;
    long rowBytes;
    long rows;
    @Nullable Object destination;
    long offset;
    long stride2;
    long received;
    @Nullable Call of;
    @Nullable Get next;

    Get(int index) {
      this.index = index;
    }

    long ticket() {
      return (long) uses << 32 | index;
    }
  }

  private final Rank self;
  private final Sender sender;
  private final TransferErrors errors;
  private final Confirmations confirmations;
  private Get[] gets = new Get[16];
  private int made;
  private @Nullable Get free;
  private @Nullable Call freeCalls;

  // By target: requested gets, and waiting ones, which handlers have begun.
  private final int[] asked;
  private final @Nullable Get[] first;
  private final @Nullable Get[] last;

  private int awaited;
  private final BooleanSupplier mayAsk = this::mayAsk;

  GetMessages(
      Rank self,
      Sender sender,
      HandlerTable handlers,
      TransferErrors errors,
      Confirmations confirmations,
      int ranks) {
    this.confirmations = confirmations;
    this.self = self;
    this.sender = sender;
    this.errors = errors;
    this.asked = new int[ranks];
    this.first = new Get[ranks];
    this.last = new Get[ranks];
    handlers.addSystemPayload("the bytes of a get", SystemHandlers.GOT, this::receive);
  }

  private boolean mayAsk() {
    return asked[awaited] < MOST;
  }

  /// Whether every get from `target` is done.
  boolean isDone(int target) {
    return asked[target] == 0 && first[target] == null;
  }

  // A call with a completion or a request.

  /// Begins a call of many gets, for `done`.
  Call open(@Nullable Pending done) {
    Call call = freeCalls;
    if (call == null) {
      call = new Call();
    } else {
      freeCalls = call.next;
    }
    call.done = done;
    call.left = 1;
    call.op = 0;
    return call;
  }

  /// Begins a call as [#open(Pending)] does, after whose gets this rank sends itself the request
  /// `opName` with the header `op`.
  Call open(@Nullable Pending done, String opName, long op, long a, long b, long c, long d) {
    sender.check(self.rank(), opName);
    Call call = open(done);
    call.opName = opName;
    call.op = op;
    call.a = a;
    call.b = b;
    call.c = c;
    call.d = d;
    return call;
  }

  /// Counts down: all its gets are known, or one of them is done.
  void close(Call call) {
    if (--call.left > 0) {
      return;
    }
    Pending done = call.done;
    if (call.op != 0) {
      Outbox out = sender.outbox(self.rank(), call.opName);
      sender.words(call.opName, out, call.op, call.a, call.b, call.c, call.d);
      if (done != null) {
        confirmations.confirm(done.call(), self.rank(), done);
      }
    } else if (done != null) {
      done.done(0);
    }
    call.done = null;
    call.next = freeCalls;
    freeCalls = call;
  }

  // One get.

  /// Gets rows or blocks. In the body it waits while too many are pending; in a handler it never
  /// waits.
  void send(MemoryTransfer transfer, @Nullable Call of) {
    if (transfer.isRows()) {
      begin(transfer, transfer.at(), transfer.offset(), transfer.rowBytes(), transfer.parts(), of);
      return;
    }
    for (long i = 0; i < transfer.parts(); i++) {
      if (transfer.bytes(i) > 0) {
        begin(transfer, transfer.at(i), transfer.offset(i), transfer.bytes(i), 1, of);
      }
    }
  }

  private void begin(
      MemoryTransfer transfer, long at, long offset, long rowBytes, long rows, @Nullable Call of) {
    if (of != null) {
      of.left++; // before any wait, during which other gets of this call may complete
    }
    Get get = take(transfer, at, offset, rowBytes, rows);
    get.of = of;
    begin(get);
  }

  private void begin(Get get) {
    self.ledger().expect(); // until it is done
    if (asked[get.target] < MOST) {
      ask(get);
    } else {
      queue(get);
    }
  }

  /// A get of rows of `transfer`, as soon as another get may be pending.
  private Get take(MemoryTransfer transfer, long at, long offset, long rowBytes, long rows) {
    int target = transfer.rank();
    if (!self.context().inHandler() && asked[target] >= MOST) {
      awaited = target;
      self.loop().awaitRoom(transfer.call(), "", target, mayAsk);
    }
    Get get = take();
    get.call = transfer.call();
    get.target = target;
    get.at = at;
    get.stride = transfer.isRows() ? transfer.heapStride() : rowBytes;
    get.rowBytes = rowBytes;
    get.rows = rows;
    get.destination = transfer.local();
    get.offset = offset;
    get.stride2 = transfer.isRows() ? transfer.stride() : rowBytes;
    return get;
  }

  private Get take() {
    Get get = free;
    if (get != null) {
      free = get.next;
      get.next = null;
    } else {
      if (made == gets.length) {
        gets = Arrays.copyOf(gets, 2 * made);
      }
      get = new Get(made);
      gets[made++] = get;
    }
    get.busy = true;
    get.received = 0;
    return get;
  }

  private void queue(Get get) {
    Get before = last[get.target];
    if (before == null) {
      first[get.target] = get;
    } else {
      before.next = get;
    }
    last[get.target] = get;
  }

  private void ask(Get get) {
    int target = get.target;
    asked[target]++; // before the send, which may wait, and run handlers
    long to =
        sender.open(
            Counted.BY_QUIESCENCE,
            get.call,
            sender.outbox(target),
            SystemHandlers.GET,
            TransferLayout.REQUEST);
    MemorySegment memory = sender.opened();
    TransferLayout.set(memory, to, get.ticket());
    TransferLayout.set(memory, to + TransferLayout.REQUEST_AT, get.at);
    TransferLayout.set(memory, to + TransferLayout.REQUEST_ROW_BYTES, get.rowBytes);
    TransferLayout.set(memory, to + TransferLayout.REQUEST_STRIDE, get.stride);
    TransferLayout.set(memory, to + TransferLayout.REQUEST_ROWS, get.rows);
    sender.close();
  }

  // Replies.

  private void receive(int source, MemorySegment memory, long at, long bytes) {
    Get get = bytes < TransferLayout.REPLY ? null : find(TransferLayout.get(memory, at), source);
    if (get == null) {
      throw errors.wrong(source, "bytes for which no get waits");
    }
    long size = bytes - TransferLayout.REPLY;
    long left = get.rows * get.rowBytes - get.received - size;
    Object destination = get.destination;
    if (size <= 0 || left < 0 || destination == null) {
      throw errors.wrong(source, size + " bytes where a get waits for " + (left + size));
    }
    try {
      spread(get, destination, memory, at + TransferLayout.REPLY, size);
    } catch (RuntimeException e) {
      throw errors.unfinished(get.call, e);
    }
    if (left == 0) {
      end(get);
    }
  }

  private @Nullable Get find(long ticket, int source) {
    int index = (int) ticket;
    if (index < 0 || index >= made) {
      return null;
    }
    Get get = gets[index];
    return get.busy && get.ticket() == ticket && get.target == source ? get : null;
  }

  /// Copies the next bytes of a get to its rows.
  private static void spread(Get get, Object destination, MemorySegment from, long at, long bytes) {
    long row = get.received / get.rowBytes;
    long column = get.received - row * get.rowBytes;
    for (long left = bytes; left > 0; row++) {
      long size = Math.min(get.rowBytes - column, left);
      Memories.copyOut(from, at, destination, get.offset + row * get.stride2 + column, size);
      at += size;
      left -= size;
      column = 0;
    }
    get.received += bytes;
  }

  private void end(Get get) {
    int target = get.target;
    Call of = get.of;
    if (of != null) {
      close(of); // while the get still counts as pending: a request that follows it is counted too
    }
    get.busy = false;
    get.uses++;
    get.destination = null;
    get.of = null;
    get.next = free;
    free = get;
    self.ledger().happened();
    asked[target]--;
    Get next = first[target];
    if (next != null) {
      first[target] = next.next;
      if (next.next == null) {
        last[target] = null;
      }
      next.next = null;
      ask(next);
    }
  }
}
