// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.Engine;
import weft.internal.dispatch.Dispatcher;
import weft.internal.rank.Blocks;
import weft.internal.rank.Waiting;
import weft.memory.RecordLayout;
import weft.transport.Outbox;
import weft.transport.Transport;

/// What a send does when its record does not simply fit: wait for room in the body, join the
/// backlog in a handler, go in fragments when large.
///
/// Order per target is kept by one rule: an outbox is held (its fast path finds no room) while a
/// backlog stands before it or a fragmented message is under way.
public final class Sender {
  private static final int NO_TARGET = -1;

  private final Engine engine;
  private final Outbox[] outboxes;
  private final Dispatcher dispatcher;
  private final Waiting waiting;
  private final int maxRecord;
  private final Backlogs backlogs;

  private int fragmentsTo = NO_TARGET;
  private @Nullable Backlog slotBacklog;
  private @Nullable Outbox awaited;
  private int awaitedBytes;
  private final Acknowledgements acknowledgements;
  private final BulkDepartures bulk;
  private @Nullable Outbox openedTo;
  private long openedAt;
  private long openedHeader;
  private long payloadBytes;
  private long fragmented;

  public Sender(
      Engine engine,
      Outbox[] outboxes,
      Transport transport,
      Dispatcher dispatcher,
      Waiting waiting,
      Blocks blocks) {
    this.engine = engine;
    this.outboxes = outboxes;
    this.dispatcher = dispatcher;
    this.waiting = waiting;
    this.maxRecord = transport.maxRecord();
    this.backlogs = new Backlogs(engine, outboxes, dispatcher, blocks);
    waiting.setRooms(this::requestWakes);
    this.acknowledgements = new Acknowledgements(engine, dispatcher);
    this.bulk = new BulkDepartures(engine, this, transport.bulk(), blocks);
  }

  // What the requests call.

  /// Refuses what every send to `target` would, before anything is changed for it.
  public void check(int target, String name) {
    engine.outbox(target, name);
    engine.refused(); // not counted: nothing was sent
  }

  /// Sends a request of words whose fast path found no room.
  public void wordsSlow(String name, Outbox out, long header, long a, long b, long c, long d) {
    words(name, out, header, a, b, c, d);
  }

  /// Sends a request of words and waits until the target has taken it.
  public void wordsSync(String name, long header, int target, long a, long b, long c, long d) {
    engine.contexts().checkMayWait("sendSync of ", name);
    words(name, engine.outbox(target, name), RecordLayout.sync(header), a, b, c, d);
    acknowledgements.await(name, target);
  }

  /// Sends a payload of any length from a segment or a primitive array.
  public void payload(
      String name, long header, int target, Object source, long offset, long length) {
    Payloads.check(name, source);
    Outbox out = engine.outbox(target, name);
    payload(name, out, RecordLayout.handler(header), source, offset, length, false);
  }

  /// Sends a payload and waits until the target has taken all of it.
  public void payloadSync(
      String name, long header, int target, Object source, long offset, long length) {
    engine.contexts().checkMayWait("sendSync of ", name);
    Payloads.check(name, source);
    Outbox out = engine.outbox(target, name);
    payload(name, out, RecordLayout.handler(header), source, offset, length, true);
    acknowledgements.await(name, target);
  }

  /// Sends a payload if it goes in one piece and there is room.
  public boolean tryPayload(
      String name, long header, int target, Object source, long offset, long length) {
    if (length > maxRecord - RecordLayout.HEADER) {
      throw new WeftException(
          "rank "
              + engine.rank()
              + " calls trySend of \""
              + name
              + "\" with a payload of "
              + length
              + " bytes; trySend takes at most "
              + (maxRecord - RecordLayout.HEADER)
              + " (World.frameBytes), send has no limit");
    }
    Payloads.check(name, source);
    Outbox out = engine.outbox(target, name);
    return tryPayload(out, RecordLayout.handler(header), source, offset, (int) length)
        || engine.refused();
  }

