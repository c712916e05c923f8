// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Pending;
import weft.internal.send.Payloads;
import weft.memory.HeapLayout;
import weft.transport.Transport;

/// One-sided memory over active messages, for ranks that reach only their own heap: what goes to
/// another rank is carried out by its handlers, when it polls or waits.
///
/// Messages between two ranks keep their order. So what was sent before a message is done when that
/// is handled: a fence, and a put's completion, are one question behind all the rest, and nothing
/// else is acknowledged. What a put reads from has been copied when the call returns.
final class MessagedOneSided extends MessagedWords {
  private final Engine engine;
  private final int own;
  private final PutMessages puts;
  private final GetMessages gets;
  private final GetService service;

  /// The fence to each rank, made when it is first needed.
  private final @Nullable Pending[] fences;

  private int fenced;
  private final BooleanSupplier isFenced = this::isFenced;

  static OneSided of(Engine engine, Transport transport, HeapLayout layout) {
    var channel = new OneSidedChannel(engine.self(), engine.sender(), engine.handlers(), transport);
    return new MessagedOneSided(engine, transport, layout, channel);
  }

  private MessagedOneSided(Engine engine, Transport transport, HeapLayout layout, OneSidedChannel channel) {
    super(engine, transport, layout, channel);
    this.engine = engine;
    this.own = engine.rank();
    this.puts = new PutMessages(channel, this, own, engine.frameBytes());
    this.gets = new GetMessages(engine, channel);
    this.service = new GetService(engine, channel, this, engine.frameBytes());
    this.fences = new Pending[engine.size()];
  }

  // Put.

  @Override
  public void put(String call, Object source, long offset, int rank, long at, long bytes) {
    if (rank == own) {
      super.put(call, source, offset, rank, at, bytes);
      return;
    }
    checkPut(call, source, offset, rank, at, bytes);
    puts.bytes(call, source, offset, rank, at, bytes);
  }

  private void checkPut(String call, Object source, long offset, int rank, long at, long bytes) {
    checkPlace(call, rank, at, bytes);
    Payloads.checkLocal(call, own, source, offset, bytes, false);
    touch(rank);
  }

  @Override
  public void put(String call, MemorySegment source, long offset, int rank, long at, long bytes) {
    if (rank == own) {
      super.put(call, source, offset, rank, at, bytes);
    } else {
      put(call, (Object) source, offset, rank, at, bytes);
    }
  }

  @Override
  public void put(
      String call, Object source, long offset, int rank, long at, long bytes, Pending done) {
    if (rank == own) {
      super.put(call, source, offset, rank, at, bytes, done);
      return;
    }
    done.checkFree(call);
    checkPut(call, source, offset, rank, at, bytes);
    done.begin(call);
    puts.bytes(call, source, offset, rank, at, bytes);
    putAll(call, rank, done);
  }

  /// All of a put is on its way.
  private void putAll(String call, int rank, @Nullable Pending done) {
    if (done != null) {
      words().confirm(call, rank, done);
      done.sourceDone();
    }
  }

  @Override
  public void putBefore(String call, Object source, long offset, int rank, long at, long bytes) {
    put(call, source, offset, rank, at, bytes);
  }

  // Get.

  @Override
  public void get(String call, int rank, long at, Object destination, long offset, long bytes) {
    if (rank == own) {
      super.get(call, rank, at, destination, offset, bytes);
    } else if (checkGet(call, rank, at, destination, offset, bytes)) {
      gets.begin(call, rank, at, bytes, destination, offset, bytes, bytes, 1, null);
    }
  }

  /// Whether there is anything to get.
  private boolean checkGet(
      String call, int rank, long at, Object destination, long offset, long bytes) {
    checkPlace(call, rank, at, bytes);
    Payloads.checkLocal(call, own, destination, offset, bytes, true);
    return bytes > 0;
  }

  @Override
  public void get(
      String call, int rank, long at, MemorySegment destination, long offset, long bytes) {
    if (rank == own) {
      super.get(call, rank, at, destination, offset, bytes);
    } else {
      get(call, rank, at, (Object) destination, offset, bytes);
    }
  }

