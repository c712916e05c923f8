// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.RsrN;
import weft.layer.Frames;
import weft.layer.Layer;
import weft.layer.LayerCalls;
import weft.layer.LayerCounts;

/// Sends the buffers of one channel.
///
/// One rule keeps the order: a record is appended to its [Outgoing] before its push waits, and all
/// that is sent to a target is taken from there, oldest first. So handlers that run in a wait may
/// push, flush, close and change settings: what they push comes later, and what they send includes
/// what came before.
///
/// A push of the body may go beyond the number of buffers, by one. It then waits, unlike the push
/// of a handler, whose records join the backlog instead.
final class BufferSender {
  private final Layer layer;
  private final LayerCalls calls;
  private final LayerCounts counts;
  private final String name;
  private final Channels channels;
  private final Frames frames;
  private final @Nullable LargeRecords large;
  private final BufferPool pool;
  private final Outgoing[] all;

  /// The targets with buffered records, in no order.
  private final Outgoing[] held;

  private int holding;
  private int buffers = 1;

  /// The number of full buffers, over all targets.
  private int sealed;

  private final TimeBound bound;

  /// The number of records that the channel has pushed. The channel counts them itself, where that
  /// costs least.
  final LongSupplier pushed;

  // Counters, which the channel reads.
  long sent;
  long bytes;
  long full;
  long idle;
  long waited;

  BufferSender(
      Channels channels,
      String name,
      Frames frames,
      @Nullable RsrN large,
      BufferPool pool,
      LongSupplier pushed) {
    this.layer = channels.layer;
    this.calls = layer.calls();
    this.counts = layer.counts();
    this.name = name;
    this.channels = channels;
    this.frames = frames;
    this.large = large == null ? null : new LargeRecords(calls, frames, large, this);
    this.pool = pool;
    this.pushed = pushed;
    this.all = new Outgoing[layer.size()];
    this.held = new Outgoing[layer.size()];
    Arrays.setAll(all, Outgoing::new);
    this.bound = new TimeBound(layer, this);
  }

  /// The targets, by rank.
  Outgoing[] all() {
    return all;
  }

  /// The number of targets with buffered records.
  int holding() {
    return holding;
  }

  /// A target with buffered records; `index` is less than [#holding].
  Outgoing held(int index) {
    return held[index];
  }

  TimeBound bound() {
    return bound;
  }

  /// The records that are larger than a buffer.
  LargeRecords large() {
    LargeRecords large = this.large;
    if (large == null) {
      throw new IllegalStateException("the channel \"" + name + "\" has no large records");
    }
    return large;
  }

  // Settings. Nothing waits here: a buffer that was begun keeps its size.

  /// Sets the size of buffers. Buffered records are sent if there is room. Else they are sent
  /// later, before all records that follow.
  void resize(int bytes) {
    for (int i = holding - 1; i >= 0; i--) {
      Outgoing out = held[i];
      if (!trySend(out) && out.used > 0) {
        seal(out);
      }
    }
    for (Outgoing out : all) {
      RecordBuffer unused = out.used == 0 ? out.removeBuffer() : null;
      if (unused != null) {
        pool.give(unused);
      }
    }
    pool.resize(bytes);
  }

  /// Sets the number of buffers for each target.
  void setBuffers(int buffers) {
    this.buffers = buffers;
    pool.keep(buffers * all.length);
  }

  // Appending records.

  /// Makes room for a record of `bytes` bytes, at most a buffer. Nothing waits here and no handlers
  /// run: the caller writes the record first, and then calls [#written].
  void makeRoom(Outgoing out, int bytes) {
    sendFull(out);
    if (!out.fits(bytes)) {
      full++;
      if (out.queued() > 0 || out.hasLarge() || !sendOldest(out)) {
        seal(out);
      }
    }
    if (out.used == 0 && isOver(out) && !calls.mayWait()) {
      overflow(out);
    }
    begin(out);
  }

  /// Makes room as [#makeRoom] does, within the number of buffers. Returns false if there is none.
  boolean tryMakeRoom(Outgoing out, int bytes) {
    sendFull(out);
    if (out.hasLarge() || isOver(out)) {
      return false;
    }
    if (!out.fits(bytes)) {
      if (out.queued() > 0 || !sendOldest(out)) {
        if (out.queued() >= buffers - 1 || !pool.hasRoom()) {
          return false;
        }
        seal(out);
      }
      full++;
    }
    begin(out);
    return true;
  }

  /// In a handler, which must not wait: the records for this target join the backlog. If a large
  /// record of the body waits, it is not copied there: the buffers after it stay here, as far as
  /// the budget allows.
  private void overflow(Outgoing out) {
    if (!out.hasLarge()) {
      sendAll(out);
    } else if (!pool.hasRoom()) {
      throw calls.fail(calls.where(), new IllegalStateException(overBudget(out)));
    }
  }

