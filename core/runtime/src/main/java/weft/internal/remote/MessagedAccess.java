// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Payloads;
import weft.internal.send.Sender;

/// One-sided memory over active messages, for ranks that can access only their own heap. Handlers
/// of the owner carry out an access to its heap, when it polls or waits.
///
/// Messages between two ranks keep their order. So when a message is handled, all earlier ones are
/// done. A fence or a put's completion takes one request for confirmation after all other messages.
/// Nothing else is acknowledged. The source of a put has been copied when the call returns.
final class MessagedAccess extends MemoryAccess {
  private final HeapMap heaps;
  private final Rank self;
  private final DirectAccess direct;
  private final int own;
  private final PutMessages puts;
  private final GetMessages gets;
  private final GetAnswers answers;
  private final WordMessages words;

  /// Whether something was sent to a rank since the last fence.
  private final boolean[] touched;

  /// The fence to each rank, created when it is first needed.
  private final @Nullable Pending[] fences;

  private int fenced;
  private final BooleanSupplier isFenced = this::isFenced;

  static MemoryAccess of(HeapMap heaps, Rank self, Sender sender, HandlerTable handlers) {
    return new MessagedAccess(heaps, self, sender, handlers);
  }

  private MessagedAccess(HeapMap heaps, Rank self, Sender sender, HandlerTable handlers) {
    var errors = new TransferErrors(heaps.rank(), self);
    this.heaps = heaps;
    this.self = self;
    this.direct = new DirectAccess(heaps, self);
    this.own = heaps.rank();
    this.puts = new PutMessages(sender, handlers, errors, heaps);
    this.gets = new GetMessages(self, sender, handlers, errors, heaps.size());
    this.answers = new GetAnswers(self, sender, handlers, errors, heaps);
    this.words = new WordMessages(self, sender, handlers, errors, heaps);
    this.touched = new boolean[heaps.size()];
    this.fences = new Pending[heaps.size()];
  }

  // Put.

