// SPDX-License-Identifier: Apache-2.0
package weft;

import java.lang.foreign.MemorySegment;
import weft.internal.Engine;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.remote.RegisteredHeap;
import weft.internal.send.SystemHandlers;

/// Allocates in the registered heaps of this rank and of others: memory that every rank can read
/// and write with [Memory]. From [World#heap].
///
/// Its size is set at launch (`--heap`, 256 MiB unless set); memory that is not allocated takes no
/// storage. When there is no room a [HeapExhaustedException] gives the sizes, and the heap stays
/// usable.
///
/// Source: DMCS, section 4: dmcs_malloc.
public final class Heap {
  private final Rank self;
  private final RegisteredHeap own;
  private final Rsr2 reply;
  private final Rsr2 malloc;
  private final Rsr4 noRoom;
  private final Rsr1 free;
  private final Completion waited;

  Heap(Engine engine, RegisteredHeap own, Rsr2 reply) {
    this.self = engine.self();
    this.own = own;
    this.reply = reply;
    this.waited = new Completion(engine);
    this.malloc = new Rsr2(engine.sender(), "Heap.malloc");
    this.noRoom = new Rsr4(engine.sender(), "a reply to Heap.malloc");
    this.free = new Rsr1(engine.sender(), "Heap.free");
    Rsr2.Handler onMalloc = this::onMalloc;
    Rsr4.Handler onNoRoom = this::onNoRoom;
    Rsr1.Handler onFree = own::free;
    Registration.install(engine.handlers(), malloc, SystemHandlers.MALLOC, onMalloc);
    Registration.install(engine.handlers(), noRoom, SystemHandlers.NO_ROOM, onNoRoom);
    Registration.install(engine.handlers(), free, SystemHandlers.FREE, onFree);
  }

  /// Allocates `bytes` in this rank's own heap, filled with zeros. Blocks of 64 bytes and more
  /// begin at a cache line.
  ///
  /// @throws HeapExhaustedException when there is no room
  public MemorySegment allocate(long bytes) {
    self.checks().checkOpen("Heap.allocate");
    return own.segment(own.allocate(bytes), bytes).fill((byte) 0);
  }

  /// The pointer by which other ranks reach `registered`, a segment in this rank's own heap.
  public GlobalPointer pointerTo(MemorySegment registered) {
    self.checks().checkOpen("Heap.pointerTo");
    return new GlobalPointer(self.rank(), own.offsetOf("Heap.pointerTo", registered));
  }

  /// The `bytes` bytes at `pointer`, which points into this rank's own heap.
  public MemorySegment segment(GlobalPointer pointer, long bytes) {
    self.checks().checkOpen("Heap.segment");
    return own.segment("Heap.segment", pointer.rank(), pointer.offset(), bytes);
  }

  /// Asks `rank` to allocate `bytes` in its heap; [Completion#pointer] is the pointer. Their
  /// contents are undefined. The other rank allocates when it polls or waits. If it has no room,
  /// `done` fails.
  public void malloc(int rank, long bytes, Completion done) {
    RegisteredHeap.checkSize(bytes);
    self.checks().checkMaySend("Heap.malloc");
    Pending pending = done.pending;
    pending.begin("Heap.malloc");
    if (rank != self.rank()) {
      malloc.send(rank, bytes, self.replies().register(pending));
      return;
    }
    try {
      pending.done(new GlobalPointer(rank, own.allocate(bytes)).pack());
    } catch (HeapExhaustedException e) {
      pending.failed(e);
    }
  }

  private void onMalloc(int source, long bytes, long ticket) {
    long pointer;
    try {
      pointer = new GlobalPointer(self.rank(), own.allocate(bytes)).pack();
    } catch (HeapExhaustedException e) {
      noRoom.send(source, ticket, bytes, own.free(), own.largestFree());
      return;
    }
    reply.send(source, ticket, pointer);
  }

  private void onNoRoom(int source, long ticket, long bytes, long free, long largest) {
    self.replies().take(ticket).failed(RegisteredHeap.exhausted(source, bytes, free, largest));
  }

  /// Allocates `bytes` in the heap of `rank`, and waits for it. Their contents are undefined.
  ///
  /// @throws HeapExhaustedException when there is no room there
  public GlobalPointer mallocSync(int rank, long bytes) {
    self.checks().checkMayWait("Heap.mallocSync");
    malloc(rank, bytes, waited);
    waited.await();
    return waited.pointer();
  }

  /// Allocates `bytes` in the heap of every rank, at the same offset; collective. The pointer is to
  /// this rank's own memory; [GlobalPointer#at] gives those of the others. Their contents are
  /// undefined. Legal before [World#start], and best there: later, requests of a faster rank may
  /// run handlers that do not have the pointer yet.
  ///
  /// @throws HeapExhaustedException on every rank, when one has no room
  public GlobalPointer mallocAll(long bytes) {
    RegisteredHeap.checkSize(bytes);
    return new GlobalPointer(self.rank(), own.allocateAll(bytes));
  }

  /// Frees memory of any rank that [#allocate] or [#malloc] allocated; asynchronous when it is
  /// another rank's. Freeing any other memory throws here, or ends the job at the other rank.
  public void free(GlobalPointer pointer) {
    self.checks().checkOpen("Heap.free");
    if (pointer.rank() == self.rank()) {
      own.free(self.rank(), pointer.offset());
    } else {
      self.checks().checkMaySend("Heap.free");
      free.send(pointer.rank(), pointer.offset());
    }
  }

  /// Frees a segment that [#allocate] returned.
  public void free(MemorySegment registered) {
    free(pointerTo(registered));
  }

  /// Frees memory that [#mallocAll] allocated; collective. Nothing is freed before every rank has
  /// called it.
  public void freeAll(GlobalPointer pointer) {
    own.freeAll(pointer.offset());
  }

  /// The bytes allocated in this rank's own heap.
  public long used() {
    return own.used();
  }

  /// The largest block for which this rank's own heap has room, in bytes.
  public long largestFree() {
    return own.largestFree();
  }
}
