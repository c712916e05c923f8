// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.HeapExhaustedException;
import weft.Rsr1;
import weft.Rsr3;
import weft.Rsr4;
import weft.WeftException;
import weft.World;
import weft.layer.Frames;
import weft.layer.Layer;

/// Sends of data of any size and layout between two ranks, which a receive at the other side takes:
/// the buffered point-to-point send of the AP3000 paper (4.3).
///
/// A send returns at once, and the data may be written again: it has been copied once, gaps left
/// out, into a chunk of the registered heap, which serves as the packed message, the buffer and
/// what the receiver reads from. What one rank sends to another is received in the order sent. Who
/// sends without being received is held up when its heap is full.
public final class Parcels {
  private static final int SMALLEST_SHIFT = 12;

  /// How many pieces are asked for ahead, where memory is not shared.
  private static final int AHEAD = 2;

  /// A piece is so many messages at most.
  private static final int MESSAGES = 4;

  private static final long SMALLEST_PIECE = 256;

  /// All ranks may ask one at the same time; what it answers may take this part of its budget.
  private static final int PART = 4;

  /// What has been sent to this rank and not received.
  private record Waiting(long place, long bytes, int type, long ticket) {}

  /// A chunk of this rank's memory; the next free one of its size is `next`.
  private static final class Chunk {
    final MemorySegment memory;
    final long at;
    final int shift;
    long bytes;

    /// How many bytes have been asked for and sent.
    long served;

    @Nullable Chunk next;

    Chunk(MemorySegment memory, long at, int shift) {
      this.memory = memory;
      this.at = at;
      this.shift = shift;
    }
  }

  private final Layer layer;
  private final boolean share;
  private final Rsr4 sent;
  private final Rsr1 read;
  private final Rsr3 want;
  private final Frames frames;
  private final ArrayDeque<Waiting>[] waiting;
  private final @Nullable Chunk[] free = new Chunk[Long.SIZE];
  private @Nullable Chunk[] chunks = new Chunk[16];
  private int open;
  private int opened;
  private int awaited;

  // The parcel that is coming in pieces, and how much of it was asked for and is there.
  private @Nullable Data into;
  private Waiting coming = new Waiting(0, 0, 0, 0);
  private long asked;
  private long there;

  private final BooleanSupplier hasCome = this::hasCome;
  private final BooleanSupplier isIn = this::isIn;
  private final BooleanSupplier hasLess = this::hasLess;

  /// Parcels between the ranks of a job. Registers handlers: once, on every rank, before
  /// [World#start].
  public Parcels(World world) {
    this(world, true);
  }

  /// @param share whether ranks read each other's heaps where they can
  @SuppressWarnings({"unchecked", "rawtypes"})
  Parcels(World world, boolean share) {
    this.layer = Layer.of(world);
    this.share = share && layer.sharesHeaps();
    this.waiting = new ArrayDeque[world.size()];
    Arrays.setAll(waiting, rank -> new ArrayDeque<Waiting>());
    this.sent =
        world.rsr4(
            "weft parcel",
            (source, place, length, type, ticket) ->
                waiting[source].add(new Waiting(place, length, (int) type, ticket)));
    this.read = world.rsr1("weft parcel read", this::read);
    this.frames = layer.frames(world, "weft parcel bytes", this::arrive);
    this.want = world.rsr3("weft parcel wanted", this::wanted);
  }

  private int frameBytes() {
    return (frames.maxBytes() - Long.BYTES) & -Long.BYTES;
  }

  private long piece() {
    long each = layer.budget() / PART / AHEAD / waiting.length;
    return Math.clamp(each, SMALLEST_PIECE, (long) MESSAGES * frameBytes()) & -Long.BYTES;
  }

  private boolean hasCome() {
    return !waiting[awaited].isEmpty();
  }

  private boolean isIn() {
    return into == null;
  }

  private boolean hasLess() {
    return open < opened;
  }