  /// Claims a message of `bytes` bytes, at most a frame, that the caller writes into [#opened] from
  /// the place returned on, before it calls [#close]; nothing else may be sent meanwhile.
  public long open(String name, Outbox out, int handler, int bytes) {
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, bytes);
    long at = openSlot(name, out, whole, RecordLayout.length(whole));
    openedTo = out;
    openedAt = at;
    openedHeader = whole;
    return at + RecordLayout.HEADER;
  }

  /// Where the message claimed last is written.
  public MemorySegment opened() {
    return slotMemory(Objects.requireNonNull(openedTo));
  }

  /// Sends the message claimed last.
  public void close() {
    Outbox out = Objects.requireNonNull(openedTo);
    closeSlot(out, openedAt, RecordLayout.length(openedHeader), openedHeader);
  }

  // One request, in whatever context.

  private void words(String name, Outbox out, long header, long a, long b, long c, long d) {
    int bytes = RecordLayout.length(header);
    long at = openSlot(name, out, header, bytes);
    MemorySegment memory = slotMemory(out);
    int words = RecordLayout.payload(header) >>> 3;
    if (words > 0) {
      memory.set(ValueLayout.JAVA_LONG, at + 8, a);
    }
    if (words > 1) {
      memory.set(ValueLayout.JAVA_LONG, at + 16, b);
    }
    if (words > 2) {
      memory.set(ValueLayout.JAVA_LONG, at + 24, c);
    }
    if (words > 3) {
      memory.set(ValueLayout.JAVA_LONG, at + 32, d);
    }
    closeSlot(out, at, bytes, header);
  }

  private void payload(
      String name, Outbox out, int handler, Object source, long offset, long length, boolean sync) {
    payloadBytes += length;
    if (length >= bulk.from()
        && !dispatcher.inHandler()
        && bulk.send(name, out, handler, source, offset, length, sync)) {
      return;
    }
    if (length + RecordLayout.HEADER > maxRecord) {
      fragments(name, out, handler, source, offset, length, sync);
      return;
    }
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, (int) length);
    whole = sync ? RecordLayout.sync(whole) : whole;
    int bytes = RecordLayout.length(whole);
    long at = openSlot(name, out, whole, bytes);
    copy(name, source, offset, slotMemory(out), at + RecordLayout.HEADER, length);
    closeSlot(out, at, bytes, whole);
  }

  private boolean tryPayload(Outbox out, int handler, Object source, long offset, int length) {
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, length);
    int bytes = RecordLayout.length(whole);
    long at = out.claim(bytes);
    if (at < 0) {
      return false;
    }
    Payloads.copyInto(out.memory(), at + RecordLayout.HEADER, source, offset, length);
    out.commit(at, bytes, whole);
    payloadBytes += length;
    return true;
  }

  private void fragments(
      String name, Outbox out, int handler, Object source, long offset, long length, boolean sync) {
    fragmented++;
    boolean body = !dispatcher.inHandler();
    int most = maxRecord - RecordLayout.HEADER;
    long done = 0;
    try {
      while (done < length) {
        int extra = done == 0 ? 8 : 0;
        int bytes = (int) Math.min(most - extra, length - done);
        long header =
            RecordLayout.header(
                done == 0 ? RecordLayout.FIRST : RecordLayout.MORE, handler, bytes + extra);
        if (sync && done + bytes == length) {
          header = RecordLayout.sync(header);
        }
        int record = RecordLayout.length(header);
        long at = openSlot(name, out, header, record);
        MemorySegment memory = slotMemory(out);
        if (extra > 0) {
          memory.set(ValueLayout.JAVA_LONG, at + RecordLayout.HEADER, length);
        }
        copy(name, source, offset + done, memory, at + RecordLayout.HEADER + extra, bytes);
        closeSlot(out, at, record, header);
        done += bytes;
        if (body) {
          fragmentsTo = out.target();
          out.hold();
        }
      }
    } finally {
      if (body) {
        fragmentsTo = NO_TARGET;
        releaseIfFree(out);
      }
    }
  }

  /// A copy that fails half-way (the segment was closed while the send waited) leaves a message
  /// that is counted, and perhaps begun, but never ends: the job cannot go on.
  private void copy(
      String name, Object source, long offset, MemorySegment to, long at, long bytes) {
    try {
      Payloads.copyInto(to, at, source, offset, bytes);
    } catch (Throwable thrown) {
      throw engine.report("send of \"" + name + "\"", thrown);
    }
  }

  // A slot is claimed space for one record, in the ring or in the backlog.

  long openSlot(String name, Outbox out, long header, int bytes) {
    slotBacklog = null;
    if (!dispatcher.inHandler()) {
      return awaitRoom(name, out, bytes);
    }
    long at = out.claim(bytes);
    if (at < 0) {
      Backlog backlog = backlogs.join(name, out, header);
      slotBacklog = backlog;
      at = backlog.append(header);
    }
    return at;
  }

  private MemorySegment slotMemory(Outbox out) {
    Backlog backlog = slotBacklog;
    return backlog == null ? out.memory() : backlog.memory();
  }

  void closeSlot(Outbox out, long at, int bytes, long header) {
    if (slotBacklog == null) {
      out.commit(at, bytes, header);
    }
  }

  private long awaitRoom(String name, Outbox out, int bytes) {
    long at = claim(out, bytes);
    return at >= 0 ? at : awaitRoomSlow(name, out, bytes);
  }

  private long claim(Outbox out, int bytes) {
    return fragmentsTo == out.target() ? out.claimHeld(bytes) : out.claim(bytes);
  }

  private long awaitRoomSlow(String name, Outbox out, int bytes) {
    waiting.begin("send of ", name, out.target());
    awaited = out;
    awaitedBytes = bytes;
    try {
      for (; ; ) {
        int did = engine.progress();
        slotBacklog = null;
        long at = claim(out, bytes);
        if (at >= 0) {
          return at;
        }
        waiting.pause(did);
      }
    } finally {
      awaited = null;
      engine.waitEnded();
    }
  }

  /// Whether a backlog stands.
  boolean isBehind() {
    return backlogs.standing();
  }

  /// Moves what stands in backlogs into the rings, as far as there is room.
  public int flush() {
    return backlogs.flush(fragmentsTo);
  }

  /// Asks every target for which something waits, the body's record or a backlog, to ring when it
  /// has made room, and says whether there is some already.
  private boolean requestWakes() {
    Outbox out = awaited;
    boolean room = out != null && isNext(out.target()) && out.requestWake(awaitedBytes);
    return room || backlogs.requestWakes(fragmentsTo) || engine.oneSided().requestWakes();
  }

  /// Whether the body waits for room in this outbox.
  public boolean awaits(Outbox out) {
    return out.equals(awaited);
  }

  /// Whether the body's record is the next one for `target`: while a backlog stands before it, room
  /// is of no use to it.
  private boolean isNext(int target) {
    return target == fragmentsTo || !backlogs.stands(target);
  }

  private void releaseIfFree(Outbox out) {
    if (!backlogs.stands(out.target())) {
      out.release();
    }
  }

  /// Waits until no backlog stands.
  public void drain() {
    if (isBehind()) {
      engine.await("the end of the job", "", NO_TARGET, () -> !isBehind());
    }
  }

  /// Tells `source` that what it waits for was taken off the path.
  public void acknowledge(int source) {
    words(
        "acknowledgement",
        outboxes[source],
        RecordLayout.header(RecordLayout.RSR0, SystemHandlers.ACKNOWLEDGE, 0),
        0,
        0,
        0,
        0);
  }

  /// Sends a message of Weft's own: not counted, never refused by the budget.
  public void system(int handler, int target, long[] words, int count) {
    payloadBytes -= 8L * count;
    payload("a collective", outboxes[target], handler, words, 0, 8L * count, false);
  }

  public long payloadBytes() {
    return payloadBytes;
  }

  public long fragmented() {
    return fragmented;
  }

  public long backlogged() {
    return backlogs.records();
  }

  /// What is under way, for people.
  public void describe(StringBuilder text) {
    backlogs.describe(text);
    for (Outbox out : outboxes) {
      if (out.isFull()) {
        text.append("; the ring to rank ").append(out.target()).append(" is full");
      }
    }
  }
}
