// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;
import weft.bench.pair.Way;

/// Messages between two ranks by UCX alone, on a worker of its own. It makes the same calls as the
/// transport does: an eager active message with a head of as many bytes, whose bytes are copied on
/// arrival, and from some size on one whose bytes the receiver fetches.
///
/// The library calls `arrived` and `broken`, which must not throw.
final class BareUcx implements Bare {
  private static final int EAGER = 1;
  private static final int OFFER = 2;
  private static final int HEAD = 16;
  private static final int SLOTS = 1 << 7;
  private static final int MOST_EAGER = 1 << 16;
  private static final int LARGEST = 16 << 20;

  /// What arrives stays with the library until it is fetched.
  private static final int IN_PROGRESS = 1;

  private static final MemorySegment ALL = all();

  private final long worker;
  private final MemorySegment payload = Arena.global().allocate(LARGEST, 64).fill((byte) 1);
  private final MemorySegment slots =
      Arena.global().allocate((long) SLOTS * (HEAD + MOST_EAGER), 64);
  private final MemorySegment taken = Arena.global().allocate(LARGEST, 64);
  private final long[] requests = new long[SLOTS];
  private long endpoint;
  private int first;
  private int last;
  private int arrivals;

  /// An arrival that waits to be fetched, with its length; and the request that fetches it.
  private long offered;

  private long offeredBytes;
  private long fetching;
  private volatile boolean failed;

  private BareUcx(long worker) {
    this.worker = worker;
    UcxCalls.handle(worker, EAGER, MethodHandles.lookup(), this);
    UcxCalls.handle(worker, OFFER, MethodHandles.lookup(), this);
  }

  @SuppressWarnings("restricted") // the addresses are those of the library
  private static MemorySegment all() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  /// Both ranks connect. Collective.
  static BareUcx connect(PeerText texts, boolean apart) throws IOException {
    var bare = new BareUcx(UcxCalls.worker(apart ? HostAddress.find().name() : ""));
    byte[] peer = texts.swap(UcxCalls.address(bare.worker));
    MemorySegment address = Arena.global().allocateFrom(ValueLayout.JAVA_BYTE, peer);
    bare.endpoint = UcxCalls.endpoint(bare.worker, address.address(), MethodHandles.lookup(), bare);
    return bare;
  }

  @Override
  public Way requests() {
    return way(size -> size);
  }

  @Override
  public Way putOps() {
    return way(CarriedWire::putOpBytes);
  }

  private Way way(IntUnaryOperator bytes) {
    return new Way((size, i) -> send(bytes.applyAsInt(size), i), this::poll);
  }

  private void send(int bytes, long value) {
    if (failed) {
      throw new IllegalStateException("the connection of UCX has failed");
    }
    complete();
    while (last - first == SLOTS) {
      int more = poll();
      arrivals += more;
    }
    int slot = last & SLOTS - 1;
    long head = slots.address() + (long) slot * (HEAD + MOST_EAGER);
    ALL.set(JAVA_LONG_UNALIGNED, head, value);
    if (bytes >= MOST_EAGER) {
      begun(UcxCalls.offer(endpoint, OFFER, head, HEAD, payload.address(), bytes));
      while (first != last) {
        int more = poll(); // One is under way for each pair.
        arrivals += more;
      }
      return;
    }
    MemorySegment.copy(payload, 0, ALL, head + HEAD, bytes);
    begun(UcxCalls.send(endpoint, EAGER, head, HEAD, head + HEAD, bytes));
  }

  private void begun(long request) {
    if (request != 0) {
      requests[last++ & SLOTS - 1] = request;
    }
  }

  private void complete() {
    while (first != last && isDone(requests[first & SLOTS - 1])) {
      first++;
    }
  }

  private static boolean isDone(long request) {
    if (UcxCalls.status(request) == IN_PROGRESS) {
      return false;
    }
    UcxCalls.free(request);
    return true;
  }

  private int poll() {
    UcxCalls.progress(worker);
    if (offered != 0) {
      fetching = UcxCalls.receive(worker, offered, taken.address(), offeredBytes);
      offered = 0;
      arrivals += fetching == 0 ? 1 : 0;
    }
    if (fetching != 0 && isDone(fetching)) {
      fetching = 0;
      arrivals++;
    }
    complete();
    int now = arrivals;
    arrivals = 0;
    return now;
  }

  /// As `ucp_am_recv_callback_t`.
  @SuppressWarnings({"unused", "UnusedMethod"}) // the library calls it
  private int arrived(long id, long header, long headerBytes, long data, long bytes, long param) {
    if (id == OFFER) {
      offered = data;
      offeredBytes = bytes;
      return IN_PROGRESS;
    }
    MemorySegment.copy(ALL, data, taken, 0, bytes);
    arrivals++;
    return 0;
  }

  /// As `ucp_err_handler_cb_t`.
  @SuppressWarnings({"unused", "UnusedMethod"}) // the library calls it
  private void broken(long peer, long endpoint, byte status) {
    failed = true;
  }
}
