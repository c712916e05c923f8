// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The network of UCX: a worker, and an endpoint for each rank to which something was sent. Frames
/// are active messages that are sent at once (eager), payloads such that their receiver fetches
/// (rendezvous).
///
/// The callbacks only copy and note: what they throw is thrown by [#progress] later, since an
/// exception that leaves one would end the JVM.
final class UcxWire implements FrameWire {
  private static final int PAYLOAD = 3;

  /// A flush when all ranks have ended is done at once; if not, nobody misses anything.
  private static final long FLUSH_NANOS = 200_000_000;

  private final int rank;
  private final int key;
  private final long context;
  private final long worker;
  private final int descriptor;
  private final MemorySegment brokenCallback;
  private final MemorySegment offer = Arena.global().allocate(SendSlots.HEADER, 8);
  private byte[][] addresses = {};
  private long[] endpoints = {};
  private SendSlots[] slots = {};
  private boolean[] gone = {};
  private @Nullable Receiver receiver;
  private @Nullable Throwable thrown;

  /// Opens the network of `rank`, which reaches nobody before [#connect].
  ///
  /// @param key of this job
  /// @throws UcxException if the library finds no device
  UcxWire(int rank, int key, String networks, String devices) {
    this.rank = rank;
    this.key = key;
    this.context = UcpContext.open(networks, devices);
    this.worker = Ucp.worker(context);
    this.descriptor = Ucp.descriptor(worker);
    MemorySegment callback = UcpCallbacks.receiver(MethodHandles.lookup(), this);
    this.brokenCallback = UcpCallbacks.failureListener(MethodHandles.lookup(), this);
    for (int id = RECORDS; id <= PAYLOAD; id++) {
      Ucp.handle(worker, id, callback);
    }
    offer.set(JAVA_INT, 0, rank);
    offer.set(JAVA_INT, SendSlots.KEY, key);
  }

  /// The address at which other ranks reach this one.
  byte[] address() {
    return Ucp.address(worker);
  }

  /// Sets the addresses of all ranks, and the receiver of what arrives.
  void connect(byte[][] addresses, Receiver receiver) {
    int ranks = addresses.length;
    this.receiver = receiver;
    this.endpoints = new long[ranks];
    this.gone = new boolean[ranks];
    this.slots = new SendSlots[ranks];
    this.addresses = addresses;
  }

  // Sending.

  @Override
  public boolean send(int kind, int target, long position, long address, int bytes) {
    SendSlots slots = this.slots[target];
    if (slots == null) {
      slots = new SendSlots(rank, key);
      this.slots[target] = slots;
    }
    complete(slots, target);
    if (gone[target] || slots.isFull()) {
      return false;
    }
    long header = slots.header(position);
    long request = Ucp.send(endpoint(target), kind, header, SendSlots.HEADER, address, bytes);
    if (Ucp.isError(request)) {
      lose(target, Ucp.text(request));
      return false;
    }
    if (request != DONE) {
      slots.begun(request);
    }
    return true;
  }

  private void complete(SendSlots slots, int target) {
    if (!slots.isEmpty()) {
      byte status = slots.complete();
      if (status != Ucp.OK) {
        lose(target, Ucp.text(status));
      }
    }
  }

  private long endpoint(int target) {
    long endpoint = endpoints[target];
    if (endpoint == 0) {
      try (Arena arena = Arena.ofConfined()) {
        long address = arena.allocateFrom(JAVA_BYTE, addresses[target]).address();
        endpoint = Ucp.endpoint(worker, address, brokenCallback, target);
      } catch (UcxException e) {
        throw new UcxException(
            "UCX "
                + UcpContext.version()
                + " has no way from rank "
                + rank
                + " to rank "
                + target
                + ": "
                + e.getMessage()
                + ". UCX_NET_DEVICES and UCX_TLS, where they are set, must name networks that"
                + " connect the hosts of both");
      }
      endpoints[target] = endpoint;
    }
    return endpoint;
  }

  private void lose(int peer, String why) {
    if (!gone[peer]) {
      gone[peer] = true;
      if (receiver != null) {
        receiver.broken(peer, why);
      }
    }
  }

  // Payloads.