  @Override
  public void get(
      String call, int rank, long at, Object destination, long offset, long bytes, Pending done) {
    if (rank == own) {
      super.get(call, rank, at, destination, offset, bytes, done);
      return;
    }
    done.checkFree(call);
    if (!checkGet(call, rank, at, destination, offset, bytes)) {
      done.pass(call);
      return;
    }
    done.begin(call);
    done.sourceDone();
    GetMessages.Call of = gets.open(done);
    gets.begin(call, rank, at, bytes, destination, offset, bytes, bytes, 1, of);
    gets.close(of);
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
      super.get(call, rank, at, destination, offset, bytes);
      return true;
    }
    if (!checkGet(call, rank, at, destination, offset, bytes)) {
      return true;
    }
    engine.sender().check(own, name);
    gets.begin(
        call,
        rank,
        at,
        bytes,
        destination,
        offset,
        bytes,
        bytes,
        1,
        null,
        name,
        header,
        a,
        b,
        c,
        d);
    return false;
  }

  // Rows and blocks.

  @Override
  public StridedAccess strided() {
    return new MessagedStrided(this, own);
  }

  /// Puts rows that were checked.
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
    beginPuts(call, source, rank, done);
    puts.rows(call, source, offset, stride, rank, at, stride2, rowBytes, rows);
    putAll(call, rank, done);
  }

  private void beginPuts(String call, MemorySegment source, int rank, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
    Payloads.checkLocal(call, own, source, 0, 0, false);
    touch(rank);
    if (done != null) {
      done.begin(call);
    }
  }

  /// Puts blocks that were checked.
  void putBlocks(
      String call,
      MemorySegment source,
      long[] from,
      int rank,
      long at,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    beginPuts(call, source, rank, done);
    puts.blocks(call, source, from, rank, at, to, bytes);
    putAll(call, rank, done);
  }

  /// Gets rows that were checked.
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
    GetMessages.Call of = beginGets(call, destination, done);
    gets.begin(call, rank, at, stride, destination, offset, stride2, rowBytes, rows, of);
    endGets(of);
  }

  private GetMessages.@Nullable Call beginGets(
      String call, MemorySegment destination, @Nullable Pending done) {
    if (done != null) {
      done.checkFree(call);
    }
    Payloads.checkLocal(call, own, destination, 0, 0, true);
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

  /// Gets blocks that were checked.
  void getBlocks(
      String call,
      int rank,
      long at,
      long[] from,
      MemorySegment destination,
      long[] to,
      long[] bytes,
      @Nullable Pending done) {
    GetMessages.Call of = beginGets(call, destination, done);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] > 0) {
        long size = bytes[i];
        gets.begin(call, rank, at + from[i], size, destination, to[i], size, size, 1, of);
      }
    }
    endGets(of);
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    super.fence(call, rank);
    ask(call, rank);
    awaitFence(call, rank);
  }

  @Override
  public void fenceAll(String call) {
    super.fenceAll(call);
    for (int rank = 0; rank < fences.length; rank++) {
      ask(call, rank);
    }
    for (int rank = 0; rank < fences.length; rank++) {
      awaitFence(call, rank);
    }
  }

  private void ask(String call, int rank) {
    if (takeTouched(rank)) {
      Pending fence = fences[rank];
      if (fence == null) {
        fence = engine.self().pending(this);
        fences[rank] = fence;
      }
      fence.begin(call);
      words().confirm(call, rank, fence);
    }
  }

  private void awaitFence(String call, int rank) {
    fenced = rank;
    if (!isFenced()) {
      engine.await(call, "", rank, isFenced);
    }
  }

  private boolean isFenced() {
    Pending fence = fences[fenced];
    return (fence == null || !fence.isBusy()) && gets.isDone(fenced);
  }

  @Override
  public int carryOut() {
    return service.carryOut();
  }

  @Override
  public boolean requestWakes() {
    return service.requestWakes();
  }
}
