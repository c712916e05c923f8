// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.internal.rank.CallChecks;
import weft.internal.rank.Counted;
import weft.internal.rank.CurrentContext;
import weft.internal.rank.Failures;
import weft.internal.rank.Ledger;
import weft.internal.rank.Loop;
import weft.internal.rank.Owner;
import weft.internal.rank.Rank;
import weft.memory.Peers;
import weft.memory.RecordLayout;
import weft.transport.Outbox;
import weft.transport.Transport;

/// Sends the messages of one rank. The caller writes a record that fits directly into its outbox.
/// This class does the rest: it waits for room in the body, joins the backlog in a handler or where
/// the caller wants no wait, and cuts a large payload into fragments.
///
/// One rule keeps the order per target. An outbox is held (its fast path finds no room) while
/// records for it are in the backlog or a fragmented message is pending.
///
/// A message is counted once it is committed or in the backlog, never before.
public final class Sender {
  private static final int NO_TARGET = -1;

  private final int rank;
  private final Owner owner;
  private final CallChecks checks;
  private final CurrentContext context;
  private final Failures failures;
  private final Ledger ledger;
  private final Loop loop;
  private final Peers<Outbox> outboxes;

  /// The same outboxes for the fast path. This saves two loads and a cast there: 0.4 ns of 5.
  private final Outbox[] byRank;

  private final int maxRecord;
  private final Backlogs backlogs;
  private final Acknowledgements acknowledgements;
  private final BulkDepartures bulk;

  private int fragmentsTo = NO_TARGET;

  /// The bytes that the records of a buffered send take from the next one on, at most; 0 during any
  /// other call.
  private long buffered;

  private @Nullable Backlog slotBacklog;
  private @Nullable Outbox awaited;
  private int awaitedBytes;
  private long awaitedAt;

  /// Kept, so that a wait allocates nothing.
  private final BooleanSupplier claims = this::claims;

  /// The target of the message that is open; null while none is.
  private @Nullable Outbox openedTo;

  private String openedName = "";
  private long openedAt;
  private long openedHeader;
  private Counted openedCounted = Counted.NOT;
  private long payloadBytes;
  private long fragmented;
  private long refused;

  /// The sender of `rank`.
  public Sender(Rank rank, Transport transport) {
    this.rank = rank.rank();
    this.owner = rank.owner();
    this.checks = rank.checks();
    this.context = rank.context();
    this.failures = rank.failures();
    this.ledger = rank.ledger();
    this.loop = rank.loop();
    this.outboxes = Peers.of(rank.size(), transport::outbox);
    this.byRank = new Outbox[rank.size()];
    Arrays.setAll(byRank, outboxes::get);
    this.maxRecord = transport.maxRecord();
    this.backlogs = new Backlogs(rank, outboxes);
    this.acknowledgements = new Acknowledgements(loop);
    this.bulk = new BulkDepartures(this, loop, transport.bulk(), rank.blocks());
  }

  /// Connects this sender to its rank's loop, waits and status.
  public void connect(Rank rank) {
    rank.loop().setBacklog(() -> backlogs.flush(fragmentsTo));
    rank.waiting().addRooms(this::requestWakes);
    rank.status().add(this::describe);
  }

  /// Sets the test for this rank's registered memory, which exists until the job ends.
  public void setRegistered(Predicate<MemorySegment> registered) {
    bulk.setRegistered(registered);
  }

  // Fast paths of requests: the caller claims, writes, commits, and then counts.

  /// The outbox for `target`, if this thread may send there now.
  public Outbox outbox(int target, String name) {
    Outbox[] outboxes = byRank;
    int place = target | owner.mask();
    if (!owner.isHere() || place < 0 || place >= outboxes.length) {
      throw cannotSend(target, name);
    }
    return outboxes[place];
  }

  /// The outbox for `target`, which exists, for internal messages.
  public Outbox outbox(int target) {
    return outboxes.get(target);
  }

  /// The largest payload, in bytes, that is sent in one piece.
  public int frameBytes() {
    return maxRecord - RecordLayout.HEADER;
  }

  /// Refuses every send to `target` that [#outbox(int,String)] refuses.
  public void check(int target, String name) {
    if (!owner.maySend() || !outboxes.has(target)) {
      throw cannotSend(target, name);
    }
  }

  private RuntimeException cannotSend(int target, String name) {
    return openedTo == null ? checks.cannotSend(target, name) : checks.cannotSend(name, openedName);
  }

  /// Counts a committed message of the program.
  public void count() {
    ledger.sent();
  }

  /// Counts a committed message to a handler whose messages are counted according to `counted`.
  public void count(Counted counted) {
    ledger.sent(counted);
  }

  /// Returns false: a `trySend` found no room, and nothing was sent.
  public boolean noRoom() {
    failures.check();
    refused++;
    return false;
  }

  /// The number of times that a `trySend` found no room.
  public long refused() {
    return refused;
  }

  // Slow paths.

  /// Sends a request of words whose fast path found no room.
  public void words(String name, Outbox out, long header, long a, long b, long c, long d) {
    write(name, out, header, a, b, c, d);
    ledger.sent();
  }

