// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.World;
import weft.codec.Codec;
import weft.layer.BudgetShare;
import weft.layer.Frames;
import weft.layer.Layer;

/// Sends records of one type from every rank to every rank. Records are buffered, so one message
/// carries many (EasyMSG, section 3: containers and communication algorithms).
///
/// Every rank creates the channel, with the same name and type, before [World#start]. It then
/// pushes records, from the body or from handlers. At the target a handler runs for each record, in
/// a poll or a wait. Each record arrives exactly once. Records of one channel from one rank to
/// another arrive in the order in which they were pushed. No order is guaranteed between channels,
/// or between a channel and requests.
///
/// A buffer is sent in these cases:
/// - The next record does not fit, or [#flush] or `World.quiesce` is called.
/// - The rank polls or waits, and nothing was pushed and nothing arrived since the previous poll.
/// - The time that [#within] sets has passed.
///
/// Records count for quiescence from the push until their handler has run. All methods must be
/// called on the rank's thread.
@SuppressWarnings("ReferenceEquality") // buffers are compared by identity
public abstract sealed class Channel
    permits WordChannel, PairChannel, ObjectChannel, VectorChannel {
  /// The default size of a buffer in bytes.
  static final int DEFAULT_BYTES = 8192;

  private static final int SMALLEST = 64;

  /// With the default size, the buffers of a channel may take this fraction of the rank's budget.
  private static final int PART = 8;

  final String name;
  final Layer layer;
  private final BudgetShare budget;
  private final Channels channels;
  private final Frames frames;
  private final @Nullable RsrN large;
  private final Outgoing[] outgoing;

  /// The targets with buffered records, in no order.
  private final Outgoing[] held;

  private int holding;
  private int capacity;
  private int buffers = 1;
  private boolean closed;

  /// The time bound in nanoseconds; 0 for none.
  private long bound;

  /// The earliest deadline of buffered records.
  private long earliest = Long.MAX_VALUE;

  /// The time at which the last push with a time bound began.
  private long now;

  long pushed;
  long delivered;
  private long sent;
  private long bytes;
  private long full;
  private long idle;
  private long late;
  private long alone;
  private long refused;
  private long waited;

  /// @param shape one word that identifies the type of the records
  /// @param takesLarge whether a record may be larger than a buffer
  Channel(World world, String name, String shape, boolean takesLarge) {
    this.name = name;
    this.channels = Channels.of(world);
    this.layer = channels.layer;
    this.budget = layer.budgetShare("buffers of channels");
    Frames.Receiver receiver = this::receive;
    this.frames = layer.countedFrames(name, shape, receiver);
    this.large =
        takesLarge
            ? world.rsrN(
                name + " (large)",
                (source, frame) -> receiveLarge(source, MemorySegment.ofArray(frame.toByteArray())))
            : null;
    this.outgoing = new Outgoing[world.size()];
    this.held = new Outgoing[world.size()];
    makeOutgoing();
    int most = (int) Math.min(Integer.MAX_VALUE, layer.budget() / PART / world.size());
    this.capacity =
        Math.max(SMALLEST, Math.min(Math.min(DEFAULT_BYTES, frames.maxBytes()), most)) & -8;
    channels.add(this);
  }

  // Factories.

  /// Creates a channel of records of one word.
  public static WordChannel words(World world, String name, WordChannel.Handler handler) {
    return new WordChannel(world, name, WordChannel.oneByOne(handler));
  }

  /// Creates a channel of records of one word, whose handler receives all records of a buffer at
  /// once. That is faster if the work for a record takes only a few nanoseconds.
  public static WordChannel wordBatches(World world, String name, WordChannel.Batch handler) {
    return new WordChannel(world, name, handler);
  }

  /// Creates a channel of records of two words.
  public static PairChannel pairs(World world, String name, PairChannel.Handler handler) {
    return new PairChannel(world, name, handler);
  }

  /// Creates a channel of objects, which are encoded by `codec`.
  public static <T extends @Nullable Object> ObjectChannel<T> of(
      World world, String name, Codec<T> codec, ObjectChannel.Handler<T> handler) {
    return new ObjectChannel<>(world, name, codec, handler);
  }

  /// Creates a channel of vectors with a tag each, which the handler reads in place.
  public static VectorChannel vectors(World world, String name, VectorChannel.Handler handler) {
    return new VectorChannel(world, name, handler);
  }

  // Settings.

  /// The name of the channel.
  public final String name() {
    return name;
  }

  /// Sets a time bound: a record is sent at the latest `bound` after its push, if this rank polls
  /// or pushes meanwhile. Without polls and pushes, the bound cannot be kept. Without a bound (the
  /// default), a record is sent in an idle poll. With a bound, every push reads the clock.
  ///
  /// @throws IllegalArgumentException if the bound is not positive
  public final void within(Duration bound) {
    if (bound.isNegative() || bound.isZero()) {
      throw new IllegalArgumentException(
          problem("bounds", "by " + bound + "; give a positive time"));
    }
    layer.checkOpen("Channel.within");
    // Slightly earlier, because the buffer is sent in the first poll or push after this time.
    this.bound = Math.max(1, bound.toNanos() / 8 * 7);
    long now = layer.waits().nanoTime();
    for (int i = 0; i < holding; i++) {
      held[i].limit = 0;
      held[i].deadline = now + this.bound;
    }
    earliest = now + this.bound;
  }

  /// The size of one buffer in bytes.
  public final int bufferBytes() {
    return capacity;
  }

  /// Sets the size of buffers, limited to the size of a frame. Does nothing if the size stays the
  /// same.
  final void tuneBufferBytes(int bytes) {
    int possible = Math.max(SMALLEST, Math.min(bytes, frames.maxBytes())) & -8;
    if (possible != capacity) {
      bufferBytes(possible);
    }
  }

  /// Sets the size of one buffer in bytes, rounded down to whole words. Buffered records are sent
  /// first. A buffer that holds only one record makes the channel unbuffered.
  ///
  /// @throws IllegalArgumentException if the size is less than 64 or more than a frame
  public final void bufferBytes(int bytes) {
    if (bytes < SMALLEST || bytes > frames.maxBytes()) {
      throw new IllegalArgumentException(
          "rank "
              + layer.rank()
              + " sets buffers of "
              + bytes
              + " bytes for the channel \""
              + name
              + "\"; give a size from "
              + SMALLEST
              + " to "
              + frames.maxBytes()
              + " bytes (World.frameBytes)");
    }
    layer.checkMayWait("Channel.bufferBytes");
    sendAll();
    giveBuffers();
    this.capacity = bytes & -8;
    makeOutgoing();
  }

  /// Sets the number of buffers per target, which is 1 by default. With more buffers, full ones
  /// wait for room while the next one is filled. Buffered records are sent first.
  public final void buffers(int buffers) {
    if (buffers < 1 || buffers > 64) {
      throw new IllegalArgumentException(
          "rank "
              + layer.rank()
              + " sets "
              + buffers
              + " buffers for each target of the channel \""
              + name
              + "\"; give a number from 1 to 64");
    }
    layer.checkMayWait("Channel.buffers");
    sendAll();
    giveBuffers();
    this.buffers = buffers;
    makeOutgoing();
  }

  private void makeOutgoing() {
    Arrays.setAll(outgoing, target -> new Outgoing(target, buffers));
  }

  private void giveBuffers() {
    for (Outgoing out : outgoing) {
      budget.give((long) capacity * out.arrays);
    }
  }

  // Sending.

  /// Sends all buffered records now. In the body it waits for room if necessary. Requests that this
  /// rank sends to a target later arrive after the records.
  public final void flush() {
    layer.checkOpen("Channel.flush");
    sendAll();
    layer.flush();
  }

  /// Sends the buffered records for `target` now, as [#flush()] does.
  public final void flush(int target) {
    layer.checkOpen("Channel.flush");
    frames.check(target);
    sendAll(outgoing[target]);
    layer.flush();
  }

  /// Sends the buffered records for `target` if there is room now. Returns whether none is buffered
  /// for it any more. No handlers run.
  public final boolean tryFlush(int target) {
    frames.check(target);
    return trySend(outgoing[target]);
  }

  /// Returns whether no records are buffered for any target.
  public final boolean isFlushed() {
    layer.checkThread("Channel.isFlushed");
    return holding == 0;
  }

  /// Returns whether records are buffered for `target`.
  final boolean holdsFor(int target) {
    return !outgoing[target].isEmpty();
  }

  /// Ends pushing on this rank: buffered records are sent, and a later push is an error. Records of
  /// other ranks still arrive. `World.quiesce` is the collective end.
  public final void close() {
    layer.checkOpen("Channel.close");
    closed = true;
    for (Outgoing out : outgoing) {
      out.limit = 0;
    }
    sendAll();
    layer.flush();
  }

  /// The counters of this rank for this channel.
  public final ChannelCounters counters() {
    layer.checkThread("Channel.counters");
    return new ChannelCounters(
        pushed, delivered, sent, bytes, full, idle, late, alone, refused, waited);
  }

  final long pushed() {
    return pushed;
  }

  /// Returns the buffers of `target` if this thread may push now, and `bytes` bytes fit without
  /// further checks. Otherwise returns null.
  final @Nullable Outgoing ready(int target, int bytes) {
    Outgoing[] outgoing = this.outgoing;
    if (target < 0 || target >= outgoing.length || !layer.isHere()) {
      return null;
    }
    Outgoing out = outgoing[target];
    return out.used + bytes <= out.limit ? out : null;
  }

  /// Makes room for a record of `bytes` bytes, at most a buffer, and returns the buffers to write
  /// to. It waits if necessary, but never in a handler.
  final Outgoing room(int target, int bytes) {
    Outgoing out = checked(target);
    if (!fits(out, bytes) && !makeRoom(out, bytes)) {
      if (layer.mayWait()) {
        waited++;
        layer.awaitRoom(
            "a push to the channel \"" + name + "\"",
            () -> fits(out, bytes) || makeRoom(out, bytes));
      } else {
        sendAll(out);
      }
    }
    begin(out);
    return out;
  }

  /// Makes room as [#room] does if that is possible at once, else returns null. No handlers run.
  final @Nullable Outgoing tryRoom(int target, int bytes) {
    Outgoing out = checked(target);
    if (!fits(out, bytes) && !makeRoom(out, bytes)) {
      refused++;
      return null;
    }
    begin(out);
    return out;
  }

  private Outgoing checked(int target) {
    frames.check(target);
    if (closed) {
      throw new IllegalStateException(
          problem("pushes to", "after Channel.close(); push everything before, or close later"));
    }
    return outgoing[target];
  }

  private boolean fits(Outgoing out, int bytes) {
    return out.used + bytes <= capacity;
  }

  private boolean makeRoom(Outgoing out, int bytes) {
    while (out.isQueued() && sendOldest(out)) {}
    if (!out.isQueued() && sendOldest(out)) {
      full++;
      return true;
    }
    if (fits(out, bytes)) {
      return true;
    }
    if (out.queue()) {
      full++;
      return true;
    }
    return false;
  }

  /// Prepares the current buffer for a record.
  private void begin(Outgoing out) {
    if (out.words.length == 0) {
      budget.take(capacity);
      out.arrays++;
      out.setBuffer(new long[capacity >>> 3]);
    }
    if (out.used == 0) {
      layer.expect(1);
      if (out.place < 0) {
        out.place = holding;
        held[holding++] = out;
        channels.holds(1);
      }
      out.limit = bound == 0 ? capacity : 0;
    }
    if (bound != 0) {
      checkBound(out);
    }
  }

  private void checkBound(Outgoing out) {
    long now = layer.waits().nanoTime();
    this.now = now;
    if (out.used == 0) {
      out.deadline = now + bound;
      earliest = Math.min(earliest, out.deadline);
    }
    if (now - earliest >= 0) {
      int did = 0;
      for (int i = holding - 1; i >= 0; i--) {
        Outgoing due = held[i];
        if (due != out && now - due.deadline >= 0) {
          did += trySend(due) ? 1 : 0;
        }
      }
      late += did;
      if (did > 0) {
        setEarliest();
        layer.flush();
      }
    }
  }

  /// Sends the buffer after a record was written, if its deadline has passed.
  final void written(Outgoing out) {
    if (bound != 0 && now - out.deadline >= 0 && trySend(out)) {
      late++;
      setEarliest();
      layer.flush();
    }
  }

  private void setEarliest() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < holding; i++) {
      least = Math.min(least, held[i].deadline);
    }
    earliest = least;
  }

  /// Sends a record that is larger than a buffer, after all records before it.
  final void sendLarge(int target, MemorySegment record, long length) {
    Outgoing out = checked(target);
    sendAll(out);
    RsrN large = this.large;
    if (large != null) {
      large.send(target, record, 0, length);
      alone++;
      pushed++;
    }
  }

  /// Sends a record that is larger than a buffer, if it fits a frame and there is room. No handlers
  /// run.
  final boolean trySendLarge(int target, MemorySegment record, long length) {
    Outgoing out = checked(target);
    if (length > frames.maxBytes()) {
      throw new IllegalArgumentException(
          "rank "
              + layer.rank()
              + " calls tryPush of the channel \""
              + name
              + "\" with a record of "
              + length
              + " bytes; tryPush takes at most "
              + frames.maxBytes()
              + " (World.frameBytes), while push has no limit");
    }
    RsrN large = this.large;
    if (large == null || !trySend(out) || !large.trySend(target, record, 0, length)) {
      refused++;
      return false;
    }
    alone++;
    pushed++;
    return true;
  }

  // Sending buffers.

  /// Sends all buffered records. In the body it waits for room.
  final void sendAll() {
    // Handlers may push meanwhile. Their records are sent by this loop or later.
    for (int i = holding - 1; i >= 0; i = Math.min(i, holding) - 1) {
      sendAll(held[i]);
    }
  }

  private void sendAll(Outgoing out) {
    if (trySend(out)) {
      return;
    }
    if (layer.mayWait()) {
      waited++;
      layer.awaitRoom("a flush of the channel \"" + name + "\"", () -> trySend(out));
    } else {
      while (!out.isEmpty()) {
        long at = frames.open(out.target, out.oldestBytes());
        send(out, at);
      }
      release(out);
    }
  }

  /// Sends the buffered records for one target, as many as there is room for. Returns whether all
  /// were sent.
  private boolean trySend(Outgoing out) {
    while (!out.isEmpty()) {
      if (!sendOldest(out)) {
        return false;
      }
    }
    release(out);
    return true;
  }

  private boolean sendOldest(Outgoing out) {
    int length = out.oldestBytes();
    if (length == 0) {
      return true;
    }
    long at = frames.tryOpen(out.target, length);
    if (at < 0) {
      return false;
    }
    send(out, at);
    return true;
  }

  private void send(Outgoing out, long at) {
    int length = out.oldestBytes();
    MemorySegment memory = frames.memory();
    long[] words = out.oldest();
    int whole = length >>> 3;
    MemorySegment.copy(words, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, at, whole);
    for (int i = whole << 3; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (words[whole] >>> (i << 3)));
    }
    frames.close();
    out.removeOldest();
    layer.happened(1);
    sent++;
    bytes += length;
  }

  /// Removes a target without buffered records from the list.
  private void release(Outgoing out) {
    int place = out.place;
    if (place < 0) {
      return;
    }
    out.place = -1;
    Outgoing last = held[--holding];
    if (last != out) {
      held[place] = last;
      last.place = place;
    }
    channels.holds(-1);
    if (holding == 0) {
      earliest = Long.MAX_VALUE;
    }
  }

  /// Sends the buffers that are due, or all if `everything` is true. Returns the number of targets
  /// whose records were all sent. It is called in a poll, and does not wait.
  final int sendDue(boolean everything) {
    boolean late = bound != 0 && holding > 0 && layer.waits().nanoTime() - earliest >= 0;
    if (!everything && !late && buffers == 1) {
      return 0;
    }
    long now = late ? layer.waits().nanoTime() : 0;
    int did = 0;
    for (int i = holding - 1; i >= 0; i--) {
      Outgoing out = held[i];
      if (everything || (late && now - out.deadline >= 0)) {
        if (trySend(out)) {
          did++;
        }
      } else {
        while (out.isQueued() && sendOldest(out)) {}
      }
    }
    if (everything) {
      idle += did;
    } else {
      this.late += did;
    }
    if (late) {
      setEarliest();
    }
    return did;
  }

  /// Requests a wake-up when there is room for buffered records. Returns whether there is room now.
  final boolean requestWakes() {
    boolean room = false;
    for (int i = 0; i < holding; i++) {
      Outgoing out = held[i];
      room |= frames.requestWake(out.target, out.oldestBytes());
    }
    return room;
  }

  // Receiving.

  /// Receives the records of one buffer: `bytes` bytes of `memory` from `at` on.
  abstract void receive(int source, MemorySegment memory, long at, long bytes);

  /// Receives a record that was sent alone.
  abstract void receiveLarge(int source, MemorySegment record);

  private String problem(String does, String how) {
    return "rank " + layer.rank() + " " + does + " the channel \"" + name + "\" " + how;
  }

  /// Returns the exception for data that cannot be read.
  final IllegalStateException malformed(int source, String what) {
    return new IllegalStateException(
        problem("received bad data through", "from rank " + source + ": " + what));
  }
}