  private String overBudget(Outgoing out) {
    return calls.where()
        + " on rank "
        + layer.rank()
        + " has pushed to the channel \""
        + name
        + "\" faster than rank "
        + out.target
        + " takes records: "
        + pool.owners()
        + " are taken, and the budget is "
        + counts.budget()
        + " bytes; push less from handlers, let the target poll more often, or raise the budget"
        + " (--budget)";
  }

  /// Prepares the current buffer for a record.
  private void begin(Outgoing out) {
    if (out.used == 0) {
      if (!out.hasBuffer()) {
        out.setBuffer(pool.take());
      }
      counts.expect(1);
      hold(out);
      out.limit = bound.isSet() ? 0 : out.words.length << 3;
    }
    if (bound.isSet()) {
      bound.begin(out);
    }
  }

  /// Called after a record was written. If it went beyond the number of buffers, the body waits.
  void written(Outgoing out) {
    if (isOver(out) && calls.mayWait()) {
      await(
          "a push to the channel ",
          out,
          () -> {
            sendFull(out);
            return !isOver(out);
          });
    }
    tried(out);
  }

  /// Called after a record was written where there was room.
  void tried(Outgoing out) {
    if (bound.isSet()) {
      bound.written(out);
    }
  }

  /// Whether more buffers are full than may wait. Without room in the budget none may.
  private boolean isOver(Outgoing out) {
    int queued = out.queued();
    return queued > 0 && (queued >= buffers || !pool.hasRoom());
  }

  /// Appends the buffer that is being filled to the full ones.
  void seal(Outgoing out) {
    out.seal();
    sealed++;
  }

  /// Adds a target to the list of those with buffered records.
  void hold(Outgoing out) {
    if (out.place < 0) {
      out.place = holding;
      held[holding++] = out;
      channels.holds(1);
    }
  }

  // Sending buffers.

  /// Sends all buffered records. In the body it waits for room.
  void sendAll() {
    for (int i = holding - 1; i >= 0; i--) {
      trySend(held[i]);
    }
    // Handlers may push meanwhile. Their records are sent by this loop or later.
    for (Outgoing out : all) {
      if (out.place >= 0) {
        sendAll(out);
      }
    }
  }

  /// Sends all buffered records for one target. In the body it waits for room.
  void sendAll(Outgoing out) {
    if (trySend(out)) {
      return;
    }
    if (calls.mayWait()) {
      await("a flush of the channel ", out, () -> trySend(out));
      return;
    }
    while (!out.isEmpty()) {
      if (out.isLargeNext() && large != null) {
        large.send(out);
      } else {
        send(out, frames.open(out.target, out.oldestBytes()));
      }
    }
    release(out);
  }

  /// Sends the buffered records for one target, as many as there is room for. Returns whether all
  /// were sent. A large record is sent only by the push that waits for it.
  boolean trySend(Outgoing out) {
    while (!out.isEmpty()) {
      if (out.isLargeNext() || !sendOldest(out)) {
        return false;
      }
    }
    release(out);
    return true;
  }

  /// Sends full buffers, as many as there is room for.
  private void sendFull(Outgoing out) {
    while (out.queued() > 0 && !out.isLargeNext() && sendOldest(out)) {}
  }

  /// Sends the oldest buffer if there is room.
  boolean sendOldest(Outgoing out) {
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
    RecordBuffer free = out.removeOldest();
    if (free != null) {
      sealed--;
      pool.give(free);
    }
    counts.happened(1);
    sent++;
    bytes += length;
  }

  /// Removes a target without buffered records from the list.
  void release(Outgoing out) {
    int place = out.place;
    if (place < 0) {
      return;
    }
    out.place = -1;
    Outgoing last = held[--holding];
    if (place != holding) {
      held[place] = last;
      last.place = place;
    }
    channels.holds(-1);
    if (holding == 0) {
      bound.setEarliest();
    }
  }

  // Polls and waits.

  /// Waits in `call` for room at a target until `condition` holds.
  void await(String call, Outgoing out, BooleanSupplier condition) {
    waited++;
    layer.waiting().awaitRoom(call, name, out.target, condition);
  }

  /// Sends the buffers that are due, or all if `everything` is true. Returns the number of targets
  /// whose records were all sent. It is called in a poll, and does not wait.
  int sendDue(boolean everything) {
    if (!everything) {
      for (int i = holding - 1; sealed > 0 && i >= 0; i--) {
        sendFull(held[i]);
      }
      return bound.sendDue();
    }
    int did = 0;
    for (int i = holding - 1; i >= 0; i--) {
      did += trySend(held[i]) ? 1 : 0;
    }
    idle += did;
    if (did > 0) {
      bound.setEarliest();
    }
    return did;
  }

  /// Requests a wake-up when there is room for buffered records. Returns whether there is room now.
  boolean requestWakes() {
    boolean room = false;
    for (int i = 0; i < holding; i++) {
      Outgoing out = held[i];
      if (large != null && out.isLargeNext()) {
        room |= large.requestWake(out);
      } else {
        room |= frames.requestWake(out.target, out.oldestBytes());
      }
    }
    return room;
  }
}