  /// Sends a request of words to a handler whose messages are counted according to `counted`.
  public void words(
      Counted counted, String name, int target, long header, long a, long b, long c, long d) {
    write(name, outboxes.get(target), header, a, b, c, d);
    ledger.sent(counted);
  }

  /// Sends a request of words and waits until the target has taken it.
  public void wordsSync(String name, long header, int target, long a, long b, long c, long d) {
    checks.checkMayWait("sendSync of ", name);
    words(name, outbox(target, name), RecordLayout.sync(header), a, b, c, d);
    acknowledgements.await(name, target);
  }

  /// Sends a payload of any length from a segment or a primitive array.
  public void payload(
      String name, long header, int target, Object source, long offset, long length) {
    Outbox out = outbox(target, name);
    Payloads.check(name, source);
    payload(name, out, RecordLayout.handler(header), source, offset, length, false);
  }

  /// Sends a payload and waits until the target has taken all of it.
  public void payloadSync(
      String name, long header, int target, Object source, long offset, long length) {
    checks.checkMayWait("sendSync of ", name);
    Outbox out = outbox(target, name);
    Payloads.check(name, source);
    payload(name, out, RecordLayout.handler(header), source, offset, length, true);
    acknowledgements.await(name, target);
  }

  /// Sends a request of words, or lets it join the backlog if there is no room. Waits for nothing.
  public void wordsBuffered(String name, long header, int target, long a, long b, long c, long d) {
    Outbox out = outbox(target, name);
    buffered = RecordLayout.length(header);
    try {
      write(name, out, header, a, b, c, d);
    } finally {
      buffered = 0;
    }
    ledger.sent();
  }

  /// Sends a payload, or lets what finds no room join the backlog. Waits for nothing.
  public void payloadBuffered(
      String name, long header, int target, Object source, long offset, long length) {
    Outbox out = outbox(target, name);
    Payloads.check(name, source);
    int most = maxRecord - RecordLayout.HEADER;
    // Each record may be padded, and the first of several holds the length of the whole.
    long records = (length + Long.BYTES) / most + 1;
    long bytes = Long.BYTES + length + records * (RecordLayout.HEADER + Long.BYTES);
    if (length > most) {
      backlogs.checkBuffered(name, out, bytes);
    }
    buffered = bytes;
    try {
      payload(name, out, RecordLayout.handler(header), source, offset, length, false);
    } finally {
      buffered = 0;
    }
  }

  /// Sends a payload if it fits one record and there is room.
  public boolean tryPayload(
      String name, long header, int target, Object source, long offset, long length) {
    Outbox out = outbox(target, name);
    if (length > maxRecord - RecordLayout.HEADER) {
      throw new WeftException(
          "rank "
              + rank
              + " calls trySend of \""
              + name
              + "\" with a payload of "
              + length
              + " bytes; trySend takes at most "
              + (maxRecord - RecordLayout.HEADER)
              + " (World.frameBytes), send has no limit");
    }
    Payloads.check(name, source);
    return tryPayload(out, RecordLayout.handler(header), source, offset, (int) length) || noRoom();
  }

