// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.memory.Outbox;
import weft.memory.RecordLayout;
import weft.transport.Transport;

/// What a send does when its record does not simply fit: wait for room in the body, join the
/// backlog in a handler, go in fragments when large.
///
/// Order per target is kept by one rule: an outbox is held (its fast path finds no room) while a
/// backlog stands before it or a fragmented message is under way.
final class Sender {
  private static final int ACKNOWLEDGE = 1;

  private static final int NO_TARGET = -1;

  private final Engine engine;
  private final Outbox[] outboxes;
  private final Dispatcher dispatcher;
  private final Waiting waiting;
  private final Budget budget;
  private final int maxRecord;
  private final @Nullable Backlog[] backlogs;

  private int standing;
  private int fragmentsTo = NO_TARGET;
  private @Nullable Backlog slotBacklog;
  private @Nullable Outbox awaited;
  private int awaitedBytes;
  private long acknowledgements;
  private long acknowledged;
  private long payloadBytes;
  private long fragmented;
  private long backlogged;

  Sender(
      Engine engine, Transport transport, Dispatcher dispatcher, Waiting waiting, Budget budget) {
    this.engine = engine;
    this.outboxes = engine.outboxes();
    this.dispatcher = dispatcher;
    this.waiting = waiting;
    this.budget = budget;
    this.maxRecord = transport.maxRecord();
    this.backlogs = new Backlog[outboxes.length];
    waiting.setRooms(this::requestWakes);
    dispatcher.rsr0[ACKNOWLEDGE] =
        source -> {
          acknowledged++;
          dispatcher.countSystem(0);
        };
  }

  /// Sends a request of words.
  void words(String name, Outbox out, long header, long a, long b, long c, long d) {
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

  /// Sends a payload of any length from a segment or a primitive array.
  void payload(
      String name, Outbox out, int handler, Object source, long offset, long length, boolean sync) {
    payloadBytes += length;
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

  boolean tryPayload(Outbox out, int handler, Object source, long offset, int length) {
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, length);
    int bytes = RecordLayout.length(whole);
    long at = out.claim(bytes);
    if (at < 0) {
      return false;
    }
    Payloads.copy(source, offset, out.memory(), at + RecordLayout.HEADER, length);
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
      Payloads.copy(source, offset, to, at, bytes);
    } catch (Throwable thrown) {
      throw engine.report("send of \"" + name + "\"", thrown);
    }
  }

  // A slot is claimed space for one record, in the ring or in the backlog.

  private long openSlot(String name, Outbox out, long header, int bytes) {
    slotBacklog = null;
    if (!dispatcher.inHandler()) {
      return awaitRoom(name, out, bytes);
    }
    long at = out.claim(bytes);
    return at >= 0 ? at : joinBacklog(name, out, header, bytes);
  }

  private MemorySegment slotMemory(Outbox out) {
    Backlog backlog = slotBacklog;
    return backlog == null ? out.memory() : backlog.memory();
  }

  private void closeSlot(Outbox out, long at, int bytes, long header) {
    if (slotBacklog == null) {
      out.commit(at, bytes, header);
    }
  }

  private long joinBacklog(String name, Outbox out, long header, int bytes) {
    int target = out.target();
    boolean control = RecordLayout.handler(header) < Dispatcher.FIRST_USER;
    if (!control && !budget.fits(bytes)) {
      // Reported here, for a handler that catches it would leave its message cut off.
      throw engine.report(dispatcher.where(), new WeftException(overBudget(name, target)));
    }
    Backlog backlog = backlogs[target];
    if (backlog == null) {
      backlog = new Backlog();
      backlogs[target] = backlog;
    }
    if (backlog.isEmpty()) {
      standing++;
      out.hold();
    }
    budget.take(bytes);
    backlogged++;
    slotBacklog = backlog;
    return backlog.append(header);
  }

  private String overBudget(String name, int target) {
    return dispatcher.where()
        + " on rank "
        + engine.rank()
        + " has sent \""
        + name
        + "\" to rank "
        + target
        + " faster than that takes it: "
        + budget.used()
        + " bytes of backlog and reassembly stand, and the budget is "
        + budget.limit()
        + "; send less from handlers, let the target poll more often, or raise the budget"
        + " (--budget)";
  }

  private long awaitRoom(String name, Outbox out, int bytes) {
    long at = claim(out, bytes);
    return at >= 0 ? at : awaitRoomSlow(name, out, bytes);
  }

  private long claim(Outbox out, int bytes) {
    return fragmentsTo == out.target() ? out.claimHeld(bytes) : out.claim(bytes);
  }

  private long awaitRoomSlow(String name, Outbox out, int bytes) {
    waiting.begin("send of \"" + name + "\"", out.target());
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
    return standing != 0;
  }

  /// Moves what stands in backlogs into the rings, as far as there is room.
  int flush() {
    int moved = 0;
    for (int target = 0; target < backlogs.length; target++) {
      Backlog backlog = backlogs[target];
      if (backlog == null || backlog.isEmpty() || target == fragmentsTo) {
        continue;
      }
      long bytes = backlog.flush(outboxes[target]);
      budget.give(bytes);
      moved += bytes > 0 ? 1 : 0;
      if (backlog.isEmpty()) {
        standing--;
        outboxes[target].release();
      }
    }
    return moved;
  }

  /// Asks every target for which something waits, the body's record or a backlog, to ring when it
  /// has made room, and says whether there is some already.
  private boolean requestWakes() {
    Outbox out = awaited;
    boolean room = out != null && out.requestWake(awaitedBytes);
    for (int target = 0; standing > 0 && target < backlogs.length; target++) {
      Backlog backlog = backlogs[target];
      if (backlog != null && !backlog.isEmpty() && target != fragmentsTo) {
        room |= outboxes[target].requestWake(backlog.nextBytes());
      }
    }
    return room;
  }

  private void releaseIfFree(Outbox out) {
    Backlog backlog = backlogs[out.target()];
    if (backlog == null || backlog.isEmpty()) {
      out.release();
    }
  }

  /// Waits until no backlog stands.
  void drain() {
    if (standing > 0) {
      engine.await("the end of the job", NO_TARGET, () -> standing == 0);
    }
  }

  // Acknowledgements of sendSync.

  void acknowledge(int source) {
    words(
        "acknowledgement",
        outboxes[source],
        RecordLayout.header(RecordLayout.RSR0, ACKNOWLEDGE, 0),
        0,
        0,
        0,
        0);
  }

  void awaitAcknowledgement(String name, int target) {
    long wanted = ++acknowledgements;
    engine.await("sendSync of \"" + name + "\"", target, () -> acknowledged >= wanted);
  }

  /// Sends a message of Weft's own: not counted, never refused by the budget.
  void system(int handler, int target, long[] words, int count) {
    payloadBytes -= 8L * count;
    payload("a collective", outboxes[target], handler, words, 0, 8L * count, false);
  }

  long payloadBytes() {
    return payloadBytes;
  }

  long fragmented() {
    return fragmented;
  }

  long backlogged() {
    return backlogged;
  }

  /// What is under way, for people.
  void describe(StringBuilder text) {
    for (int target = 0; target < outboxes.length; target++) {
      Backlog backlog = backlogs[target];
      if (backlog != null && !backlog.isEmpty()) {
        text.append("; ")
            .append(backlog.bytes())
            .append(" bytes of backlog stand for rank ")
            .append(target);
      }
      if (outboxes[target].isFull()) {
        text.append("; the ring to rank ").append(target).append(" is full");
      }
    }
  }
}
