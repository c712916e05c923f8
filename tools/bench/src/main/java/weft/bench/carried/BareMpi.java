// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import weft.bench.pair.Way;
import weft.memory.Lines;
import weft.memory.RecordLayout;

/// Messages between two ranks by MPI alone. It makes the same calls in the same order, with
/// messages of the same sizes, as the transport does for a request.
///
/// It also does the work that the transport's rings cause. Its messages are written one after
/// another in a buffer of a ring's size. It sends a message at the end of each lap, and one for
/// each consumed quarter of a ring. Its receives stay posted during Weft's slices, as Weft's do
/// during its own.
final class BareMpi implements Bare {
  private static final int MOST = CarriedWire.MOST;
  private static final int RING = 1 << 20;
  private static final int PLACES = 16;
  private static final int SLOTS = 1 << 7;
  private static final int LAST = 1;
  private static final int WRAP = 2;
  private static final int CONSUMED = 3;
  private static final int PART = 4;
  private static final int BULK = 5;
  private static final int LARGEST = 16 << 20;

  /// The distance between places: not a page, so that places do not share cache sets.
  private static final long STRIDE = Lines.align(RecordLayout.HEADER + MOST);

  /// After this many bytes of payloads, the receiver confirms one.
  private static final int MOST_UNCONFIRMED = 1 << 18;

  private final long communicator;
  private final int peer;
  private final int requestBytes = (int) MpiCalls.constant("requestBytes");
  private final int anySource = (int) MpiCalls.constant("anySource");
  private final int anyTag = (int) MpiCalls.constant("anyTag");

  /// The ring, followed by the places and the word with the consumed position.
  private final MemorySegment ring = MpiCalls.memory(RING + PLACES * STRIDE + Long.BYTES);

  private final long places = ring.address() + RING;
  private final long receives = memory(PLACES * Long.BYTES);
  private final long sends = memory(SLOTS * Long.BYTES);
  private final long bulkCommunicator;
  private final MemorySegment payload = Arena.global().allocate(LARGEST, 64).fill((byte) 1);
  private final long payloadIn = memory(LARGEST);
  private final long bulkSend = memory(Long.BYTES);
  private final long bulkReceive = memory(Long.BYTES);
  private boolean owed;
  private IntFunction<int[]> lastWire = size -> new int[0];
  private int lastSize = -1;
  private int[] messages = {};
  private int next;
  private int first;
  private int last;
  private long written;
  private long consumed;
  private long credited;
  private int unconfirmed;
  private boolean receivesBulk;

  /// Whether the payload is the whole operation. If not, a message follows it.
  private boolean bulkCompletes;

  private int pending;

  /// Creates the exchange with `peer` and posts the receives. Collective.
  BareMpi(int peer) {
    this.communicator = MpiCalls.duplicate(MpiCalls.constant("world"));
    this.peer = peer;
    this.bulkCommunicator = MpiCalls.duplicate(communicator);
    for (int place = 0; place < PLACES; place++) {
      post(place);
    }
  }

  private static long memory(int bytes) {
    MemorySegment segment = Arena.global().allocate(bytes, 64);
    return segment.fill((byte) 0).address();
  }

  @Override
  public Way requests() {
    return way(CarriedWire::request);
  }

  @Override
  public Way putOps() {
    return way(CarriedWire::putOp);
  }

  /// A way for messages; `wire` gives the sizes of the messages of an operation.
  @SuppressWarnings("ReferenceEquality") // a way passes the same object each time
  private Way way(IntFunction<int[]> wire) {
    return new Way(
        (size, i) -> {
          if (size != lastSize || wire != lastWire) {
            lastSize = size;
            lastWire = wire;
            messages = wire.apply(size);
          }
          if (size < CarriedWire.BULK) {
            send();
          } else {
            sendBulk(size);
          }
        },
        this::poll);
  }

  private void send() {
    int[] messages = this.messages;
    int last = messages.length - 1;
    for (int i = 0; i < last; i++) {
      message(messages[i], PART);
    }
    message(messages[last], LAST);
    complete();
  }