  @Override
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    if (rank == own) {
      direct.put(call, source, offset, rank, at, bytes);
    } else {
      send(call, source, offset, rank, at, bytes, null);
    }
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
    if (rank == own) {
      direct.put(call, source, offset, rank, at, bytes, done);
    } else {
      send(call, source, offset, rank, at, bytes, done);
    }
  }

  @Override
  public void putBefore(String call, Object source, long offset, int rank, long at, long bytes) {
    if (rank == own) {
      direct.putBefore(call, source, offset, rank, at, bytes);
    } else {
      send(call, source, offset, rank, at, bytes, null);
    }
  }

  private void send(
      String call,
      Object source,
      long offset,
      int rank,
      long at,
      long bytes,
      @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
    heaps.checkPlace(call, rank, at, bytes);
    Payloads.checkLocal(call, own, source, offset, bytes, false);
    beginPut(call, rank, done);
    puts.bytes(call, source, offset, rank, at, bytes);
    endPut(call, rank, done);
  }

  private void beginPut(String call, int rank, @Nullable Pending done) {
    touched[rank] = true;
    if (done != null) {
      done.begin(call);
    }
  }

  /// Called when all messages of a put have been sent.
  private void endPut(String call, int rank, @Nullable Pending done) {
    if (done != null) {
      words.confirm(call, rank, done);
      done.sourceDone();
    }
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
    if (rank == own) {
      direct.putRows(call, source, offset, stride, rank, at, stride2, rowBytes, rows, done);
      return;
    }
    checkParts(call, source, false, done);
    beginPut(call, rank, done);
    puts.rows(call, source, offset, stride, rank, at, stride2, rowBytes, rows);
    endPut(call, rank, done);
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
    putRows(call, source, offset, stride, rank, at, stride2, rowBytes, rows, null);
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
    if (rank == own) {
      direct.putBlocks(call, source, from, rank, at, to, bytes, done);
      return;
    }
    checkParts(call, source, false, done);
    beginPut(call, rank, done);
    puts.blocks(call, source, from, rank, at, to, bytes);
    endPut(call, rank, done);
  }

  @Override
  void putBlocksBefore(
      String call, MemorySegment source, long[] from, int rank, long at, long[] to, long[] bytes) {
    putBlocks(call, source, from, rank, at, to, bytes, null);
  }

  /// Checks the parts before the first one moves.
  private void checkParts(
      String call, MemorySegment local, boolean written, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
    Payloads.checkLocal(call, own, local, 0, 0, written);
  }

  // Get.

  @Override
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    if (rank == own) {
      direct.get(call, rank, at, destination, offset, bytes);
    } else {
      get(call, rank, at, destination, offset, bytes, null);
    }
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
    if (rank == own) {
      direct.get(call, rank, at, destination, offset, bytes, done);
      return;
    }
    if (done != null) {
      done.checkFree(call);
    }
    if (checkGet(call, rank, at, destination, offset, bytes)) {
      GetMessages.Call of = beginGets(call, done);
      gets.begin(call, rank, at, bytes, destination, offset, bytes, bytes, 1, of);
      endGets(of);
    } else if (done != null) {
      done.pass(call);
    }
  }

  /// Whether the get is not empty.
  private boolean checkGet(
      String call, int rank, long at, Object destination, long offset, long bytes) {
    heaps.checkPlace(call, rank, at, bytes);
    Payloads.checkLocal(call, own, destination, offset, bytes, true);
    return bytes > 0;
  }

  private GetMessages.@Nullable Call beginGets(String call, @Nullable Pending done) {
    if (done == null) {
      return null;
    }
    done.begin(call);
    done.sourceDone();
    return gets.open(done);
  }

  private void endGets(GetMessages.@Nullable Call of) {
    if (of != null) {
      gets.close(of);
    }
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
    if (rank == own) {
      direct.get(call, rank, at, destination, offset, bytes, null);
      return true;
    }
    if (!checkGet(call, rank, at, destination, offset, bytes)) {
      return true;
    }
    gets.begin(call, rank, at, destination, offset, bytes, name, header, a, b, c, d);
    return false;
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
    if (rank == own) {
      direct.getRows(call, rank, at, stride, destination, offset, stride2, rowBytes, rows, done);
      return;
    }
    checkParts(call, destination, true, done);
    GetMessages.Call of = beginGets(call, done);
    gets.begin(call, rank, at, stride, destination, offset, stride2, rowBytes, rows, of);
    endGets(of);
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
    if (rank == own) {
      direct.getBlocks(call, rank, at, from, destination, to, bytes, done);
      return;
    }
    checkParts(call, destination, true, done);
    GetMessages.Call of = beginGets(call, done);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] > 0) {
        long size = bytes[i];
        gets.begin(call, rank, at + from[i], size, destination, to[i], size, size, 1, of);
      }
    }
    endGets(of);
  }

  // Words.

  @Override
  public void putWord(String call, int rank, long at, long value) {
    update(call, WordOperation.PUT, rank, at, value);
  }

  @Override
  public long getWord(String call, int rank, long at) {
    return fetch(call, WordOperation.GET, rank, at, 0, 0);
  }

  @Override
  public long fetch(
      String call, WordOperation operation, int rank, long at, long value, long expected) {
    if (rank == own) {
      return direct.fetch(call, operation, rank, at, value, expected);
    }
    self.checks().checkMayWait(call);
    checkWord(call, rank, at);
    return words.await(call, operation, rank, at, value, expected);
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
    if (rank == own) {
      direct.fetch(call, operation, rank, at, value, expected, done);
      return;
    }
    done.checkFree(call);
    checkWord(call, rank, at);
    words.send(call, operation, rank, at, value, expected, done);
  }

  @Override
  public void update(String call, WordOperation operation, int rank, long at, long value) {
    if (rank == own) {
      direct.update(call, operation, rank, at, value);
      return;
    }
    checkWord(call, rank, at);
    words.send(call, operation, rank, at, value);
  }

  private void checkWord(String call, int rank, long at) {
    heaps.checkPlace(call, rank, at, Long.BYTES);
    heaps.checkAligned(call, rank, at);
    touched[rank] = true;
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    direct.fence(call, rank);
    ask(call, rank);
    awaitFence(call, rank);
  }

  @Override
  public void fenceAll(String call) {
    direct.fenceAll(call);
    for (int rank = 0; rank < fences.length; rank++) {
      ask(call, rank);
    }
    for (int rank = 0; rank < fences.length; rank++) {
      awaitFence(call, rank);
    }
  }

  private void ask(String call, int rank) {
    if (touched[rank]) {
      touched[rank] = false;
      Pending fence = fences[rank];
      if (fence == null) {
        fence = self.pending(this);
        fences[rank] = fence;
      }
      fence.begin(call);
      words.confirm(call, rank, fence);
    }
  }

  private void awaitFence(String call, int rank) {
    fenced = rank;
    if (!isFenced()) {
      self.loop().await(call, "", rank, isFenced);
    }
  }

  private boolean isFenced() {
    Pending fence = fences[fenced];
    return (fence == null || !fence.isBusy()) && gets.isDone(fenced);
  }

  @Override
  void freeing(String call, int rank, long at, long bytes) {}

  // Progress.

  @Override
  public int carryOut() {
    return answers.carryOut();
  }

  @Override
  public boolean requestWakes() {
    return answers.requestWakes();
  }

  @Override
  public void finish() {}

  @Override
  public void close() {
    direct.close();
  }
}
