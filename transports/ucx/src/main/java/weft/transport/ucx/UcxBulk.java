// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.transport.Bulk;

/// Large payloads over UCX, from the sender's memory to the receiver's. The receiver fetches each
/// when it has room for it. One is under way for each pair. If it comes before the record that
/// announces it, it waits.
final class UcxBulk implements Bulk {
  /// The receiver answers an offer, which takes a round trip. From this size on, that takes less
  /// time than two copies.
  private static final long FROM = 1 << 16;

  private final UcxCarrier carrier;
  private final FrameWire wire;
  private final long[] numbers;
  private final @Nullable Incoming[] receiving;
  private int target;
  private long sending = FrameWire.DONE;

  UcxBulk(UcxCarrier carrier, FrameWire wire, int ranks) {
    this.carrier = carrier;
    this.wire = wire;
    this.numbers = new long[ranks];
    this.receiving = new Incoming[ranks];
  }

  @Override
  public long from() {
    return FROM;
  }

  @Override
  public boolean leadsTo(int target) {
    return carrier.carriesTo(target);
  }

  @Override
  public void send(int target, MemorySegment payload, long offset, long bytes) {
    carrier.depart(target); // The announcement.
    this.target = target;
    sending = wire.push(target, numbers[target]++, payload.address() + offset, bytes);
  }

  @Override
  public boolean isSent() {
    if (sending != FrameWire.DONE && wire.isDone(sending, target)) {
      sending = FrameWire.DONE;
    }
    return sending == FrameWire.DONE;
  }

  private Incoming incoming(int source) {
    Incoming incoming = receiving[source];
    if (incoming == null) {
      incoming = new Incoming();
      receiving[source] = incoming;
    }
    return incoming;
  }

  @Override
  public void receive(int source, MemorySegment payload, long offset, long bytes) {
    Incoming incoming = incoming(source);
    incoming.isExpected = true;
    incoming.address = payload.address() + offset;
    incoming.bytes = bytes;
    fetch(source, incoming);
  }

  /// Records that the payload `number` of `source` waits to be fetched. Returns false if another
  /// one does.
  boolean announced(int source, long number, long handle, long bytes) {
    Incoming incoming = incoming(source);
    if (incoming.isOffered || number != incoming.number) {
      return false;
    }
    incoming.number++;
    incoming.isOffered = true;
    incoming.handle = handle;
    incoming.offered = bytes;
    return true;
  }

  private void fetch(int source, Incoming incoming) {
    if (!incoming.isExpected || !incoming.isOffered) {
      return;
    }
    incoming.isExpected = false;
    incoming.isOffered = false;
    if (incoming.offered != incoming.bytes) {
      carrier.broken(source, "a payload has another length than its announcement");
      incoming.isExpected = true;
      return;
    }
    incoming.transfer = wire.pull(source, incoming.handle, incoming.address, incoming.bytes);
  }

  @Override
  public boolean isReceived(int source) {
    Incoming incoming = receiving[source];
    if (incoming == null) {
      return false;
    }
    fetch(source, incoming);
    if (incoming.isExpected) {
      return false;
    }
    if (incoming.transfer != FrameWire.DONE && wire.isDone(incoming.transfer, source)) {
      incoming.transfer = FrameWire.DONE;
    }
    return incoming.transfer == FrameWire.DONE;
  }

  /// The payload that comes next from one rank: its place, once it was announced, and its handle,
  /// once it waits.
  private static final class Incoming {
    private long number;
    private boolean isExpected;
    private long address;
    private long bytes;
    private boolean isOffered;
    private long handle;
    private long offered;
    private long transfer = FrameWire.DONE;
  }
}
