// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.Peers;
import weft.transport.Bulk;
import weft.transport.FailureReport;
import weft.transport.Occupancy;
import weft.transport.Outbox;
import weft.transport.RecordSink;
import weft.transport.Transport;
import weft.transport.Waits;

/// A transport whose outboxes record what is sent. A run that is not recorded never loads this
/// class, so the transport's outboxes remain the only subclass.
public final class RecordedTransport implements Transport {
  private final Transport transport;
  private final Recorder recorder;
  private final @Nullable RecordingDelivery delivery;
  private final Peers<Outbox> outboxes;

  RecordedTransport(Transport transport, Recorder recorder, @Nullable RecordingDelivery delivery) {
    this.transport = transport;
    this.recorder = recorder;
    this.delivery = delivery;
    this.outboxes = Peers.empty(transport.size());
  }

  /// Wraps `transport` so that it records for Flight Recorder, if that has events of this rank
  /// enabled now.
  public static Transport forFlight(Transport transport) {
    Recorder recorder = Recorder.forFlight(transport.rank(), transport.size(), transport.waits());
    return recorder == null ? transport : new RecordedTransport(transport, recorder, null);
  }

  /// `transport` if it records, or null.
  public static @Nullable RecordedTransport of(Transport transport) {
    return transport instanceof RecordedTransport recorded ? recorded : null;
  }

  /// The recorder of this rank.
  public Recorder recorder() {
    return recorder;
  }

  /// Whether the launcher receives the recording of this rank, so that rank 0 need not.
  public boolean isDelivered() {
    return delivery != null;
  }

  /// The recording is complete. It is sent to the launcher, unless the launcher can read it.
  public void deliver() {
    if (delivery != null) {
      delivery.deliver();
    }
  }

  @Override
  public Outbox outbox(int target) {
    if (recorder.isAlone()) {
      return transport.outbox(target); // Flight Recorder has no event for a send.
    }
    return outboxes.make(target, it -> new RecordedOutbox(transport.outbox(it), recorder));
  }

  @Override
  public String name() {
    return transport.name();
  }

  @Override
  public int rank() {
    return transport.rank();
  }

  @Override
  public int size() {
    return transport.size();
  }

  @Override
  public @Nullable Occupancy occupancy() {
    return transport.occupancy();
  }

  @Override
  public int maxRecord() {
    return transport.maxRecord();
  }

  @Override
  public int poll(RecordSink sink) {
    return transport.poll(sink);
  }

  @Override
  public void flush() {
    transport.flush();
  }

  @Override
  public Waits waits() {
    return transport.waits();
  }

  @Override
  public @Nullable Bulk bulk() {
    return transport.bulk();
  }

  @Override
  public boolean sharesHeaps() {
    return transport.sharesHeaps();
  }

  @Override
  public @Nullable MemorySegment heap(int rank) {
    return transport.heap(rank);
  }

  @Override
  public void commitHeap(long offset, long bytes) {
    transport.commitHeap(offset, bytes);
  }

  @Override
  public void prepareSleep() {
    transport.prepareSleep();
  }

  @Override
  public void awake() {
    transport.awake();
  }

  @Override
  public void wake() {
    transport.wake();
  }

  @Override
  public void connect(Watcher watcher) {
    transport.connect(watcher);
  }

  @Override
  public void fail(FailureReport report) {
    transport.fail(report);
  }

  @Override
  public void finished() {
    transport.finished();
  }

  @Override
  public void close() {
    transport.close();
  }
}