  /// Claims a message of `bytes` bytes, at most a frame. The caller writes it into [#opened] from
  /// the returned place on, and then calls [#close]. Every other send is refused meanwhile: it
  /// would claim the same place.
  public long open(Counted counted, String name, Outbox out, int handler, int bytes) {
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, bytes);
    long at = openSlot(name, out, whole, RecordLayout.length(whole));
    return opened(counted, name, out, at, whole);
  }

  /// Claims as [#open] does if there is room now, and returns −1 if there is none. Runs no
  /// handlers.
  public long tryOpen(Counted counted, String name, Outbox out, int handler, int bytes) {
    if (openedTo != null) {
      throw checks.cannotSend(name, openedName);
    }
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, bytes);
    long at = out.claim(RecordLayout.length(whole));
    if (at < 0) {
      return -1;
    }
    slotBacklog = null;
    return opened(counted, name, out, at, whole);
  }

  private long opened(Counted counted, String name, Outbox out, long at, long header) {
    openedTo = out;
    openedName = name;
    openedAt = at;
    openedHeader = header;
    openedCounted = counted;
    owner.shut(); // The fast paths check nothing else.
    return at + RecordLayout.HEADER;
  }

  /// The memory of the message claimed last.
  public MemorySegment opened() {
    return slotMemory(Objects.requireNonNull(openedTo));
  }

  /// Sends the message claimed last.
  public void close() {
    Outbox out = Objects.requireNonNull(openedTo);
    openedTo = null;
    owner.reopen();
    closeSlot(out, openedAt, RecordLayout.length(openedHeader), openedHeader);
    ledger.sent(openedCounted);
    if (openedCounted == Counted.BY_PROGRAM) {
      payloadBytes += RecordLayout.payload(openedHeader);
    }
  }

  // One request, in any context.

  private void write(String name, Outbox out, long header, long a, long b, long c, long d) {
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
    move(name, out, handler, source, offset, length, sync);
    payloadBytes += length;
    ledger.sent();
  }

  private void move(
      String name, Outbox out, int handler, Object source, long offset, long length, boolean sync) {
    if (length >= bulk.from()
        && mayWait()
        && bulk.send(name, out, handler, source, offset, length, sync, BulkDepartures.NO_PLACE)) {
      return;
    }
    if (length + RecordLayout.HEADER > maxRecord) {
      fragments(name, out, handler, source, offset, length, sync);
    } else {
      frame(name, out, handler, source, offset, (int) length, sync);
    }
  }

  private void frame(
      String name, Outbox out, int handler, Object source, long offset, int length, boolean sync) {
    long whole = RecordLayout.header(RecordLayout.RSRN, handler, length);
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
    ledger.sent();
    return true;
  }

  private void fragments(
      String name, Outbox out, int handler, Object source, long offset, long length, boolean sync) {
    fragmented++;
    boolean body = mayWait();
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
        buffered = Math.max(0, buffered - record);
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

  /// Copies bytes. A copy fails half-way if the segment was closed while the send waited. It leaves
  /// a message that is counted and perhaps begun, but never ends. Then the job fails.
  private void copy(
      String name, Object source, long offset, MemorySegment to, long at, long bytes) {
    try {
      Payloads.copyInto(to, at, source, offset, bytes);
    } catch (Throwable thrown) {
      throw failures.report("send of \"" + name + "\"", thrown);
    }
  }

  // A slot is claimed space for one record, in the ring or in the backlog.

  long openSlot(String name, Outbox out, long header, int bytes) {
    if (openedTo != null) {
      throw checks.cannotSend(name, openedName);
    }
    slotBacklog = null;
    if (mayWait()) {
      return awaitRoom(name, out, bytes);
    }
    long at = out.claim(bytes);
    if (at < 0) {
      Backlog backlog =
          buffered > 0
              ? backlogs.joinBuffered(name, out, buffered)
              : backlogs.join(name, out, header);
      slotBacklog = backlog;
      at = backlog.append(header);
    }
    return at;
  }

  /// Whether a record that finds no room waits for it. If not, it joins the backlog.
  private boolean mayWait() {
    return !context.inHandler() && buffered == 0;
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
    awaited = out;
    awaitedBytes = bytes;
    try {
      loop.awaitRoom("send of ", name, out.target(), claims);
    } finally {
      awaited = null;
    }
    return awaitedAt;
  }

  /// Claims room for the body's record. Handlers have run since the last attempt, and may have used
  /// the backlog.
  private boolean claims() {
    slotBacklog = null;
    awaitedAt = claim(Objects.requireNonNull(awaited), awaitedBytes);
    return awaitedAt >= 0;
  }

  /// Requests a wake-up from every target with a pending record, the body's or a backlog's, when it
  /// has made room. Returns whether there is room already.
  private boolean requestWakes() {
    Outbox out = awaited;
    boolean room = out != null && isNext(out.target()) && out.requestWake(awaitedBytes);
    return room || backlogs.requestWakes(fragmentsTo);
  }

  /// Whether the body waits for room in this outbox.
  public boolean awaits(Outbox out) {
    return out.equals(awaited);
  }

  /// Whether the body's record is the next one for `target`: while a backlog precedes it, it cannot
  /// use room.
  private boolean isNext(int target) {
    return target == fragmentsTo || !backlogs.stands(target);
  }

  private void releaseIfFree(Outbox out) {
    if (!backlogs.stands(out.target())) {
      out.release();
    }
  }

  /// Puts bytes to `place` in the heap of `target` beside the records, or returns false if they go
  /// another way. Waits until the source may be changed.
  public boolean put(String call, int target, Object source, long offset, long length, long place) {
    if (length < bulk.from()
        || !mayWait()
        || !bulk.send(
            call, outboxes.get(target), SystemHandlers.PUT, source, offset, length, false, place)) {
      return false;
    }
    ledger.sent(Counted.BY_QUIESCENCE);
    return true;
  }

  /// Acknowledges the message for which `source` waits.
  public void acknowledge(int source) {
    write(
        "acknowledgement",
        outboxes.get(source),
        RecordLayout.header(RecordLayout.RSR0, SystemHandlers.ACKNOWLEDGE, 0),
        0,
        0,
        0,
        0);
  }

  /// Counts an acknowledgement of a target.
  public void acknowledged() {
    acknowledgements.arrived();
  }

  /// Sends internal words as a payload, which is never refused by the budget.
  public void system(int handler, int target, long[] words, int count) {
    move("a collective", outboxes.get(target), handler, words, 0, 8L * count, false);
    ledger.sent(SystemHandlers.counted(handler));
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

  /// Describes the pending sends, for status reports.
  public void describe(StringBuilder text) {
    backlogs.describe(text);
    for (int target = 0; target < outboxes.size(); target++) {
      Outbox out = outboxes.get(target);
      if (out.isFull()) {
        text.append("; the ring to rank ").append(out.target()).append(" is full");
      }
    }
  }
}