  /// Sends the announcement, and the payload on a separate communicator; returns when it has left.
  private void sendBulk(int size) {
    message(messages[0], BULK);
    unconfirmed += size;
    if (unconfirmed < MOST_UNCONFIRMED) {
      MpiCalls.send(payload.address(), size, peer, 0, bulkCommunicator, bulkSend);
    } else {
      unconfirmed = 0;
      MpiCalls.sendSynchronously(payload.address(), size, peer, 0, bulkCommunicator, bulkSend);
    }
    while (!MpiCalls.test(bulkSend)) {
      // In a separate statement: a poll changes what was pending.
      int more = poll();
      pending += more;
    }
    for (int i = 1; i < messages.length; i++) {
      message(messages[i], LAST);
    }
    complete();
  }

  private void receiveBulk(boolean completes) {
    awaitBulk();
    bulkCompletes = completes;
    MpiCalls.receive(payloadIn, LARGEST, peer, 0, bulkCommunicator, bulkReceive);
    receivesBulk = true;
  }

  private void awaitBulk() {
    while (receivesBulk) {
      pending += takeBulk();
    }
  }

  /// Receives payloads, and returns the number of operations that they complete.
  private int takeBulk() {
    if (!receivesBulk || !MpiCalls.test(bulkReceive)) {
      return 0;
    }
    receivesBulk = false;
    return bulkCompletes ? 1 : 0;
  }

  private void message(int bytes, int tag) {
    long offset = written & (RING - 1);
    if (offset + RecordLayout.lengthOf(bytes) > RING) {
      isend(offset, RecordLayout.HEADER, WRAP);
      offset = 0;
      written = (written | RING - 1) + 1;
    }
    isend(offset, bytes, tag);
    written += RecordLayout.lengthOf(bytes);
  }

  private void isend(long offset, int bytes, int tag) {
    MemorySegment.copy(payload, 0, ring, offset, bytes);
    long request = sends + (long) (last++ & SLOTS - 1) * requestBytes;
    MpiCalls.send(ring.address() + offset, bytes, peer, tag, communicator, request);
  }

  private void complete() {
    while (first != last && MpiCalls.test(sends + (long) (first & SLOTS - 1) * requestBytes)) {
      first++;
    }
  }

  private int poll() {
    complete();
    int arrived = takePending();
    arrived += receive();
    if (consumed - credited >= RING / 4) {
      credited = consumed;
      isend(RING + PLACES * STRIDE, Long.BYTES, CONSUMED);
      complete();
    }
    return arrived + takeBulk() + takePending();
  }

  /// As in the transport, a place is posted again before the next message is received.
  private int receive() {
    for (; ; ) {
      if (owed) {
        post(next - 1 & PLACES - 1);
        owed = false;
      }
      if (!MpiCalls.test(request(next))) {
        return 0;
      }
      next = next + 1 & PLACES - 1;
      owed = true;
      if (MpiCalls.tag() != CONSUMED) {
        return take(MpiCalls.tag());
      }
    }
  }

  private int takePending() {
    int more = pending;
    pending = 0;
    return more;
  }

  /// Takes the message, and returns the number of operations that it completes.
  private int take(int tag) {
    int bytes = MpiCalls.count();
    consumed = tag == WRAP ? (consumed | RING - 1) + 1 : consumed + RecordLayout.lengthOf(bytes);
    if (tag == BULK) {
      receiveBulk(bytes != CarriedWire.PUT_ANNOUNCEMENT);
    } else if (tag == LAST) {
      awaitBulk(); // The request behind a put finds its bytes.
    }
    return tag == LAST ? 1 : 0;
  }

  private void post(int place) {
    MpiCalls.receive(
        places + place * STRIDE, MOST, anySource, anyTag, communicator, request(place));
  }

  private long request(int place) {
    return receives + (long) place * requestBytes;
  }

  /// Cancels the receives when no message arrives any more. Collective.
  @Override
  public void close() {
    long barrier = memory(Long.BYTES);
    MpiCalls.barrier(communicator, barrier);
    while (!MpiCalls.test(barrier)) {
      poll();
    }
    for (int i = owed ? 1 : 0; i < PLACES; i++) {
      long request = request(next - 1 + i & PLACES - 1);
      MpiCalls.cancel(request);
      while (!MpiCalls.test(request)) {
        Thread.onSpinWait();
      }
    }
  }
}