  @Override
  public long push(int target, long number, long address, long bytes) {
    offer.set(JAVA_LONG, SendSlots.POSITION, number);
    long request =
        Ucp.offer(endpoint(target), PAYLOAD, offer.address(), SendSlots.HEADER, address, bytes);
    return begun(request, target);
  }

  @Override
  public long pull(int source, long handle, long address, long bytes) {
    return begun(Ucp.receive(worker, handle, address, bytes), source);
  }

  private long begun(long request, int peer) {
    if (Ucp.isError(request)) {
      lose(peer, Ucp.text(request));
    }
    return request;
  }

  /// A transfer that has failed is never done: its job ends.
  @Override
  public boolean isDone(long transfer, int peer) {
    if (transfer == DONE) {
      return true;
    }
    if (gone[peer]) {
      return false;
    }
    byte status = Ucp.status(transfer);
    if (status == Ucp.IN_PROGRESS) {
      return false;
    }
    Ucp.free(transfer);
    if (status != Ucp.OK) {
      lose(peer, Ucp.text(status));
      return false;
    }
    return true;
  }

  // Receiving.

  @Override
  public void progress() {
    Ucp.progress(worker);
    Throwable thrown = this.thrown;
    if (thrown != null) {
      this.thrown = null;
      throw new IllegalStateException("what arrived over UCX could not be taken", thrown);
    }
  }

  /// The callback for active messages (`ucp_am_recv_callback_t`).
  ///
  /// @param param the attributes are its first word
  /// @return a status: in progress if the bytes stay with the library until they are fetched
  @SuppressWarnings({"unused", "UnusedMethod"}) // the library calls it
  private int arrived(long id, long header, long headerBytes, long data, long bytes, long param) {
    try {
      if (receiver == null
          || headerBytes != SendSlots.HEADER
          || Ucp.ALL.get(JAVA_INT_UNALIGNED, header + SendSlots.KEY) != key) {
        return Ucp.OK; // A stranger's, or before this rank knows the others.
      }
      int source = Ucp.ALL.get(JAVA_INT_UNALIGNED, header);
      long position = Ucp.ALL.get(JAVA_LONG_UNALIGNED, header + SendSlots.POSITION);
      if (Integer.compareUnsigned(source, endpoints.length) >= 0) {
        return Ucp.OK;
      }
      if (id != PAYLOAD) {
        receiver.frame((int) id, source, position, data, Math.toIntExact(bytes));
        return Ucp.OK;
      }
      if ((Ucp.ALL.get(JAVA_LONG_UNALIGNED, param) & Ucp.STAYS) == 0) {
        throw new UcxException("a payload that does not stay has arrived from rank " + source);
      }
      receiver.payload(source, position, data, bytes);
      return Ucp.IN_PROGRESS;
    } catch (Throwable e) {
      thrown = e;
      return Ucp.OK;
    }
  }

  /// The callback for a failed endpoint (`ucp_err_handler_cb_t`).
  @SuppressWarnings({"unused", "UnusedMethod"}) // the library calls it
  private void broken(long peer, long endpoint, byte status) {
    try {
      lose((int) peer, Ucp.text(status));
    } catch (Throwable e) {
      thrown = e;
    }
  }

  // Sleeping and closing.

  @Override
  public boolean isQuiet() {
    for (int target = 0; target < slots.length; target++) {
      SendSlots each = slots[target];
      if (each != null) {
        complete(each, target);
        if (!each.isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean arm() {
    return Ucp.arm(worker);
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  /// After a failure nothing is released: the library may still read what is under way, and the
  /// process ends soon.
  @Override
  public void close(boolean isOrderly) {
    if (isOrderly) {
      long flush = Ucp.flush(worker);
      long begin = System.nanoTime();
      while (flush != DONE
          && !Ucp.isError(flush)
          && Ucp.status(flush) == Ucp.IN_PROGRESS
          && System.nanoTime() - begin < FLUSH_NANOS) {
        progress();
      }
      if (flush != DONE && !Ucp.isError(flush)) {
        Ucp.free(flush);
      }
      Ucp.destroy(worker);
      UcpContext.close(context);
    }
  }
}