  /// Sends `data` to `target`, which may be this rank, and returns at once: it waits only while the
  /// heap is full of what was not received.
  ///
  /// @throws HeapExhaustedException when the heap has no room and nothing is under way to wait for
  public void send(int target, Data data) {
    layer.checkOpen("Parcels.send");
    Objects.checkIndex(target, waiting.length);
    long length = data.bytes();
    if (length == 0) {
      sent.send(target, 0, 0, data.type().ordinal(), -1);
      return;
    }
    Chunk chunk = take(length);
    chunk.bytes = length;
    chunk.served = 0;
    data.span().copyTo(0, chunk.memory, chunk.at, length);
    int ticket = 0;
    while (chunks[ticket] != null) {
      if (++ticket == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * ticket);
      }
    }
    chunks[ticket] = chunk;
    sent.send(target, chunk.at, length, data.type().ordinal(), ticket);
  }

  /// Receives what `source` has sent next into `data`, waiting for it if it has not come.
  ///
  /// @throws WeftException when it is of another length or type
  public void receive(int source, Data data) {
    layer.checkMayWait("Parcels.receive");
    Objects.checkIndex(source, waiting.length);
    ArrayDeque<Waiting> mine = waiting[source];
    if (mine.isEmpty()) {
      awaited = source;
      layer.await("Parcels.receive", hasCome);
    }
    Waiting next = mine.element();
    if (next.bytes != data.bytes() || next.type != data.type().ordinal()) {
      throw new WeftException(
          "rank "
              + source
              + " has sent rank "
              + layer.rank()
              + " a parcel of "
              + next.bytes
              + " bytes of "
              + Type.values()[next.type]
              + ", which Parcels.receive wants to be "
              + data.bytes()
              + " bytes of "
              + data.type()
              + "; both sides give the same number of elements of the same type");
    }
    mine.remove();
    if (next.bytes == 0) {
      return;
    }
    MemorySegment heap = share ? layer.heap(source) : null;
    if (heap != null) {
      data.span().copyFrom(0, heap, next.place, next.bytes);
      read.send(source, next.ticket);
      layer.uncountSent(); // nobody misses it when it comes after the end
    } else {
      into = data;
      coming = next;
      asked = 0;
      there = 0;
      for (int i = 0; i < AHEAD; i++) {
        ask(source);
      }
      layer.await("Parcels.receive", isIn);
    }
  }

  private void read(int source, long ticket) {
    layer.uncountReceived();
    give((int) ticket);
  }

  /// The receiver asks for a piece after the other, so that a parcel of any length takes no more of
  /// the sender's budget than a few messages.
  private void ask(int source) {
    long from = asked;
    long length = Math.min(piece(), coming.bytes - from);
    if (length > 0) {
      // Before the send: a handler that runs within it may ask for what is next.
      asked = from + length;
      want.send(source, coming.ticket, from, length);
      layer.uncountSent(); // of the parcel only its announcement counts
    }
  }

  private void wanted(int source, long ticket, long from, long length) {
    layer.uncountReceived();
    Chunk chunk = Objects.requireNonNull(chunks[(int) ticket]);
    for (long done = 0; done < length; ) {
      int bytes = (int) Math.min(frameBytes(), length - done);
      long place = from + done;
      long at = frames.open(source, Long.BYTES + bytes);
      MemorySegment to = frames.memory();
      to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, place);
      MemorySegment.copy(chunk.memory, chunk.at + place, to, at + Long.BYTES, bytes);
      frames.close();
      done += bytes;
    }
    chunk.served += length;
    if (chunk.served == chunk.bytes) {
      give((int) ticket);
    }
  }

  /// The place stands before the bytes: what a handler asks for may overtake what the body has
  /// asked for before.
  private void arrive(int source, MemorySegment memory, long at, long size) {
    Data data = Objects.requireNonNull(into);
    long bytes = size - Long.BYTES;
    long place = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    data.span().copyFrom(place, memory, at + Long.BYTES, bytes);
    there += bytes;
    if (there == coming.bytes) {
      into = null;
    } else if (asked - there <= (AHEAD - 1) * piece()) {
      ask(source);
    }
  }

  // Chunks.

  private Chunk take(long length) {
    int shift = Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(length - 1));
    for (; ; ) {
      Chunk chunk = free[shift];
      if (chunk != null) {
        free[shift] = chunk.next;
        open++;
        return chunk;
      }
      try {
        chunk = new Chunk(memory(), layer.allocate(1L << shift), shift);
        open++;
        return chunk;
      } catch (HeapExhaustedException e) {
        if (releaseOthers(shift)) {
          continue;
        }
        if (open == 0 || !layer.mayWait()) {
          throw e;
        }
        opened = open;
        layer.await("Parcels.send", hasLess);
      }
    }
  }

  private MemorySegment memory() {
    return Objects.requireNonNull(layer.heap(layer.rank()), "a rank reads its own heap");
  }

  /// Frees the free chunks of other sizes; says whether there were any.
  private boolean releaseOthers(int shift) {
    boolean any = false;
    for (int i = 0; i < free.length; i++) {
      for (Chunk chunk = i == shift ? null : free[i]; chunk != null; chunk = chunk.next) {
        layer.free(chunk.at);
        free[i] = chunk.next;
        any = true;
      }
    }
    return any;
  }

  private void give(int ticket) {
    Chunk chunk = Objects.requireNonNull(chunks[ticket], "a parcel was read that was not sent");
    chunks[ticket] = null;
    chunk.next = free[chunk.shift];
    free[chunk.shift] = chunk;
    open--;
  }

  /// How many parcels this rank has sent that are not received yet.
  public int underWay() {
    return open;
  }
}
