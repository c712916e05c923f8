// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.World;
import weft.codec.Codec;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.layer.LayerCalls;

/// Sends records of one type from every rank to every rank. Records are buffered, so one message
/// carries many.
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
///
/// Source: EasyMSG, section 3 (containers and communication algorithms).
public abstract sealed class Channel
    permits WordChannel, PairChannel, ObjectChannel, VectorChannel {
  /// The default size of a buffer in bytes.
  static final int DEFAULT_BYTES = 8192;

  private static final int SMALLEST = 64;

  /// With the default size, the buffers of a channel may take this fraction of the rank's budget.
  private static final int PART = 8;

  final String name;
  final Layer layer;
  private final LayerCalls calls;
  private final Frames frames;
  private final BufferPool pool;
  private final BufferSender sender;

  /// The targets of [#sender].
  private final Outgoing[] outgoing;

  private boolean closed;

  long pushed;
  long delivered;
  private long alone;
  private long refused;

  /// @param shape one word that identifies the type of the records
  /// @param takesLarge whether a record may be larger than a buffer
  Channel(World world, String name, String shape, boolean takesLarge) {
    this.name = name;
    Channels channels = Channels.of(world);
    this.layer = channels.layer;
    this.calls = layer.calls();
    Frames.Receiver receiver = this::receive;
    this.frames = layer.messages().countedFrames(name, shape, receiver);
    RsrN large =
        takesLarge
            ? world.rsrN(
                name + " (large)",
                (source, frame) -> receiveLarge(source, MemorySegment.ofArray(frame.toByteArray())))
            : null;
    // A push that waits takes one buffer more.
    int most =
        (int) Math.min(Integer.MAX_VALUE, layer.counts().budget() / PART / (world.size() + 1));
    int size = Math.max(SMALLEST, Math.min(Math.min(DEFAULT_BYTES, frames.maxBytes()), most)) & -8;
    this.pool =
        new BufferPool(layer.counts().budgetShare("buffers of channels"), size, world.size());
    this.sender = new BufferSender(channels, name, frames, large, pool, this::pushed);
    this.outgoing = sender.all();
    channels.add(sender);
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
    calls.checkOpen("Channel.within");
    sender.bound().set(bound);
  }

  /// The size of one buffer in bytes.
  public final int bufferBytes() {
    return pool.size();
  }

  /// Sets the size of buffers, limited to the size of a frame. Does nothing if the size stays the
  /// same.
  final void tuneBufferBytes(int bytes) {
    int possible = Math.max(SMALLEST, Math.min(bytes, frames.maxBytes())) & -8;
    if (possible != pool.size()) {
      sender.resize(possible);
    }
  }

  /// Sets the size of one buffer in bytes, rounded down to whole words. Records that are buffered
  /// already are sent before all that follow. A buffer that holds only one record makes the channel
  /// unbuffered. This call does not wait, and handlers may call it.
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
    calls.checkOpen("Channel.bufferBytes");
    sender.resize(bytes & -8);
  }

  /// Sets the number of buffers per target, which is 1 by default. With more buffers, full ones
  /// wait for room while the next one is filled, as long as the rank's budget has room for them.
  /// This call does not wait, and handlers may call it.
  ///
  /// @throws IllegalArgumentException if the number is less than 1 or more than 64
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
    calls.checkOpen("Channel.buffers");
    sender.setBuffers(buffers);
  }

  // Sending.

  /// Sends all buffered records now. In the body it waits for room if necessary. Requests that this
  /// rank sends to a target later arrive after the records.
  public final void flush() {
    calls.checkMaySend("Channel.flush");
    sender.sendAll();
    layer.messages().flush();
  }

  /// Sends the buffered records for `target` now, as [#flush()] does.
  public final void flush(int target) {
    calls.checkMaySend("Channel.flush");
    frames.check(target);
    sender.sendAll(outgoing[target]);
    layer.messages().flush();
  }

  /// Sends the buffered records for `target` if there is room now. Returns whether none is buffered
  /// for it any more. No handlers run.
  public final boolean tryFlush(int target) {
    frames.check(target);
    return sender.trySend(outgoing[target]);
  }

  /// Returns whether no records are buffered for any target.
  public final boolean isFlushed() {
    calls.checkThread("Channel.isFlushed");
    return sender.holding() == 0;
  }

  /// Returns whether records are buffered for `target`.
  final boolean holdsFor(int target) {
    return !outgoing[target].isEmpty();
  }

  /// Ends pushing on this rank: buffered records are sent, and a later push is an error. Records of
  /// other ranks still arrive. `World.quiesce` is the collective end.
  public final void close() {
    calls.checkMaySend("Channel.close");
    closed = true;
    for (Outgoing out : outgoing) {
      out.limit = 0;
    }
    sender.sendAll();
    layer.messages().flush();
  }

  /// The counters of this rank for this channel.
  public final ChannelCounters counters() {
    calls.checkThread("Channel.counters");
    return new ChannelCounters(
        pushed,
        delivered,
        sender.sent,
        sender.bytes,
        sender.full,
        sender.idle,
        sender.bound().late(),
        alone,
        refused,
        sender.waited);
  }

  private long pushed() {
    return pushed;
  }

  /// Returns the buffers of `target` if this thread may push now, and `bytes` bytes fit without
  /// further checks. Otherwise returns null.
  final @Nullable Outgoing ready(int target, int bytes) {
    Outgoing[] outgoing = this.outgoing;
    int place = target | calls.mask();
    if (place < 0 || place >= outgoing.length || !calls.isHere()) {
      return null;
    }
    Outgoing out = outgoing[place];
    return out.used + bytes <= out.limit ? out : null;
  }

  /// Makes room for a record of `bytes` bytes, at most a buffer, and returns the buffers to write
  /// to. No handlers run: the record takes its place first, and [#written] waits.
  final Outgoing room(int target, int bytes) {
    Outgoing out = checked(target);
    sender.makeRoom(out, bytes);
    return out;
  }

  /// Makes room as [#room] does if that is possible at once, else returns null. No handlers run.
  final @Nullable Outgoing tryRoom(int target, int bytes) {
    Outgoing out = checked(target);
    if (!sender.tryMakeRoom(out, bytes)) {
      refused++;
      return null;
    }
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

  /// Ends a push that called [#room]: waits if there was no room, but never in a handler.
  final void written(Outgoing out) {
    sender.written(out);
  }

  /// Ends a push that called [#tryRoom]. No handlers run.
  final void tried(Outgoing out) {
    sender.tried(out);
  }

  /// Sends a record that is larger than a buffer, after all records before it. It waits if
  /// necessary, but never in a handler.
  final void sendLarge(int target, MemorySegment record, long length) {
    Outgoing out = checked(target);
    alone++;
    pushed++;
    sender.large().push(out, record, length);
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
    if (!sender.large().tryPush(out, record, length)) {
      refused++;
      return false;
    }
    alone++;
    pushed++;
    return true;
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
